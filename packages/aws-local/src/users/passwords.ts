import { randomInt } from "node:crypto";
import { AwsError } from "../aws-error.ts";
import type { UserPool } from "./pool.ts";
import type { User } from "./records.ts";
import { createVerifier, passwordMatches, type SrpIdentity } from "./srp.ts";

const SYMBOL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+ -]/;
const DAY_MS = 86_400_000;

const REQUIREMENTS = [
  ["RequireLowercase", /[a-z]/, "lowercase"],
  ["RequireUppercase", /[A-Z]/, "uppercase"],
  ["RequireNumbers", /[0-9]/, "numeric"],
  ["RequireSymbols", SYMBOL, "symbol"],
] as const;

/** What a user's record holds after a password was chosen, by its owner (`CONFIRMED`) or for them. */
export function newPassword(
  pool: UserPool,
  user: Pick<User, "username"> & Partial<Pick<User, "password" | "formerPasswords">>,
  password: string,
  status: "CONFIRMED" | "FORCE_CHANGE_PASSWORD",
) {
  checkPolicy(pool, password);
  const identity = srpIdentity(pool, user);
  const remembered = pool.settings.passwordPolicy.PasswordHistorySize;
  const former = [...(user.password ? [user.password] : []), ...(user.formerPasswords ?? [])];
  const history = former.slice(0, remembered);
  if (status === "CONFIRMED" && history.some((one) => passwordMatches(identity, password, one))) {
    throw new AwsError("PasswordHistoryPolicyViolationException", "Password has previously been used.");
  }
  return {
    password: createVerifier(identity, password),
    formerPasswords: history,
    status,
    temporarySince: status === "CONFIRMED" ? undefined : Date.now(),
    resetCode: undefined,
  };
}

export function isPassword(pool: UserPool, user: User, password: string): boolean {
  return passwordMatches(srpIdentity(pool, user), password, user.password);
}

export function temporaryPasswordExpired(pool: UserPool, user: User): boolean {
  const days = pool.settings.passwordPolicy.TemporaryPasswordValidityDays;
  return user.temporarySince !== undefined && user.temporarySince + days * DAY_MS <= Date.now();
}

export function srpIdentity(pool: UserPool, { username }: Pick<User, "username">): SrpIdentity {
  return { poolName: pool.name, username };
}

/** A password that fits the pool's policy, without emails that look alike or mean something in HTML. */
export function generatePassword(pool: UserPool): string {
  const sets = ["abcdefghijkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "!@#%*-_=+?"];
  const pick = (emails: string) => emails.charAt(randomInt(emails.length));
  const emails = sets.map(pick);
  const length = Math.max(pool.settings.passwordPolicy.MinimumLength, 12);
  while (emails.length < length) emails.push(pick(sets.join("")));
  for (let last = emails.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [emails[last], emails[other]] = [emails[other] ?? "", emails[last] ?? ""];
  }
  return emails.join("");
}

/** InvalidPasswordException naming the first rule broken. */
function checkPolicy(pool: UserPool, password: string): void {
  const policy = pool.settings.passwordPolicy;
  if (!/^\S+.*\S+$/s.test(password) || password.length > 256) {
    throw new AwsError(
      "InvalidParameterException",
      "1 validation error detected: Value at 'password' failed to satisfy constraint: " +
        "Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    );
  }
  if (password.length < policy.MinimumLength) throw nonconforming("Password not long enough");
  for (const [rule, pattern, kind] of REQUIREMENTS) {
    if (policy[rule] && !pattern.test(password)) throw nonconforming(`Password must have ${kind} characters`);
  }
}

const nonconforming = (reason: string) =>
  new AwsError("InvalidPasswordException", `Password did not conform with policy: ${reason}`);
