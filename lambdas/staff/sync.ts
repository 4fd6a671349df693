import { paginateListUsers } from "@aws-sdk/client-cognito-identity-provider";
import type { ChangeContext } from "../platform/change-context.ts";
import { allRows, withStaffLock } from "../stores/staff-store.ts";
import { type Stores, syncMember } from "./apply-member-change.ts";
import { findPerson } from "./pool.ts";
import { stores as thisStack } from "./pool-client.ts";

/** Copies what was changed in the user pool itself to the rows of all staff, one after another. */
export async function syncStaff(context: ChangeContext, stores: Stores = thisStack()): Promise<void> {
  const { cognito: client, userPoolId: UserPoolId, rows } = stores;
  const pages = paginateListUsers({ client }, { UserPoolId });
  const users = (await Array.fromAsync(pages, ({ Users = [] }) => Users)).flat();
  const inPool = users.flatMap(({ Username }) => Username ?? []);
  const inTable = (await allRows(rows)).map(({ id }) => id);
  const lost = inTable.filter((id) => !inPool.includes(id));
  if (lost.length > 1 && lost.length * 2 > inTable.length)
    throw new Error(
      `${lost.length} of ${inTable.length} people have no user. Was the user pool lost? Nothing was removed. To invite them again: npm run staff -- restore`,
    );
  const ids = new Set([...inPool, ...inTable]);
  for (const id of ids)
    await withStaffLock(rows, async () => syncMember(stores, id, await findPerson(stores, id), context));
}
