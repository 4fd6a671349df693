import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Role } from "../../shared/staff/staff.ts";
import { conditionFailed, type TransactItem } from "../platform/dynamo/database.ts";
import { read } from "../platform/dynamo/rows.ts";
import { type Change, updateCommand } from "../platform/dynamo/update-if.ts";
import { Conflict } from "../platform/http/errors.ts";

// The rows of the staff table. The terminal (ops/staff) writes them too, so the tables are arguments.

export type Rows = { database: DynamoDBDocumentClient; table: string; activity: string };

/** What administrators can change, as the activity records it. */
export const State = z.object({
  role: z.optional(Role),
  disabled: z.boolean(),
  second_factor: z.boolean(),
});
export type State = z.output<typeof State>;

/** The address of somebody's calendar, with the digest of its secret. */
const Calendar = z.object({ digest: z.string(), made_at: z.string() });
export type Calendar = z.output<typeof Calendar>;

export const Row = z.object({
  id: z.string(),
  signed_in_at: z.optional(z.number()),
  /** When the last invitation was sent, in seconds since 1970. */
  invited_at: z.optional(z.number()),
  /** While a change is being made, the state before it. */
  before: z.optional(State),
  calendar: z.optional(Calendar),
});
export type Row = z.output<typeof Row>;

type StaffTable = Pick<Rows, "database" | "table">;

export const keyOf = ({ table }: StaffTable, id: string) => ({ TableName: table, Key: { id } });

export async function rowOf(rows: StaffTable, id: string): Promise<Row> {
  const { Item } = await rows.database.send(new GetCommand({ ...keyOf(rows, id), ConsistentRead: true }));
  return read(Row, { ...Item, id });
}

/** The transaction item that changes a row. */
export function rowUpdate(rows: StaffTable, id: string, change: Change): TransactItem {
  const { input } = updateCommand(keyOf(rows, id), change);
  return { Update: { ...input, UpdateExpression: input.UpdateExpression ?? "" } };
}

/**
 * Tokens issued before `ended_at` are not valid. Their time is in whole seconds, so a token of the current second may be
 * older than this change.
 */
export const sessionsEnded = (disabled: boolean) => ({
  ended_at: Math.floor(Date.now() / 1_000) + 1,
  disabled,
});

/** Disabling also deletes the address of the calendar, which others may know. */
export const attributesToRemove = (disabled: boolean): string[] => (disabled ? ["calendar"] : []);

export async function endSessions(rows: Rows, id: string, disabled: boolean): Promise<void> {
  await rows.database.send(
    updateCommand(keyOf(rows, id), { set: sessionsEnded(disabled), remove: attributesToRemove(disabled) }),
  );
}

/** Longer than the function's timeout. After a crash, the lock expires. */
const LOCK_MS = 20_000;
const WAIT_MS = 5_000;

/**
 * Runs one change of the staff at a time: two administrators who remove each other's role at the same time would leave
 * none.
 * @throws Conflict when somebody else has the lock for too long
 */
export async function withStaffLock<T>(rows: Rows, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID();
  const deadline = Date.now() + WAIT_MS;
  while (!(await takeLock(rows, owner))) {
    if (Date.now() > deadline)
      throw new Conflict("Somebody else is changing the staff at the moment. Please try again.");
    await wait(100 + 200 * Math.random());
  }
  try {
    return await work();
  } finally {
    // If this fails, the lock expires.
    await updateLock(rows, { remove: ["until"], onlyIf: "#owner = :owner", values: { owner } }).catch(
      () => {},
    );
  }
}

const takeLock = (rows: Rows, owner: string) =>
  updateLock(rows, {
    set: { owner, until: Date.now() + LOCK_MS },
    // The SDK repeats a call whose response was lost, and then the lock has this owner.
    onlyIf: "attribute_not_exists(#until) OR #until < :clock OR #owner = :new_owner",
    values: { clock: Date.now() },
  });

async function updateLock(rows: Rows, change: Parameters<typeof updateCommand>[1]): Promise<boolean> {
  try {
    await rows.database.send(updateCommand(keyOf(rows, "lock"), change));
    return true;
  } catch (error) {
    if (conditionFailed(error)) return false;
    throw error;
  }
}
