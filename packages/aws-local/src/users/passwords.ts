import { randomInt } from "node:crypto";
import { AwsError, invalidParameter } from "../aws-error.ts";
import type { UserPool } from "./pool.ts";
import type { User } from "./records.ts";
import { createVerifier } from "./srp.ts";

const REQUIREMENTS = [
  ["RequireLowercase", /[a-z]/, "lowercase"],
  ["RequireUppercase", /[A-Z]/, "uppercase"],
  ["RequireNumbers", /[0-9]/, "numeric"],
  ["RequireSymbols", /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+ -]/, "symbol"],
] as const;

export function newPassword(
  pool: UserPool,
  { username }: Pick<User, "username">,
  password: string,
  status: "CONFIRMED" | "FORCE_CHANGE_PASSWORD",
) {
  checkPolicy(pool, password);
  return {
    password: createVerifier({ poolName: pool.name, username }, password),
    status,
    temporarySince: status === "CONFIRMED" ? undefined : Date.now(),
    resetCode: undefined,
  };
}

export function temporaryPasswordExpired(pool: UserPool, user: User): boolean {
  const days = pool.settings.passwordPolicy.TemporaryPasswordValidityDays;
  return user.temporarySince !== undefined && user.temporarySince + days * 86_400_000 <= Date.now();
}

/** A password that meets the pool's policy, without similar letters and HTML's special characters. */
export function generatePassword(pool: UserPool): string {
  const sets = ["abcdefghijkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "!@#%*-_=+?"];
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const length = Math.max(pool.settings.passwordPolicy.MinimumLength, 12);
  let password = "";
  while (password.length < length) {
    const index = randomInt(password.length + 1);
    password =
      password.slice(0, index) + pick(sets[password.length] ?? sets.join("")) + password.slice(index);
  }
  return password;
}

/** @throws AwsError InvalidPasswordException for the first broken rule */
function checkPolicy({ settings: { passwordPolicy: policy } }: UserPool, password: string): void {
  const nonconforming = (reason: string) =>
    new AwsError("InvalidPasswordException", `Password did not conform with policy: ${reason}`);
  if (!/^\S+.*\S+$/s.test(password) || password.length > 256)
    throw invalidParameter(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: " +
        "Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    );
  if (password.length < policy.MinimumLength) throw nonconforming("Password not long enough");
  for (const [rule, pattern, kind] of REQUIREMENTS)
    if (policy[rule] && !pattern.test(password)) throw nonconforming(`Password must have ${kind} characters`);
}
