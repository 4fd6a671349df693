import {
  CognitoIdentityProviderClient,
  paginateListUsersInGroup,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Colleague } from "../shared/staff.ts";
import { variable } from "./environment.ts";

type Member = { username: string; sub: string; called: string; email: string; verified: boolean };

/** Those of a group who have come, and may sign in. */
export async function membersOf(GroupName: "admin" | "staff"): Promise<Member[]> {
  const found: Member[] = [];
  // Made when it is needed, which is rarely: every page waits for this function.
  const client = new CognitoIdentityProviderClient({
    requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
  });
  const asked = { UserPoolId: variable("USER_POOL_ID"), GroupName };
  for await (const { Users = [] } of paginateListUsersInGroup({ client }, asked))
    for (const { Username = "", Attributes = [], Enabled, UserStatus } of Users) {
      const attribute = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value ?? "";
      const email = attribute("email");
      if (Enabled && UserStatus !== "FORCE_CHANGE_PASSWORD")
        found.push({
          ...{ username: Username, sub: attribute("sub"), email },
          ...{ called: attribute("name") || email, verified: attribute("email_verified") === "true" },
        });
    }
  return found;
}

/** Everybody to whom work can be given, by name. */
export async function colleagues(): Promise<Colleague[]> {
  const members = await Promise.all([membersOf("admin"), membersOf("staff")]);
  const byId = new Map(members.flat().map(({ sub, called }) => [sub, { id: sub, name: called }]));
  return [...byId.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
}
