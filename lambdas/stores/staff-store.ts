import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type DynamoDBDocumentClient, GetCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { type Colleague, nameOf, Role } from "../../shared/staff/staff.ts";
import { database, isWritten, type TransactItem, table } from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { type Change, updateCommand, updateItem } from "../platform/dynamo/update-if.ts";
import { Access } from "../platform/http/authorize.ts";
import { Conflict } from "../platform/http/refusals.ts";

export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const staffTable = () => ({ database, table: table("staff") });

export const get = (id: string): Promise<Row | undefined> => rowOf(staffTable(), id);

/** Everybody, sorted by name. */
export const all = async (): Promise<Row[]> =>
  (await allRows(staffTable())).sort((a, b) => nameOf(a).localeCompare(nameOf(b), "en"));

/** Everybody who can be given work. Who was invited again after the user pool was lost still has theirs. */
export const listColleagues = async (): Promise<Colleague[]> =>
  (await all())
    .filter((row) => isActive(row.former_ids ? { ...row, invited: false } : row))
    .map((row) => ({ id: row.id, name: nameOf(row), ...(row.former_ids && { former_ids: row.former_ids }) }));

// The rows of the staff table. The terminal (ops/staff) writes them too, so the tables are arguments.

export type Rows = { database: DynamoDBDocumentClient; table: string; activity: string };

/** The fields of a member that can change, as the activity records them. */
export const State = z.object({
  name: z.string(),
  email: z.string(),
  role: z.optional(Role),
  disabled: z.boolean(),
  second_factor: z.boolean(),
});
export type State = z.output<typeof State>;

/** The address of somebody's calendar, with the digest of its secret. */
const Calendar = z.object({ digest: z.string(), made_at: z.string() });
export type Calendar = z.output<typeof Calendar>;

export const Row = z.extend(Access, {
  id: z.string(),
  second_factor: z.boolean(),
  /** When the last invitation was sent, in seconds since 1970. */
  invited_at: z.optional(z.number()),
  /** While a change is being made, the state before it. */
  before: z.optional(State),
  calendar: z.optional(Calendar),
  /** Their ids in user pools that were lost. */
  former_ids: z.optional(z.array(z.string())),
});
export type Row = z.output<typeof Row>;

export const stateOf = ({ name, email, role, disabled = false, second_factor }: Row): State => ({
  name,
  email,
  ...(role && { role }),
  disabled,
  second_factor,
});

/** Whether somebody has accepted their invitation and may use the back-office. */
export const isActive = ({ role, disabled, invited }: Row): boolean => Boolean(role && !disabled && !invited);

type StaffTable = Pick<Rows, "database" | "table">;

export const keyOf = ({ table }: StaffTable, id: string) => ({ TableName: table, Key: { id } });

export async function rowOf(rows: StaffTable, id: string): Promise<Row | undefined> {
  const { Item } = await rows.database.send(new GetCommand({ ...keyOf(rows, id), ConsistentRead: true }));
  return Item && !Item.removed_at ? read(Row, Item) : undefined;
}

/**
 * The transaction item that removes somebody. The row stays without personal data, so that their tokens are refused like those
 * of a disabled person, and a repeated call knows that it is done.
 */
export const removal = (rows: StaffTable, id: string, removed_at: string): TransactItem => ({
  Put: { TableName: rows.table, Item: { id, removed_at }, ConditionExpression: "attribute_exists(email)" },
});

export async function wasRemoved(rows: StaffTable, id: string): Promise<boolean> {
  const { Item } = await rows.database.send(new GetCommand({ ...keyOf(rows, id), ConsistentRead: true }));
  return Item?.removed_at !== undefined;
}

/** Everybody, without the rows for the lock and the rules. */
export async function allRows({ database: client, table: TableName }: StaffTable): Promise<Row[]> {
  const FilterExpression = "attribute_exists(email)";
  const pages = paginateScan({ client }, { TableName, FilterExpression, ConsistentRead: true });
  return readable(Row, (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat()).rows;
}

/** The transaction item that changes a row. */
export const rowUpdate = (rows: StaffTable, id: string, change: Change): TransactItem =>
  updateItem(keyOf(rows, id), change);

/**
 * Ends all sessions: tokens issued before `ended_at` are not valid. Their time is in whole seconds, so a token of the
 * current second may be older than this change.
 */
export const endedNow = () => ({ ended_at: Math.floor(Date.now() / 1_000) + 1 });

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
    await updateLock(rows, {
      remove: ["until", "owner"],
      onlyIf: "#owner = :owner",
      values: { owner },
    }).catch(() => {});
  }
}

const takeLock = (rows: Rows, owner: string) =>
  updateLock(rows, {
    set: { owner, until: Date.now() + LOCK_MS },
    // The SDK repeats a call whose response was lost, and then the lock has this owner.
    onlyIf: "attribute_not_exists(#until) OR #until < :clock OR #owner = :new_owner",
    values: { clock: Date.now() },
  });

const updateLock = (rows: Rows, change: Parameters<typeof updateCommand>[1]): Promise<boolean> =>
  isWritten(rows.database.send(updateCommand(keyOf(rows, "lock"), change)));
