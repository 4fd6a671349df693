import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { User } from "./records.ts";

export const AttributeList = z.array(z.object({ Name: z.string(), Value: z.string().optional() }));
type Given = z.infer<typeof AttributeList>;

/** OpenID Connect's standard claims, which every pool has; custom ones do not run here. */
const standard = (
  "address birthdate email family_name gender given_name locale middle_name name nickname phone_number " +
  "picture preferred_username profile updated_at website zoneinfo"
).split(" ");

/** What an administrator may set. */
export function adminAttributes(list: Given): Record<string, string> {
  const unknown = list.find(({ Name }) => !standard.includes(Name) && Name !== "email_verified");
  if (unknown)
    throw invalidParameter(
      `Attributes did not conform to the schema: ${unknown.Name}: Attribute does not exist in the schema.`,
    );
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value ?? ""]));
}

/** What a person may set: never an address, nor that it was verified, nor who they are. */
export function ownAttributes({ writable = standard }: ClientSettings, list: Given): Record<string, string> {
  for (const { Name } of list)
    if (!writable.includes(Name) || Name === "email" || !standard.includes(Name))
      throw new AwsError("NotAuthorizedException", "A client attempted to write unauthorized attribute");
  return adminAttributes(list);
}

/** Attributes as the service lists them, `sub` first. */
export const attributeList = ({ sub, attributes }: User, only?: string[]) =>
  Object.entries({ sub, ...attributes })
    .filter(([name]) => name === "sub" || (only?.includes(name) ?? true))
    .map(([Name, Value]) => ({ Name, Value }));

/** Attributes with their changes; one that is given without a value is removed. */
export const changed = (before: Record<string, string>, changes: Record<string, string>) =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ""));
