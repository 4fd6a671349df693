import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { transact } from "../../lambdas/platform/dynamo/database.ts";
import { updateCommand } from "../../lambdas/platform/dynamo/update-if.ts";
import { recordInvitation } from "../../lambdas/staff/apply-member-change.ts";
import { createUser, findPerson, setRole } from "../../lambdas/staff/pool.ts";
import { allRows, removal, rowUpdate, withStaffLock } from "../../lambdas/stores/staff-store.ts";
import { contextNow, requirePerson, type StaffPool } from "./commands.ts";

/**
 * Invites everybody again whose row has no user, after the user pool was lost: with their name and role, under a new id. Messages
 * assigned to them follow, and the new row has the former id for the activity. Repeated, it completes what was interrupted.
 */
export async function restore(pool: StaffPool): Promise<string> {
  const { rows, messages } = pool;
  const assigned = await assignedMessages(pool);
  const invited: string[] = [];
  for (const { id, email, name, role, disabled, former_ids = [] } of await allRows(rows))
    await withStaffLock(rows, async () => {
      if (disabled || !role || (await findPerson(pool, id))) return;
      if (!(await findPerson(pool, email))) await createUser(pool, email, name);
      await setRole(pool, email, role);
      const person = await requirePerson(pool, email);
      for (const message of assigned.get(id) ?? [])
        await rows.database.send(
          updateCommand(
            { TableName: messages, Key: { id: message.id } },
            { set: { assigned: { ...message.assigned, to: person.id } } },
          ),
        );
      const context = contextNow(pool);
      await recordInvitation(pool, person, context, role);
      const formerIdsUpdate = rowUpdate(rows, person.id, { set: { former_ids: [...former_ids, id] } });
      await transact([formerIdsUpdate, removal(rows, id, context.now)], rows.database);
      invited.push(`${email} is invited again as ${role}.`);
    });
  return invited.length > 0
    ? [...invited.sort(), "Calendar addresses and sign-in codes are theirs to set up again."].join("\n")
    : "Everybody in the table has a user.";
}

type Assigned = { id: string; assigned: { to: string } };

async function assignedMessages({ rows, messages: TableName }: StaffPool): Promise<Map<string, Assigned[]>> {
  const scan = { TableName, FilterExpression: "attribute_exists(assigned)", ConsistentRead: true };
  const pages = await Array.fromAsync(paginateScan({ client: rows.database }, scan));
  return Map.groupBy(
    pages.flatMap(({ Items = [] }) => Items as Assigned[]),
    ({ assigned }) => assigned.to,
  );
}
