import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { ChangeContext } from "../platform/change-context.ts";
import { database, transact } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import { MFA_POLICY_ID } from "../platform/http/authorize.ts";
import { Conflict } from "../platform/http/refusals.ts";
import { changeRecords, staffSubject } from "../stores/activity-store.ts";
import * as store from "../stores/staff-store.ts";
import { syncMember } from "./apply-member-change.ts";
import { requirePerson } from "./members.ts";
import { rows, stores, withStaffLock } from "./pool-client.ts";

/** Whether all staff must have a sign-in code. */
export async function isMfaRequired(): Promise<boolean> {
  const { Item } = await database.send(
    new GetCommand({ ...store.keyOf(rows(), MFA_POLICY_ID), ConsistentRead: true }),
  );
  return Item?.second_factor === true;
}

/** @throws Conflict when the caller has no sign-in code: the rule would lock them out */
export async function setMfaRequired(
  second_factor_demanded: boolean,
  caller: string,
  context: ChangeContext,
) {
  const after = { second_factor_demanded };
  if (second_factor_demanded && !(await verifyMfa(caller, context)).second_factor)
    throw new Conflict("Set up your own sign-in code first, in the settings. Then ask it of everybody.");
  await withStaffLock(async () => {
    const before = { second_factor_demanded: await isMfaRequired() };
    const about = { subject: staffSubject, member: "Everybody" };
    const records = changeRecords("staff-changed", about, before, after, context);
    if (records.length > 0)
      await transact([
        store.rowUpdate(rows(), MFA_POLICY_ID, { set: { second_factor: second_factor_demanded } }),
        ...records,
      ]);
  });
  return after;
}

/** Checks in the user pool whether the caller has a sign-in code, and saves it. */
export async function verifyMfa(id: string, context: ChangeContext): Promise<{ second_factor: boolean }> {
  const { second_factor } = await requirePerson(id);
  if ((await store.get(id))?.second_factor !== second_factor)
    await withStaffLock(async () => syncMember(stores(), id, await requirePerson(id), context));
  const proven_at = Math.floor(Date.now() / 1_000);
  if (second_factor) await updateIf(store.keyOf(rows(), id), { set: { proven_at } });
  return { second_factor };
}
