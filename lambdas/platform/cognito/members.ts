import {
  CognitoIdentityProviderClient,
  paginateListUsersInGroup,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Colleague } from "../../../shared/staff/staff.ts";
import { variable } from "../environment.ts";

type Member = { username: string; sub: string; name: string; email: string; verified: boolean };

/** The members of a group who have accepted their invitation and are enabled. */
export async function listGroupMembers(GroupName: "admin" | "staff"): Promise<Member[]> {
  const members: Member[] = [];
  // Created only when needed: this module is in functions that rarely call Cognito.
  const client = new CognitoIdentityProviderClient({
    requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
  });
  const group = { UserPoolId: variable("USER_POOL_ID"), GroupName };
  for await (const { Users = [] } of paginateListUsersInGroup({ client }, group))
    for (const { Username = "", Attributes = [], Enabled, UserStatus } of Users) {
      const attribute = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value ?? "";
      const email = attribute("email");
      if (Enabled && UserStatus !== "FORCE_CHANGE_PASSWORD")
        members.push({
          username: Username,
          sub: attribute("sub"),
          name: attribute("name") || email,
          email,
          verified: attribute("email_verified") === "true",
        });
    }
  return members;
}

/** Everybody who can sign in, sorted by name. */
export async function listColleagues(): Promise<Colleague[]> {
  const members = await Promise.all([listGroupMembers("admin"), listGroupMembers("staff")]);
  const byId = new Map(members.flat().map(({ sub, name }) => [sub, { id: sub, name }]));
  return [...byId.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
}
