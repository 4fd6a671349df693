import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { identityOf } from "../../shared/billing/matching/identity.ts";
import { toCents } from "../../shared/money.ts";
import type { PaymentSource } from "../../shared/payments/payment.ts";
import type { NewLine } from "../../shared/payments/statement-line.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import type { TransactItem } from "../platform/dynamo/database.ts";
import * as activity from "../stores/activity-store.ts";
import type { Reading } from "./account-reading.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { allocationsOf } from "./payment-answer.ts";
import { isReversed, lineRow, type PaymentRow, type UnmatchedRow } from "./payment-row.ts";
import {
  ignoredIn,
  type LineState,
  lineItem,
  lineKeyOf,
  putPayment,
  recordedCents,
  recordedFor,
  waitingIn,
} from "./statement-lines.ts";

/** Two rows each, and one for the activity. */
const LINES_IN_TRANSACTION = 45;
const PARALLEL_TRANSACTIONS = 4;

/** A line of a statement, or one that M-Pesa itself sent. */
export type IncomingLine = NewLine & { source?: PaymentSource };

export type Stored = {
  line: IncomingLine;
  /** The payment of the line, if it is stored. */
  payment: PaymentRow | undefined;
};

/**
 * Stores lines that came in, each once: what is not recorded of them waits to be assigned, or to be recorded for the client
 * who was chosen. In the order of the lines.
 */
export async function storeLines(lines: readonly IncomingLine[], context: ChangeContext): Promise<Stored[]> {
  const byKey = Map.groupBy(lines, (line) => lineKeyOf(identityOf(line)));
  // Payments of one instant are in the order of their ids.
  const ids = lines.map(() => randomUUID()).sort();
  // Of two lines with one identity, the first counts.
  const entries = [...byKey].map(([key, [line]], at): Entry => ({ key, line, id: ids[at] }) as Entry);
  const limit = pLimit(PARALLEL_TRANSACTIONS);
  const parts = Array.from({ length: Math.ceil(entries.length / LINES_IN_TRANSACTION) }, (_, part) =>
    limit(() =>
      storePart(entries.slice(part * LINES_IN_TRANSACTION, (part + 1) * LINES_IN_TRANSACTION), context),
    ),
  );
  const stored = new Map((await Promise.all(parts)).flat());
  return lines.map((line) => ({ line, payment: stored.get(lineKeyOf(identityOf(line))) }));
}

/** `id`: of its payment, if it is new. */
type Entry = { key: string; line: IncomingLine; id: string };

const storePart = (entries: readonly Entry[], context: ChangeContext) =>
  changeAccounts([], context, (reading) => storedPart(reading, entries, context));

function storedPart(
  reading: Reading,
  entries: readonly Entry[],
  context: ChangeContext,
): Decision<[string, PaymentRow][]> {
  const states = reading.linesOf(entries.map(({ key }) => key));
  const stored = entries.map((entry, at): [string, Change] => [
    entry.key,
    storeLine(states[at] as LineState, entry, context),
  ]);
  const lines = stored.filter(([, { isNew }]) => isNew).length;
  const about = { subject: activity.linesSubject };
  return {
    changes: [],
    items: [
      ...stored.flatMap(([, { items }]) => items),
      ...(lines > 0 ? [activity.eventRecord("lines-kept", about, context, { after: { lines } })] : []),
    ],
    answer: stored.map(([key, { payment }]) => [key, payment]),
  };
}

type Change = { payment: PaymentRow; items: TransactItem[]; isNew: boolean };

function storeLine(state: LineState, { key, line, id }: Entry, context: ChangeContext): Change {
  const { client_id, to } = line;
  const chosen = client_id === undefined ? undefined : { client_id, to: to && allocationsOf(to) };
  const cents = toCents(line.amount);
  const recorded = recordedCents(state);
  const waiting = waitingIn(state);
  if (waiting) {
    if (!chosen) return { payment: waiting, items: [], isNew: false };
    const payment: UnmatchedRow = { ...waiting, chosen };
    return { payment, items: [putPayment(payment, waiting)], isNew: false };
  }
  const first = recordedFor(state, client_id);
  if (first && recorded >= cents) return { payment: first, items: [], isNew: false };
  // A line that somebody ignored, or that M-Pesa took back, stays so until a person takes that back.
  const before = ignoredIn(state) ?? (first ? undefined : state.payments.at(-1));
  if (before && isDecided(before)) return { payment: before, items: [], isNew: false };
  const payment = lineRow(line, { id, line: key, cents: cents - recorded, chosen }, context);
  const ids = [...state.payments.map((payment) => payment.id), id];
  return { payment, items: [lineItem(state, ids), putPayment(payment)], isNew: !chosen };
}

/** A typed payment that was undone says nothing about the line. Another one waits in a moment. */
const isDecided = (row: PaymentRow): boolean =>
  row.state === "ignored" || isReversed(row) || row.source !== "hand";
