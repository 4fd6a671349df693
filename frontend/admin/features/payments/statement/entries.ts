import type { QueryClient } from "@tanstack/react-query";
import { addDays, type Day } from "../../../../../shared/day.ts";
import { type Currency, fromCents, toCents } from "../../../../../shared/money.ts";
import { type KnownLine, MAX_QUERIED_LINES } from "../../../../../shared/payments/statement-line.ts";
import { request } from "../../../../api.ts";
import type { ListRules } from "../../../components/table/list.ts";
import { searchable } from "../../../components/table/search.ts";
import { limitRequests } from "../../../queries/map-limited.ts";
import { paymentsOf } from "../../../queries/payments.ts";
import { withRetry } from "../../../query-client.ts";
import { type Candidate, type KnownBefore, type Match, nameOfPayable, type State } from "./match.ts";
import type { Line } from "./read.ts";

/** A line with its match and the decision about it. */
export type Entry = {
  id: string;
  line: Line;
  match: Match;
  /** Saved earlier, and not assigned yet. */
  waiting: boolean;
  chosen: Candidate | undefined;
  selected: boolean;
  /** The id of its payment, so that a retry records it once. */
  payment: string;
  text: string;
};

export const entryOf = (line: Line, match: Match, waiting: boolean): Entry => ({
  id: line.id,
  line,
  match,
  waiting,
  payment: crypto.randomUUID(),
  chosen: match.state === "sure" ? match.candidates[0] : undefined,
  selected: match.state === "sure",
  text: searchable(
    ...[line.number, line.payer, line.phone, line.account, line.details],
    ...match.candidates.map(nameOfPayable),
  ),
});

/** The payment to record for an entry, if any. */
export const toRecord = ({ selected, chosen, match }: Entry): Candidate | undefined =>
  selected && match.state !== "recorded" ? chosen : undefined;
/** Whether it is saved to be assigned later. */
export const isKept = (entry: Entry): boolean =>
  !entry.waiting && !toRecord(entry) && !["recorded", "ignored"].includes(entry.match.state);

export const stateNames: Record<State, string> = {
  sure: "Sure",
  doubtful: "Doubtful",
  unmatched: "Unmatched",
  ignored: "Ignored",
  recorded: "Already recorded",
};
const rank = ["doubtful", "sure", "unmatched", "ignored", "recorded"];

export const entryRules: ListRules<Entry> = {
  textOf: ({ text }) => text,
  filters: { state: ({ match }) => match.state },
  sortKeys: {
    state: ({ match }) => rank.indexOf(match.state),
    paid: ({ line }) => line.paid_on,
    from: ({ line }) => searchable(line.payer),
    amount: ({ line }) => line.cents,
  },
  defaultOrder: { id: "state", desc: false },
};

const normalise = (number: string): string => number.toUpperCase().replaceAll(/\s+/g, "");

/** The longest span of one list of payments. */
const MAX_SPAN_DAYS = 365;
/** People may have typed a payment under a day that differs from the statement's by this much. */
const DATE_TOLERANCE_DAYS = 7;

/** Finds what is already known about lines, by their keys and by references that people typed. */
export async function findKnown(
  lines: readonly Line[],
  today: Day,
  queryClient: QueryClient,
  onProgress: (share: number) => void,
): Promise<(line: Line) => KnownBefore> {
  const known = new Map<string, KnownLine>();
  const parts = Array.from({ length: Math.ceil(lines.length / MAX_QUERIED_LINES) }, (_, part) =>
    lines.slice(part * MAX_QUERIED_LINES, (part + 1) * MAX_QUERIED_LINES),
  );
  let loaded = 0;
  const load = async (part: readonly Line[]) => {
    const body = {
      lines: part.map(({ number, method, paid_on, amount }) => ({ number, method, paid_on, amount })),
    };
    const answer = await limitRequests(() =>
      withRetry(() => request("POST /api/v1/payments/lines/known", { body })),
    );
    for (const one of answer.lines) known.set(one.key, one);
    loaded += 1;
    onProgress(loaded / parts.length);
  };
  const [typed] = await Promise.all([typedSince(lines, today, queryClient), ...parts.map(load)]);
  return (line) => ({
    known: known.get(line.id),
    typed: typed
      .get(normalise(line.number))
      ?.find(
        ({ cents, paid_on }) =>
          line.method === "mpesa" ||
          (cents === line.cents &&
            paid_on >= addDays(line.paid_on, -DATE_TOLERANCE_DAYS) &&
            paid_on <= addDays(line.paid_on, DATE_TOLERANCE_DAYS)),
      ),
  });
}

type Typed = {
  client_name: string;
  paid_on: Day;
  amount: number;
  cents: number;
  currency: Currency | undefined;
};

/** Payments with a typed reference, from the first day of a statement on. */
async function typedSince(lines: readonly Line[], today: Day, queryClient: QueryClient) {
  const days = lines.map(({ paid_on }) => paid_on).sort();
  const typed = new Map<string, Typed[]>();
  let from = addDays(days[0] ?? today, -DATE_TOLERANCE_DAYS);
  while (from <= today) {
    const to = [addDays(from, MAX_SPAN_DAYS), today].sort()[0] as Day;
    const { rows } = await queryClient.query({ ...paymentsOf({ from, to }), staleTime: 0 });
    const payments = Map.groupBy(
      rows.filter(({ reference, sample }) => reference !== "" && !sample),
      ({ id, subscription_id, reference }) => `${id ?? subscription_id} ${reference}`,
    );
    for (const [first, ...more] of payments.values()) {
      if (!first) continue;
      const cents = [first, ...more].reduce((sum, { amount }) => sum + toCents(amount), 0);
      const { client_name, paid_on, reference, currency } = first;
      const same = typed.get(normalise(reference)) ?? [];
      typed.set(normalise(reference), [
        ...same,
        { client_name, paid_on, amount: fromCents(cents), cents, currency },
      ]);
    }
    from = addDays(to, 1);
  }
  return typed;
}
