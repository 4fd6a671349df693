import type { QueryClient } from "@tanstack/react-query";
import { addDays, type Day } from "../../../../../shared/day.ts";
import { type Currency, fromCents, toCents } from "../../../../../shared/money.ts";
import { type KnownLine, mostAsked } from "../../../../../shared/statement-lines.ts";
import { request } from "../../../../api.ts";
import type { ListRules } from "../../../components/table/list.ts";
import { searchable } from "../../../components/table/search.ts";
import { inTurn } from "../../../queries/in-turn.ts";
import { paymentsOf } from "../../../queries/payments.ts";
import { onceMore } from "../../../query-client.ts";
import { type Before, type Candidate, type Match, nameOfSold, type State } from "./match.ts";
import type { Line } from "./read.ts";

/** A line as it is looked at: whose it may be, and what was decided. */
export type Entry = {
  id: string;
  line: Line;
  match: Match;
  /** It waits to be assigned already. */
  waiting: boolean;
  chosen: Candidate | undefined;
  ticked: boolean;
  /** Of the payment that may become of it: sent again, it is recorded once. */
  payment: string;
  text: string;
};

export const entryOf = (line: Line, match: Match, waiting: boolean): Entry => ({
  ...{ id: line.id, line, match, waiting, payment: crypto.randomUUID() },
  chosen: match.state === "sure" ? match.candidates[0] : undefined,
  ticked: match.state === "sure",
  text: searchable(
    ...[line.number, line.payer, line.phone, line.account, line.details],
    ...match.candidates.map(nameOfSold),
  ),
});

/** What will be recorded of an entry, as it was decided. */
export const toRecord = ({ ticked, chosen, match }: Entry): Candidate | undefined =>
  ticked && match.state !== "recorded" ? chosen : undefined;
/** Whether it is kept, to be assigned later. */
export const isKept = (entry: Entry): boolean =>
  !entry.waiting && !toRecord(entry) && !["recorded", "aside"].includes(entry.match.state);

export const stateNames: Record<State, string> = {
  sure: "Sure",
  doubtful: "Doubtful",
  unmatched: "Unmatched",
  aside: "Set aside",
  recorded: "Recorded before",
};
const rank = ["doubtful", "sure", "unmatched", "aside", "recorded"];

export const entryRules: ListRules<Entry> = {
  textOf: ({ text }) => text,
  filters: { state: ({ match }) => match.state },
  sortKeys: {
    state: ({ match }) => rank.indexOf(match.state),
    paid: ({ line }) => line.paid_on,
    from: ({ line }) => searchable(line.payer),
    amount: ({ line }) => line.cents,
  },
  usualOrder: { id: "state", desc: false },
};

const spoken = (number: string): string => number.toUpperCase().replaceAll(/\s+/g, "");

/** As far as one list of payments reaches. */
const atOnce = 365;
/** Days by which a payment may be typed under another day than its statement's. */
const slack = 7;

/** What is on record of lines already: by their keys, and by the references that people have typed. */
export async function beforeOf(
  lines: readonly Line[],
  today: Day,
  queryClient: QueryClient,
  onProgress: (share: number) => void,
): Promise<(line: Line) => Before> {
  const known = new Map<string, KnownLine>();
  const parts = Array.from({ length: Math.ceil(lines.length / mostAsked) }, (_, part) =>
    lines.slice(part * mostAsked, (part + 1) * mostAsked),
  );
  let asked = 0;
  const askFor = async (part: readonly Line[]) => {
    const body = {
      lines: part.map(({ number, method, paid_on, amount }) => ({ number, method, paid_on, amount })),
    };
    const answer = await inTurn(() => onceMore(() => request("POST /api/v1/payments/lines/known", { body })));
    for (const one of answer.lines) known.set(one.key, one);
    asked += 1;
    onProgress(asked / parts.length);
  };
  const [typed] = await Promise.all([typedSince(lines, today, queryClient), ...parts.map(askFor)]);
  return (line) => ({
    known: known.get(line.id),
    typed: typed
      .get(spoken(line.number))
      ?.find(
        ({ cents, paid_on }) =>
          line.method === "mpesa" ||
          (cents === line.cents &&
            paid_on >= addDays(line.paid_on, -slack) &&
            paid_on <= addDays(line.paid_on, slack)),
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

/** Payments with a reference, from the first day of a statement on. Those of releases before left no other trace. */
async function typedSince(lines: readonly Line[], today: Day, queryClient: QueryClient) {
  const days = lines.map(({ paid_on }) => paid_on).sort();
  const typed = new Map<string, Typed[]>();
  let from = addDays(days[0] ?? today, -slack);
  while (from <= today) {
    const to = [addDays(from, atOnce), today].sort()[0] as Day;
    const { rows } = await queryClient.query({ ...paymentsOf({ from, to }), staleTime: 0 });
    const payments = Map.groupBy(
      rows.filter(({ reference, sample }) => reference !== "" && !sample),
      ({ id, subscription_id, reference }) => `${id ?? subscription_id} ${reference}`,
    );
    for (const [first, ...more] of payments.values()) {
      if (!first) continue;
      const cents = [first, ...more].reduce((sum, { amount }) => sum + toCents(amount), 0);
      const { client_name, paid_on, reference, currency } = first;
      const same = typed.get(spoken(reference)) ?? [];
      typed.set(spoken(reference), [
        ...same,
        { client_name, paid_on, amount: fromCents(cents), cents, currency },
      ]);
    }
    from = addDays(to, 1);
  }
  return typed;
}
