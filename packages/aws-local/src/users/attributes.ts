import { AwsError } from "../aws-error.ts";
import { findUser, type UserPool } from "./pool.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { User } from "./records.ts";

type NameAndValue = { Name: string; Value?: string | undefined };

/** OpenID Connect's standard claims, which every pool has. */
const STANDARD = new Set(
  (
    "address birthdate email family_name gender given_name locale middle_name name nickname phone_number " +
    "picture preferred_username profile updated_at website zoneinfo"
  ).split(" "),
);
const VERIFIED_FLAGS = new Set(["email_verified", "phone_number_verified"]);

/** What an administrator may set, checked against the pool's schema. */
export function adminAttributes(pool: UserPool, list: NameAndValue[], creating: boolean) {
  for (const { Name } of list) {
    if (Name === "sub") throw invalid("Cannot modify the non-mutable attribute sub");
    if (!VERIFIED_FLAGS.has(Name)) checkSchema(pool, Name, creating);
  }
  return record(list);
}

/**
 * What a person may set through this client. Without WriteAttributes that is the standard attributes only;
 * the flags that an address was verified, `sub` and custom attributes never come from their owner unasked.
 */
export function ownAttributes(pool: UserPool, client: ClientSettings, list: NameAndValue[]) {
  for (const { Name } of list) {
    const writable = client.writable ? client.writable.includes(Name) : STANDARD.has(Name);
    if (!writable || VERIFIED_FLAGS.has(Name) || Name === "sub") {
      throw new AwsError("NotAuthorizedException", "A client attempted to write unauthorized attribute");
    }
    checkSchema(pool, Name, false);
  }
  return record(list);
}

/** AliasExistsException when the address signs somebody else in. */
export function checkAddressIsFree(pool: UserPool, user: User, email: string): void {
  const owner = findUser(pool, email);
  if (owner && owner.sub !== user.sub) {
    throw new AwsError("AliasExistsException", "An account with the given email already exists.");
  }
}

/** Required attributes of the pool that the user does not have yet. */
export function missingAttributes(pool: UserPool, attributes: Record<string, string>): string[] {
  return pool.settings.schema
    .filter(({ Required, Name }) => Required && Name !== "sub" && !attributes[Name])
    .map(({ Name }) => Name);
}

/** Attributes as the service lists them, `sub` first. */
export function attributeList(user: User, only?: string[]): { Name: string; Value: string }[] {
  return Object.entries({ sub: user.sub, ...user.attributes })
    .filter(([name]) => only === undefined || only.includes(name))
    .map(([Name, Value]) => ({ Name, Value }));
}

function checkSchema(pool: UserPool, name: string, creating: boolean): void {
  const bare = name.replace(/^custom:/, "");
  const declared = pool.settings.schema.find(({ Name }) => Name === name || Name === bare);
  if (!STANDARD.has(name) && (!declared || bare === name)) {
    throw invalid(
      `Attributes did not conform to the schema: ${name}: Attribute does not exist in the schema.`,
    );
  }
  if (!creating && declared && !declared.Mutable) throw invalid(`user.${name}: Attribute cannot be updated.`);
}

/** Attributes with their changes; one that is given without a value is removed. */
export const changed = (before: Record<string, string>, changes: Record<string, string>) =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ""));

const record = (list: NameAndValue[]) =>
  Object.fromEntries(list.map(({ Name, Value }) => [Name, Value ?? ""]));
const invalid = (message: string) => new AwsError("InvalidParameterException", message);
