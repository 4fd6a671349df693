/** People who can sign in on this machine: made at the first start, and remembered with their passwords. */
import { randomInt } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "aws-local";

export interface StaffMember {
  email: string;
  /** Null once the person has chosen one of their own. */
  password: string | null;
  /** The group. */
  role: string;
  state: "active" | "invited" | "disabled";
}

interface Remembered {
  email: string;
  password: string;
  role: string;
  invited: boolean;
}

type Pool = Pick<Environment, "userPool" | "userPoolId" | "groups">;

/** One active person in the most important group, one in the least, and one with an invitation. */
export async function openFirstStaff(
  pool: Pool,
  directory: string | undefined,
): Promise<() => Promise<StaffMember[]>> {
  const path = directory && join(directory, "staff.json");
  const remembered = path && existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Remembered[]) : [];
  if (remembered.length === 0) {
    const [first = ""] = pool.groups;
    const last = pool.groups.at(-1) ?? first;
    const people = [
      { email: `${first || "first"}@office.example`, role: first, invited: false },
      { email: `${last === first ? "second" : last}@office.example`, role: last, invited: false },
      { email: "invited@office.example", role: last, invited: true },
    ];
    for (const person of people) {
      const member = { ...person, password: inventPassword() };
      await create(pool, member);
      remembered.push(member);
    }
    if (path) writeFileSync(path, JSON.stringify(remembered, null, 2), { mode: 0o600 });
  }
  return async () => (await Promise.all(remembered.map((person) => stateOf(pool, person)))).flat();
}

async function create(
  { userPool, userPoolId: UserPoolId }: Pool,
  { email, password, role, invited }: Remembered,
) {
  const Username = email;
  await userPool("AdminCreateUser", {
    UserPoolId,
    Username,
    TemporaryPassword: password,
    UserAttributes: [
      { Name: "email", Value: email },
      { Name: "email_verified", Value: "true" },
    ],
    ...(invited ? { DesiredDeliveryMediums: ["EMAIL"] } : { MessageAction: "SUPPRESS" }),
  });
  if (role) await userPool("AdminAddUserToGroup", { UserPoolId, Username, GroupName: role });
  if (!invited)
    await userPool("AdminSetUserPassword", { UserPoolId, Username, Password: password, Permanent: true });
}

/** As the pool has it now; nobody when the person was removed. */
async function stateOf({ userPool, userPoolId }: Pool, person: Remembered): Promise<StaffMember[]> {
  const { email, role, invited, password } = person;
  try {
    const user = await userPool("AdminGetUser", { UserPoolId: userPoolId, Username: email });
    const waiting = user.UserStatus === "FORCE_CHANGE_PASSWORD";
    const state = user.Enabled === false ? "disabled" : waiting ? "invited" : "active";
    return [{ email, password: invited && !waiting ? null : password, role, state }];
  } catch {
    return [];
  }
}

/** Sixteen characters with every kind that a password policy can ask for. */
function inventPassword(): string {
  const kinds = ["abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "-_.!"];
  const all = kinds.join("");
  const pick = (from: string) => from[randomInt(from.length)] ?? "";
  const rest = Array.from({ length: 12 }, () => pick(all));
  return [...kinds.map(pick), ...rest].join("");
}
