import { isReceiptCode } from "../../../../../../shared/billing/matching/codes.ts";
import { type Columns, type Field, normalisedName } from "../../../../../../shared/imports/columns.ts";
import { parseCents } from "../../../../../../shared/parse-amount.ts";
import { parseDay } from "../../../../../../shared/parse-day.ts";
import type { ColumnName } from "../../../../../../shared/payments/layout.ts";
import type { Row } from "../../../../components/import/row.ts";
import type { Table } from "../../../../components/import/table.ts";
import { currenciesIn } from "./stated.ts";
import { sideOf, stateOf } from "./words.ts";

const remark = /detail|descri|narrat|particular|remark|memo|^notes?$|maelezo|purpose/;

/** In the order in which they take a column. */
export const statementFields: readonly Field<ColumnName>[] = [
  {
    name: "code",
    label: "Receipt number",
    aliases: [
      "receiptno",
      "receiptnumber",
      "transactionid",
      "transactionreference",
      "transactionref",
      "referenceno",
      "referencenumber",
      "reference",
      "refno",
      "bankreference",
    ],
    pattern:
      /^(?:mpesa)?receipt(?:no|code|number|id)?$|ref(?:erence)?(?:no|num|number|id|code)?$|^(?:chq|cheque|instrument|voucher)(?:no|number)?$|^(?:transaction|trans?|txn)(?:id|no|number|code)$|^kumbukumbu/,
  },
  {
    name: "day",
    label: "Paid on",
    required: true,
    aliases: [
      "completiontime",
      "transactiondate",
      "trandate",
      "txndate",
      "valuedate",
      "postingdate",
      "date",
      "tarehe",
    ],
    pattern: /date|tarehe|siku|(?:completion|transaction|txn)time|^(?:day|time|when|posted|paid ?on)$/,
  },
  {
    name: "side",
    label: "Money in or out",
    aliases: ["drcr", "crdr", "dc", "cd", "debitcredit", "creditdebit", "drcrindicator", "sign", "direction"],
    pattern:
      /^(?:dr|debit|d)\/?(?:cr|credit|c)|^(?:cr|credit)(?:dr|debit)|indicator|^type$|^(?:transaction|trans?|txn|entry)type$/,
  },
  {
    name: "paidIn",
    label: "Paid in",
    required: true,
    aliases: [
      "paidin",
      "moneyin",
      "credit",
      "credits",
      "creditamount",
      "deposit",
      "deposits",
      "amount",
      "kiasi",
    ],
    pattern:
      /paidin|moneyin|credit|deposit|lodge?ment|inflow|received|incoming|^cr(?:amount)?(?:kes|ksh|usd)?$|zilizoingia|^(?!.*(?:debit|withdr|out|balance|^dr)).*(?:amount|kiasi)/,
  },
  {
    name: "withdrawn",
    label: "Withdrawn",
    aliases: [
      "withdrawn",
      "moneyout",
      "paidout",
      "debit",
      "debits",
      "debitamount",
      "withdrawal",
      "withdrawals",
    ],
    pattern: /withdr|moneyout|paidout|debit|outflow|outgoing|^dr(?:amount)?(?:kes|ksh|usd)?$|zilizotoka/,
  },
  {
    name: "currency",
    label: "USD or KES",
    aliases: ["currency", "ccy", "curr", "sarafu"],
    pattern: /currency|ccy/,
  },
  {
    name: "balance",
    label: "Balance",
    aliases: ["balance", "runningbalance", "bookbalance", "ledgerbalance", "closingbalance", "salio"],
    pattern: /balance|salio/,
  },
  {
    name: "payer",
    label: "Who paid",
    aliases: ["otherpartyinfo", "payer", "name", "sender", "from"],
    pattern:
      /otherparty|counterpart|payer|paidby|sender|remitter|orderingcustomer|depositor|customername|mlipaji/,
  },
  {
    name: "account",
    label: "Account they gave",
    aliases: ["acno", "accountno", "accountnumber", "account"],
    pattern: /^(?:bill|customer|client)?(?:ac|acc|account)(?:no|number|ref|reference)?$|billref/,
  },
  {
    name: "details",
    label: "Details",
    aliases: ["details", "description", "narration", "narrative", "particulars", "maelezo"],
    pattern: remark,
  },
  {
    name: "status",
    label: "Status",
    aliases: ["transactionstatus", "status"],
    pattern: /status|state$|^hali/,
  },
  {
    name: "linked",
    label: "Linked transaction",
    aliases: ["linkedtransactionid", "linkedtransaction", "originaltransactionid"],
  },
];

/** Whether the columns are those of the M-Pesa organisation portal. */
export const isMpesa = (header: readonly string[]): boolean => {
  const names = new Set(header.map(normalisedName));
  return ["receiptno", "completiontime", "paidin", "otherpartyinfo"].every((name) => names.has(name));
};

/** A longer file is judged by its first rows. */
export const SAMPLE_ROWS = 300;
/** A column of words has no more different ones. */
const MAX_WORDS = 12;
const MIN_DETAILS_LENGTH = 8;

/** The different values of a column, without empty ones. */
export const valuesIn = (rows: readonly Row[], at: number | undefined): string[] => [
  ...new Set(rows.map(({ cells }) => cells[at ?? -1] ?? "").filter((cell) => /[^-–—.\s]/.test(cell))),
];

const isShare = (cells: readonly string[], share: number, matches: (cell: string) => boolean): boolean =>
  cells.filter(matches).length >= share * cells.length;

