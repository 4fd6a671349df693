import * as z from "zod";
import { AwsError } from "../aws-error.ts";
import { attributeList } from "./attributes.ts";
import { findClient, type Group, operation, requireUser, saveUser, type UserPool } from "./pool.ts";
import type { User } from "./records.ts";
import { groupsOf } from "./tokens.ts";

const Limit = z.number().int().min(1).max(60).default(60);

export const listUsers = operation(
  z.object({
    Filter: z.string().optional(),
    AttributesToGet: z.array(z.string()).optional(),
    Limit,
    PaginationToken: z.string().optional(),
  }),
  (pool, { Filter, AttributesToGet, Limit: limit, PaginationToken }) => {
    const matching = pool.records.users.filter(Filter ? parseFilter(Filter) : () => true);
    const { page, next } = viewerRequest(matching, limit, PaginationToken);
    return {
      Users: page.map((user) => describeUser(user, AttributesToGet)),
      ...(next && { PaginationToken: next }),
    };
  },
);

export const listGroups = operation(z.object({ Limit, NextToken: z.string().optional() }), (pool, input) =>
  groupPage(pool, pool.groups, input),
);

export const adminListGroupsForUser = operation(
  z.object({ Username: z.string(), Limit, NextToken: z.string().optional() }),
  (pool, { Username, ...input }) => {
    const names = groupsOf(pool, requireUser(pool, Username));
    return groupPage(
      pool,
      pool.groups.filter(({ name }) => names.includes(name)),
      input,
    );
  },
);

export const listUsersInGroup = operation(
  z.object({ GroupName: z.string(), Limit, NextToken: z.string().optional() }),
  (pool, { GroupName, Limit: limit, NextToken }) => {
    checkGroup(pool, GroupName);
    const members = pool.records.users.filter(({ groups }) => groups.includes(GroupName));
    const { page, next } = viewerRequest(members, limit, NextToken);
    return { Users: page.map((user) => describeUser(user)), ...(next && { NextToken: next }) };
  },
);

const Membership = z.object({ Username: z.string(), GroupName: z.string() });

export const adminAddUserToGroup = operation(Membership, (pool, { Username, GroupName }) => {
  const user = requireUser(pool, Username);
  checkGroup(pool, GroupName);
  saveUser(pool, user, { groups: [...new Set([...user.groups, GroupName])] });
  return {};
});

export const adminRemoveUserFromGroup = operation(Membership, (pool, { Username, GroupName }) => {
  const user = requireUser(pool, Username);
  checkGroup(pool, GroupName);
  saveUser(pool, user, { groups: user.groups.filter((name) => name !== GroupName) });
  return {};
});

export const describeUserPool = operation(z.object({}), (pool) => {
  const { UserPoolName, Schema, UserPoolTags, EnabledMfas: _, ...same } = pool.settings.properties;
  return {
    UserPool: {
      ...same,
      Id: pool.id,
      Name: UserPoolName ?? pool.id,
      SchemaAttributes: Schema ?? [],
      UserPoolTags: UserPoolTags ?? {},
      EstimatedNumberOfUsers: pool.records.users.length,
    },
  };
});

export const describeUserPoolClient = operation(z.object({ ClientId: z.string() }), (pool, { ClientId }) => ({
  UserPoolClient: { ...findClient(pool, ClientId).properties, UserPoolId: pool.id, ClientId },
}));

/** A user as lists and AdminCreateUser show it. */
export function describeUser(user: User, attributes?: string[]) {
  return {
    Username: user.username,
    Attributes: attributeList(user, attributes),
    ...userTimes(user),
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

/** JSON 1.1 has times as seconds since 1970. */
export function userTimes({ created, modified }: User) {
  return { UserCreateDate: created / 1000, UserLastModifiedDate: modified / 1000 };
}

/** `email = "a@b.c"` is equality, `email ^= "a"` a common beginning; one condition at most, as in Cognito. */
function parseFilter(filter: string): (user: User) => boolean {
  const [, name, operator, value = ""] = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"(.*)"\s*$/.exec(filter) ?? [];
  if (!name) throw new AwsError("InvalidParameterException", "Error while parsing filter");
  const wanted = value.replaceAll('\\"', '"');
  return (user) => {
    const found = filterable(user, name);
    return operator === "=" ? found === wanted : (found?.startsWith(wanted) ?? false);
  };
}

function filterable(user: User, name: string): string | undefined {
  if (name === "username") return user.username;
  if (name === "sub") return user.sub;
  if (name === "cognito:user_status") return user.status;
  if (name === "status") return user.enabled ? "Enabled" : "Disabled";
  return user.attributes[name];
}

function groupPage(
  pool: UserPool,
  groups: Group[],
  input: { Limit: number; NextToken?: string | undefined },
) {
  const { page, next } = viewerRequest(groups, input.Limit, input.NextToken);
  const described = page.map(({ name, precedence }) => ({
    GroupName: name,
    UserPoolId: pool.id,
    ...(precedence !== undefined && { Precedence: precedence }),
  }));
  return { Groups: described, ...(next && { NextToken: next }) };
}

function viewerRequest<T>(all: T[], limit: number, token = "0"): { page: T[]; next: string | undefined } {
  const start = Number(token);
  if (!Number.isInteger(start)) throw new AwsError("InvalidParameterException", "Invalid pagination token");
  const end = start + limit;
  return { page: all.slice(start, end), next: end < all.length ? String(end) : undefined };
}

function checkGroup(pool: UserPool, name: string): void {
  if (pool.groups.some((group) => group.name === name)) return;
  throw new AwsError("ResourceNotFoundException", "Group not found.");
}
