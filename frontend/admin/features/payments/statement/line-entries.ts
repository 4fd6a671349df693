import type { CsvExport } from "../../../../../shared/csv.ts";
import { formatDay } from "../../../../../shared/dates.ts";
import { formatCents, toCents } from "../../../../../shared/money.ts";
import type { Payment } from "../../../../../shared/payments/payment.ts";
import type {
  LineMatch,
  LineResult,
  NewLine,
  StatementLine,
} from "../../../../../shared/payments/statement-line.ts";
import { searchable } from "../../../../../shared/search.ts";
import { methodName } from "../../../../../shared/subscriptions/subscription.ts";
import type { Tone } from "../../../../../shared/tone.ts";
import type { ListRules } from "../../../rules/list-rules.ts";

/** A line of a statement on the screen: whose it is, and what a person decided. */
export type Entry = {
  id: string;
  line: StatementLine;
  match: LineMatch;
  /** The chosen client, and what a person changed of the proposal. */
  chosen?: Pick<NewLine, "to"> & { client_id: string; name: string };
  /** The line will be recorded, or, if it is a reversal, undo its payment. */
  selected: boolean;
  result?: LineResult;
  text: string;
};

export const entryOf = (id: string, line: StatementLine, match: LineMatch): Entry => ({
  id,
  line,
  match,
  ...(match.client_id !== undefined &&
    match.verdict !== "recorded" &&
    match.verdict !== "reversal" && {
      chosen: { client_id: match.client_id, name: match.client_name ?? "" },
    }),
  selected: match.verdict === "sure",
  text: searchable(
    ...[line.code, line.payer, line.phone, line.account, line.details].map((text) => text ?? ""),
    ...match.candidates.map(({ client_name }) => client_name),
  ),
});

/** A payment that nobody has, as a line. */
export const lineOf = (payment: Payment): StatementLine => ({
  ...(payment.reference && { code: payment.reference }),
  paid_on: payment.paid_on,
  amount: payment.amount,
  currency: payment.currency ?? "USD",
  method: payment.method === "mpesa" ? "mpesa" : "bank",
  payer: payment.payer,
  phone: payment.phone,
  account: payment.account,
  details: payment.details,
});

/** A payment that nobody has, before the server is asked whose it is. */
export const entryOfUnmatched = ({ id = "", ignored, account, details, ...payment }: Payment): Entry => ({
  ...entryOf(id, lineOf({ ...payment, account, details }), {
    verdict: "unmatched",
    payment_id: id,
    candidates: [],
    ...(ignored
      ? { ignored: true, why: `${ignored.name} ignored it: ${ignored.reason}` }
      : {
          waiting: true,
          why:
            [account && `Account ${account}`, details].filter(Boolean).join(", ") ||
            "The statement says nothing else.",
        }),
  }),
});

/** Labelled values of the statement, without empty ones. */
export const factsOf = ({ line, match }: Entry): [label: string, value: string][] => {
  const facts: [string, string][] = [
    ["Amount", amountText(line)],
    ["Left to record", match.rest === undefined ? "" : amountText({ ...line, amount: match.rest })],
    ["Paid on", formatDay(line.paid_on)],
    ["Receipt", line.code ?? ""],
    ["From", [line.payer, line.phone].filter(Boolean).join(", ")],
    ["Account", line.account ?? ""],
    ["Details", line.details ?? ""],
  ];
  return facts.filter(([, value]) => value !== "");
};

export type State = "sure" | "doubtful" | "unmatched" | "reversal" | "recorded" | "queued" | "ignored";

export const stateNames: Record<State, string> = {
  sure: "Sure",
  doubtful: "Doubtful",
  unmatched: "Unmatched",
  reversal: "Reversal",
  recorded: "Recorded",
  queued: "In progress",
  ignored: "Ignored",
};

export const stateTones: Record<State, Tone> = {
  sure: "fine",
  doubtful: "soon",
  reversal: "soon",
  unmatched: "overdue",
  ignored: "quiet",
  queued: "quiet",
  recorded: "quiet",
};

const shownStates = ["doubtful", "reversal", "sure", "unmatched", "recorded", "ignored"] as const;