const isDay = (cell: string) => (parseDay(cell, "dmy") ?? parseDay(cell, "mdy")) !== undefined;
/** Also one that cannot be read: its row is listed then. */
const isAmount = (cell: string) => /\d/.test(cell) && (parseCents(cell) !== undefined || !isDay(cell));
const hasLetters = (cell: string) => /\p{L}{2}/u.test(cell);

/** Whether the values of a column can be what a field holds. */
const canHold: Partial<Record<ColumnName, (values: readonly string[]) => boolean>> = {
  day: (values) => isShare(values, 0.5, isDay),
  paidIn: (values) => isShare(values, 0.5, isAmount),
  withdrawn: (values) => isShare(values, 0.5, isAmount),
  balance: (values) => isShare(values, 0.5, isAmount),
  side: (values) => values.length <= 4 && values.some((value) => sideOf(value) !== undefined),
  currency: (values) =>
    values.length <= 4 && isShare(values, 0.5, (cell) => /^\W*[\p{L}$]{1,9}\W*$/u.test(cell)),
  status: (values) => values.length <= MAX_WORDS && isShare(values, 1, (cell) => /\p{L}/u.test(cell)),
  details: (values) => values.some(hasLetters),
  payer: (values) => values.some((cell) => /[\p{L}\d]/u.test(cell)),
};

const areStates = (values: readonly string[]): boolean =>
  values.length <= MAX_WORDS &&
  values.every((value) => stateOf(value) !== undefined) &&
  values.some((value) => stateOf(value) === "arrived");

/** Recognises a column without a known name by its values. */
const byContent: readonly [name: ColumnName, matches: (values: readonly string[]) => boolean][] = [
  ["code", (values) => isShare(values, 0.8, isReceiptCode)],
  ["day", (values) => isShare(values, 0.8, (cell) => /\D/.test(cell) && isDay(cell))],
  ["side", (values) => values.length <= 4 && values.every((value) => sideOf(value) !== undefined)],
  ["currency", (values) => values.every((value) => currenciesIn(value).length === 1 && value.length < 8)],
  ["status", areStates],
];

/** Which column holds what, by its name and by what it contains. */
export function guessColumns({ header, rows }: Pick<Table, "header" | "rows">): Columns<ColumnName> {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const names = header.map(normalisedName);
  const values = header.map((_, at) => valuesIn(sample, at));
  const columns: Columns<ColumnName> = {};
  const isFree = (at: number) => !Object.values(columns).includes(at);
  const holds = (name: ColumnName, at: number) =>
    isFree(at) && (values[at]?.length === 0 || (canHold[name]?.(values[at] ?? []) ?? true));
  const isOnly = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
  for (const { name, aliases } of statementFields) {
    const alias = aliases.find(
      (alias) => isOnly(alias) && names.includes(alias) && holds(name, names.indexOf(alias)),
    );
    if (alias !== undefined) columns[name] = names.indexOf(alias);
  }
  for (const { name, pattern } of statementFields) {
    if (columns[name] !== undefined || !pattern) continue;
    const like = names.flatMap((header, at) =>
      pattern.test(header) && isOnly(header) && holds(name, at) ? [at] : [],
    );
    // Of two columns of texts, one is read as the other is.
    if (like.length === 1 || (like.length > 0 && ["details", "day"].includes(name)))
      columns[name] = like[0] ?? 0;
  }
  for (const [name, matches] of byContent) {
    if (columns[name] !== undefined) continue;
    const like = values.flatMap((cells, at) => {
      const isRemark = name === "status" && remark.test(names[at] ?? "");
      return cells.length > 0 && isFree(at) && !isRemark && matches(cells) ? [at] : [];
    });
    if (like.length > 0) columns[name] = like[0] ?? 0;
  }
  columns.details ??= longestText(values, isFree);
  return Object.fromEntries(Object.entries(columns).filter(([, at]) => at !== undefined));
}

/** The column with the longest texts. */
function longestText(values: readonly (readonly string[])[], isFree: (at: number) => boolean) {
  const lengths = values.map((cells, at) => {
    const texts = cells.filter(hasLetters);
    return isFree(at) && texts.length > 0 ? texts.join("").length / texts.length : 0;
  });
  const longest = Math.max(...lengths);
  return longest >= MIN_DETAILS_LENGTH ? lengths.indexOf(longest) : undefined;
}

/** The other columns of remarks: what they say belongs to the details. */
export const remarkColumns = ({ header }: Pick<Table, "header">, columns: Columns<ColumnName>): number[] =>
  header.flatMap((name, at) =>
    remark.test(normalisedName(name)) && !Object.values(columns).includes(at) ? [at] : [],
  );

/** Whether a column has M-Pesa's receipt codes: then it is a statement of M-Pesa, whatever its columns are called. */
export function hasReceiptCodes({ header, rows }: Table, { code }: Columns<ColumnName>): boolean {
  if (isMpesa(header)) return true;
  const codes = valuesIn(rows.slice(0, SAMPLE_ROWS), code);
  return codes.length > 0 && isShare(codes, 0.8, isReceiptCode);
}

/** A column of short words that can say what the amounts are, if they have no sign and no column for what went out. */
export function sideCandidate({ header, rows }: Table, columns: Columns<ColumnName>): number | undefined {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const { paidIn, withdrawn, side } = columns;
  if (paidIn === undefined || withdrawn !== undefined || side !== undefined) return undefined;
  const amounts = valuesIn(sample, paidIn);
  if (amounts.some((cell) => /[-−(]|\b[cd]r\b/i.test(cell))) return undefined;
  const at = header.findIndex((_, index) => {
    const words = valuesIn(sample, index);
    const isFree = !Object.values(columns).includes(index);
    return isFree && words.length >= 2 && words.length <= 3 && words.every((word) => !/\d/.test(word));
  });
  return at < 0 ? undefined : at;
}
