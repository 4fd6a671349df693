import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import { findUser, type UserPool } from "./pool.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { User } from "./records.ts";

export const AttributeList = z.array(z.object({ Name: z.string(), Value: z.string().optional() }));
type Given = z.infer<typeof AttributeList>;

/** OpenID Connect's standard claims, which every pool has; custom ones do not run here. */
const STANDARD = new Set(
  (
    "address birthdate email family_name gender given_name locale middle_name name nickname phone_number " +
    "picture preferred_username profile updated_at website zoneinfo"
  ).split(" "),
);

/** What an administrator may set. */
export function adminAttributes(list: Given): Record<string, string> {
  for (const { Name } of list)
    if (!STANDARD.has(Name) && Name !== "email_verified")
      throw invalidParameter(
        `Attributes did not conform to the schema: ${Name}: Attribute does not exist in the schema.`,
      );
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value ?? ""]));
}

/** What a person may set: never an address, nor that it was verified, nor who they are. */
export function ownAttributes(client: ClientSettings, list: Given): Record<string, string> {
  for (const { Name } of list)
    if (!(client.writable?.includes(Name) ?? true) || Name === "email" || !STANDARD.has(Name))
      throw new AwsError("NotAuthorizedException", "A client attempted to write unauthorized attribute");
  return adminAttributes(list);
}

/** AliasExistsException when the address signs somebody else in. */
export function checkAddressIsFree(pool: UserPool, user: User, email: string): void {
  const owner = findUser(pool, email);
  if (owner && owner.sub !== user.sub)
    throw new AwsError("AliasExistsException", "An account with the given email already exists.");
}

/** Attributes as the service lists them, `sub` first. */
export function attributeList(user: User, only?: string[]): { Name: string; Value: string }[] {
  return Object.entries({ sub: user.sub, ...user.attributes })
    .filter(([name]) => only === undefined || only.includes(name))
    .map(([Name, Value]) => ({ Name, Value }));
}

/** Attributes with their changes; one that is given without a value is removed. */
export const changed = (before: Record<string, string>, changes: Record<string, string>) =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ""));
