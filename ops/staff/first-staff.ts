/** Staff of the local environment: created at the first start, and stored with their passwords. */
import { randomInt } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "aws-local";

export interface StaffMember {
  email: string;
  /** Null once the person has chosen their own password. */
  password: string | null;
  role: string;
  state: "active" | "invited" | "disabled";
}

interface StoredMember {
  email: string;
  password: string;
  role: string;
  invited: boolean;
}

type Pool = Pick<
  Environment,
  "userPool" | "userPoolId" | "groups" | "region" | "awsEndpoint" | "credentials"
>;

/** Creates an administrator, a member of staff and an invited person. Returns a function that reads their state. */
export async function openFirstStaff(
  pool: Pool,
  directory: string | undefined,
): Promise<() => Promise<StaffMember[]>> {
  const path = directory && join(directory, "staff.json");
  const stored = path && existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as StoredMember[]) : [];
  if (stored.length === 0) {
    const [first = ""] = pool.groups;
    const last = pool.groups.at(-1) ?? first;
    const people = [
      { email: `${first || "first"}@office.example`, role: first, invited: false },
      { email: `${last === first ? "second" : last}@office.example`, role: last, invited: false },
      { email: "invited@office.example", role: last, invited: true },
    ];
    for (const person of people) {
      const member = { ...person, password: createPassword() };
      await create(pool, member);
      stored.push(member);
    }
    // Loaded only for this, because it takes a second.
    const [{ list }, { localPool }] = await Promise.all([import("./commands.ts"), import("./open-pool.ts")]);
    await list(await localPool(pool));
    if (path) writeFileSync(path, JSON.stringify(stored, null, 2), { mode: 0o600 });
  }
  return async () => (await Promise.all(stored.map((person) => stateOf(pool, person)))).flat();
}

async function create(
  { userPool, userPoolId: UserPoolId }: Pool,
  { email, password, role, invited }: StoredMember,
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

/** The state in the user pool. Empty if the person was removed. */
async function stateOf({ userPool, userPoolId }: Pool, person: StoredMember): Promise<StaffMember[]> {
  const { email, role, invited, password } = person;
  try {
    const user = await userPool("AdminGetUser", { UserPoolId: userPoolId, Username: email });
    const isInvited = user.UserStatus === "FORCE_CHANGE_PASSWORD";
    const state = user.Enabled === false ? "disabled" : isInvited ? "invited" : "active";
    return [{ email, password: invited && !isInvited ? null : password, role, state }];
  } catch {
    return [];
  }
}

/** Sixteen characters with every kind that a password policy can require. */
function createPassword(): string {
  const kinds = ["abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "-_.!"];
  const all = kinds.join("");
  const pick = (from: string) => from[randomInt(from.length)] ?? "";
  const rest = Array.from({ length: 12 }, () => pick(all));
  return [...kinds.map(pick), ...rest].join("");
}
