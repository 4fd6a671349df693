import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { User } from "./records.ts";

export const AttributeList = z.array(z.object({ Name: z.string(), Value: z.string().optional() }));
type AttributeList = z.infer<typeof AttributeList>;

/** OpenID Connect's standard claims, which every pool has. Custom attributes are not supported. */
const standardAttributes = (
  "address birthdate email family_name gender given_name locale middle_name name nickname phone_number " +
  "picture preferred_username profile updated_at website zoneinfo"
).split(" ");

export function adminAttributes(list: AttributeList): Record<string, string> {
  const unknown = list.find(({ Name }) => !standardAttributes.includes(Name) && Name !== "email_verified");
  if (unknown)
    throw invalidParameter(
      `Attributes did not conform to the schema: ${unknown.Name}: Attribute does not exist in the schema.`,
    );
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value ?? ""]));
}

/** The attributes that a user may set: neither the address, nor its verification, nor the user's id. */
export function writableAttributes(
  { writable = standardAttributes }: ClientSettings,
  list: AttributeList,
): Record<string, string> {
  for (const { Name } of list)
    if (!writable.includes(Name) || Name === "email" || !standardAttributes.includes(Name))
      throw new AwsError("NotAuthorizedException", "A client attempted to write unauthorized attribute");
  return adminAttributes(list);
}

export const attributeList = ({ sub, attributes }: User, readable?: string[]) =>
  Object.entries({ sub, ...attributes })
    .filter(([name]) => name === "sub" || (readable?.includes(name) ?? true))
    .map(([Name, Value]) => ({ Name, Value }));

/** An empty value removes an attribute. */
export const applyChanges = (attributes: Record<string, string>, changes: Record<string, string>) =>
  Object.fromEntries(Object.entries({ ...attributes, ...changes }).filter(([, value]) => value !== ""));
