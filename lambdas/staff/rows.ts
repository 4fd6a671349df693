import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Role } from "../../shared/staff.ts";
import { conditionFailed, type TransactItem } from "../database.ts";
import { Conflict } from "../errors.ts";
import { read } from "../rows.ts";
import { type Change, updateCommand } from "../update-if.ts";

// What the terminal (ops/staff) writes as well, so where the tables are stands with it.

export type Rows = { database: DynamoDBDocumentClient; table: string; activity: string };

/** What of somebody can change, and is recorded. */
export const State = z.object({
  role: z.optional(Role),
  shut_out: z.boolean(),
  second_factor: z.boolean(),
});
export type State = z.output<typeof State>;

/** The address of somebody's calendar. Its secret is written nowhere. */
const Calendar = z.object({ digest: z.string(), made_at: z.string() });
export type Calendar = z.output<typeof Calendar>;

export const Row = z.object({
  id: z.string(),
  signed_in_at: z.optional(z.number()),
  /** When the last invitation was mailed, in seconds since 1970. */
  invited_at: z.optional(z.number()),
  /** How it was before a change that has begun, until it is through. */
  before: z.optional(State),
  calendar: z.optional(Calendar),
});
export type Row = z.output<typeof Row>;

/** The staff's alone. */
type OwnRows = Pick<Rows, "database" | "table">;

export const placeOf = ({ table }: OwnRows, id: string) => ({ TableName: table, Key: { id } });

export async function rowOf(rows: OwnRows, id: string): Promise<Row> {
  const { Item } = await rows.database.send(new GetCommand({ ...placeOf(rows, id), ConsistentRead: true }));
  return read(Row, { ...Item, id });
}

/** The item of a transaction that changes a row. */
export function changing(rows: OwnRows, id: string, change: Change): TransactItem {
  const { input } = updateCommand(placeOf(rows, id), change);
  return { Update: { ...input, UpdateExpression: input.UpdateExpression ?? "" } };
}

/**
 * The second from which on tokens count. They tell their time in whole seconds: one of this very second may have come
 * before, so it is over, too. Whether that is because they are shut out is kept with it.
 */
export const endedNow = (shut_out: boolean) => ({ ended_at: Math.floor(Date.now() / 1_000) + 1, shut_out });

/** What else of a row goes: who is let in again makes a new address for their calendar, as somebody may have that one. */
export const endedWith = (shut_out: boolean): string[] => (shut_out ? ["calendar"] : []);

export async function endTokens(rows: Rows, id: string, shut_out: boolean): Promise<void> {
  await rows.database.send(
    updateCommand(placeOf(rows, id), { set: endedNow(shut_out), remove: endedWith(shut_out) }),
  );
}

/** Milliseconds: more than a function runs, so that one that was killed holds up nobody for long. */
const lease = 20_000;
const patience = 5_000;

/**
 * Does one thing about the staff while nobody else does: two administrators who take each other's role at the same
 * moment would leave none.
 * @throws Conflict when somebody else takes long
 */
export async function alone<T>(rows: Rows, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID();
  const late = Date.now() + patience;
  while (!(await taken(rows, owner))) {
    if (Date.now() > late)
      throw new Conflict("Somebody else is changing the staff at this moment. Please try again shortly.");
    await wait(100 + 200 * Math.random());
  }
  try {
    return await work();
  } finally {
    // What cannot be given back now is free when the lease runs out.
    await ask(rows, { remove: ["until"], onlyIf: "#owner = :owner", values: { owner } }).catch(() => {});
  }
}

const taken = (rows: Rows, owner: string) =>
  ask(rows, {
    set: { owner, until: Date.now() + lease },
    // A call whose answer was lost is made again by the SDK, and finds its own.
    onlyIf: "attribute_not_exists(#until) OR #until < :clock OR #owner = :new_owner",
    values: { clock: Date.now() },
  });

async function ask(rows: Rows, change: Parameters<typeof updateCommand>[1]): Promise<boolean> {
  try {
    await rows.database.send(updateCommand(placeOf(rows, "lock"), change));
    return true;
  } catch (error) {
    if (conditionFailed(error)) return false;
    throw error;
  }
}
