import { counted } from "../../count.ts";
import type { CsvExport } from "../../csv.ts";
import type { ListRules } from "../../lists/rules.ts";
import { searchable } from "../../lists/search.ts";
import { formatCents, fromCents } from "../../money.ts";
import { MAX_SAVED_LINES, type StatementLine } from "../../payments/statement-line.ts";
import { methodName, type NewRenewal } from "../../subscriptions/subscription.ts";
import type { Candidate, Match, State } from "./match.ts";
import { nameOfPayable } from "./match-index.ts";
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

export const nameOfEntry = ({ line }: Entry): string =>
  [line.payer || line.phone || line.number, formatCents(line.cents, line.currency)].join(", ");

/** An entry's match in two lines: the subscription, and the reason. */
export function matchText({ match, chosen, waiting }: Entry): readonly [first: string, why: string] {
  if (chosen) {
    const { says } = chosen.plan;
    return [nameOfPayable(chosen), match.state === "sure" ? match.why : `Chosen: ${says}.`];
  }
  const names = [...new Set(match.candidates.map(nameOfPayable))];
  if (match.state === "recorded" || match.state === "ignored") return [stateNames[match.state], match.why];
  if (names.length === 0) return [waiting ? "Saved, not assigned" : "No match", match.why];
  return [names.length === 1 ? `${names[0]}?` : `${names.length} possible`, match.why];
}

export const linesExport: CsvExport<Entry> = {
  name: "statement lines",
  columns: [
    ["Paid on", ({ line }) => line.paid_on],
    ["Receipt number", ({ line }) => line.number],
    ["Method", ({ line }) => methodName(line.method)],
    ["Payer", ({ line }) => line.payer],
    ["Phone", ({ line }) => line.phone],
    ["Account", ({ line }) => line.account],
    ["Details", ({ line }) => line.details],
    ["Amount", ({ line }) => line.amount],
    ["Currency", ({ line }) => line.currency],
  ],
};

/** A payment to record, or lines to save for later. */
export type Unit = { id: string; entries: readonly Entry[]; kept: boolean };

export const unitsOf = (entries: readonly Entry[]): Unit[] => {
  const kept = entries.filter(isKept);
  return [
    ...entries.flatMap((entry) => (toRecord(entry) ? [{ id: entry.id, entries: [entry], kept: false }] : [])),
    ...Array.from({ length: Math.ceil(kept.length / MAX_SAVED_LINES) }, (_, part) => ({
      id: `kept ${part}`,
      entries: kept.slice(part * MAX_SAVED_LINES, (part + 1) * MAX_SAVED_LINES),
      kept: true,
    })),
  ];
};
/** The number of lines to save, or to record. */
export const linesIn = (units: readonly Unit[], kept: boolean): number =>
  units.filter((unit) => unit.kept === kept).reduce((sum, unit) => sum + unit.entries.length, 0);

/** `Record 2 payments, save 1 line`. */
export const importText = (payments: number, lines: number) =>
  [
    payments > 0 && `Record ${counted(payments, "payment")}`,
    lines > 0 && `${payments > 0 ? "save" : "Save"} ${counted(lines, "line")}`,
  ]
    .filter(Boolean)
    .join(", ");

/** The payment to record for a line. */
export function paymentOf(
  { line, payment, match, waiting }: Pick<Entry, "line" | "payment" | "match" | "waiting">,
  { plan }: Candidate,
): NewRenewal {
  const { number, method, paid_on, amount, currency } = line;
  // A person decided.
  const again = match.state !== "sure" || waiting;
  return {
    id: payment,
    period: plan.period,
    due: fromCents(plan.due),
    ...(plan.periods > 1 && { periods: plan.periods }),
    paid_on,
    amount,
    currency,
    method,
    reference: number,
    line: { number, ...(again && { again: true as const }) },
  };
}

/** A line to save, without what is computed from it. */
export const lineBody = ({ id: _, cents: __, ...line }: Line): StatementLine => line;
