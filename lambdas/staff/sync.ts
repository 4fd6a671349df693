import { paginateListUsers } from "@aws-sdk/client-cognito-identity-provider";
import type { ChangeContext } from "../platform/change-context.ts";
import { type Stores, syncMember } from "./apply-member-change.ts";
import { findPerson } from "./pool.ts";
import { stores as thisStack } from "./pool-client.ts";
import { allRows, withStaffLock } from "./rows.ts";

/** Copies what was changed in the user pool itself to the rows of all staff, one after another. */
export async function syncStaff(context: ChangeContext, stores: Stores = thisStack()): Promise<void> {
  const { cognito: client, userPoolId: UserPoolId, rows } = stores;
  const pages = paginateListUsers({ client }, { UserPoolId });
  const users = (await Array.fromAsync(pages, ({ Users = [] }) => Users)).flat();
  const ids = new Set([
    ...users.flatMap(({ Username }) => Username ?? []),
    ...(await allRows(rows)).map(({ id }) => id),
  ]);
  for (const id of ids)
    await withStaffLock(rows, async () => syncMember(stores, id, await findPerson(stores, id), context));
}