export const stateOptions = [
  ["", "All"] as const,
  ...shownStates.map((state) => [state, stateNames[state]] as const),
];

/** The number of lines in each state, by its name. */
export const countsOf = (entries: readonly Entry[]): (readonly [name: string, lines: number])[] =>
  shownStates.map((state) => [stateNames[state], entries.filter((entry) => stateOf(entry) === state).length]);

export function stateOf({ match, result }: Pick<Entry, "match" | "result">): State {
  if (result?.error) return "doubtful";
  if (result?.state === "reversed") return match.verdict === "reversal" ? "recorded" : "ignored";
  if (["recorded", "queued", "ignored"].includes(result?.state ?? "")) return result?.state as State;
  return match.ignored && match.verdict !== "recorded" ? "ignored" : match.verdict;
}

/** Whether it can be recorded, or undo a payment. */
export const isOpen = (entry: Entry): boolean => !["recorded", "queued"].includes(stateOf(entry));

export const isReversal = ({ match }: Pick<Entry, "match">): boolean => match.verdict === "reversal";
export const isSelectable = (entry: Entry): boolean =>
  isOpen(entry) && stateOf(entry) !== "ignored" && (isReversal(entry) || entry.chosen !== undefined);
const rank: State[] = ["doubtful", "reversal", "sure", "unmatched", "queued", "ignored", "recorded"];

export const entryRules: ListRules<Entry> = {
  textOf: ({ text }) => text,
  filters: { state: stateOf, ignored: ({ match }) => (match.ignored ? "yes" : "") },
  sortKeys: {
    state: (entry) => rank.indexOf(stateOf(entry)),
    paid: ({ line }) => line.paid_on,
    from: ({ line }) => searchable(line.payer ?? ""),
    amount: ({ line }) => toCents(line.amount),
  },
  defaultOrder: { id: "state", desc: false },
};

export const amountText = ({ amount, currency }: Pick<StatementLine, "amount" | "currency">): string =>
  formatCents(toCents(amount), currency);

export const nameOfEntry = ({ line }: Pick<Entry, "line">): string =>
  [line.payer || line.phone || line.code || "Unknown", amountText(line)].join(", ");

/** Whose it is, and why. */
export function matchText(entry: Entry): readonly [first: string, why: string] {
  const { match, chosen, result } = entry;
  const state = stateOf(entry);
  if (result?.error) return [chosen?.name ?? "Not recorded", result.error];
  if (result?.note) return [result.client_name ?? "Not recorded", result.note];
  if (state === "queued")
    return [chosen?.name ?? "", "It is recorded in the background. You can close this page."];
  if (result?.state === "recorded") return [chosen?.name ?? match.client_name ?? "", "Recorded."];
  if (result?.state === "reversed") return [match.client_name ?? "", "The payment was undone."];
  if (state === "recorded") return [match.client_name ?? stateNames.recorded, match.why];
  if (chosen) return [state === "sure" || entry.selected ? chosen.name : `${chosen.name}?`, match.why];
  if (match.verdict === "reversal") return [match.client_name ?? "Undoes a payment", match.why];
  const [candidate, ...otherCandidates] = match.candidates;
  if (!candidate) return [match.waiting ? "Kept, not assigned" : "No match", match.why];
  return [
    otherCandidates.length === 0 ? `${candidate.client_name}?` : `${otherCandidates.length + 1} possible`,
    match.why,
  ];
}

export const linesExport: CsvExport<Pick<Entry, "line">> = {
  name: "unmatched payments",
  columns: [
    ["Paid on", ({ line }) => line.paid_on],
    ["Receipt number", ({ line }) => line.code ?? ""],
    ["Method", ({ line }) => methodName(line.method)],
    ["Payer", ({ line }) => line.payer ?? ""],
    ["Phone", ({ line }) => line.phone ?? ""],
    ["Account", ({ line }) => line.account ?? ""],
    ["Details", ({ line }) => line.details ?? ""],
    ["Amount", ({ line }) => line.amount],
    ["Currency", ({ line }) => line.currency],
  ],
};
