import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import { attributeList } from "./attributes.ts";
import { type Group, operation, requireUser, saveUser, type UserPool } from "./pool.ts";
import type { User } from "./records.ts";
import { groupsOf } from "./tokens.ts";

const Limit = z.number().int().min(1).max(60).default(60);

export const listUsers = operation(
  z.object({ Filter: z.undefined().optional(), Limit, PaginationToken: z.string().optional() }),
  (pool, { Limit: limit, PaginationToken }) => {
    const { page, next } = pageOf(pool.records.users, limit, PaginationToken);
    return { Users: page.map(describeUser), ...(next && { PaginationToken: next }) };
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
    const { page, next } = pageOf(members, limit, NextToken);
    return { Users: page.map(describeUser), ...(next && { NextToken: next }) };
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

/** A user as lists and AdminCreateUser show it. */
export function describeUser(user: User) {
  return {
    Username: user.username,
    Attributes: attributeList(user),
    ...userTimes(user),
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

/** JSON 1.1 has times as seconds since 1970. */
export function userTimes({ created, modified }: User) {
  return { UserCreateDate: created / 1000, UserLastModifiedDate: modified / 1000 };
}

function groupPage(
  pool: UserPool,
  groups: Group[],
  input: { Limit: number; NextToken?: string | undefined },
) {
  const { page, next } = pageOf(groups, input.Limit, input.NextToken);
  const described = page.map(({ name, precedence }) => ({
    GroupName: name,
    UserPoolId: pool.id,
    ...(precedence !== undefined && { Precedence: precedence }),
  }));
  return { Groups: described, ...(next && { NextToken: next }) };
}

function pageOf<T>(all: T[], limit: number, token = "0"): { page: T[]; next: string | undefined } {
  const start = Number(token);
  if (!Number.isInteger(start)) throw invalidParameter("Invalid pagination token");
  const end = start + limit;
  return { page: all.slice(start, end), next: end < all.length ? String(end) : undefined };
}

function checkGroup(pool: UserPool, name: string): void {
  if (pool.groups.some((group) => group.name === name)) return;
  throw new AwsError("ResourceNotFoundException", "Group not found.");
}
