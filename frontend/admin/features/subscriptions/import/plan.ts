import { BillingDateError, startBilling } from "../../../../../shared/billing/next-billing-date.ts";
import { normalizeText } from "../../../../../shared/characters.ts";
import type { Client } from "../../../../../shared/clients/client.ts";
import type { Day } from "../../../../../shared/day.ts";
import { type Currency, currencyNames, currencyOf, fromCents } from "../../../../../shared/money.ts";
import {
  Frequency,
  NewSubscription,
  type Subscription,
  SubscriptionChange,
} from "../../../../../shared/subscriptions/subscription.ts";
import { errorsOf } from "../../../components/form/errors.ts";
import {
  type Cells,
  type Difference,
  idOf,
  isAsExported,
  joinProblems,
  parseChoice,
  parseYesNo,
  type RowPlan,
} from "../../../components/import/plan-rows.ts";
import type { Field } from "../../../csv/columns.ts";
import { type DayOrder, parseCents, parseCurrency, parseDay } from "../../../csv/values.ts";
import { money } from "../../../labels/amount.ts";
import { frequencyName, statusNames } from "../../../labels/billing.ts";
import { formatDay } from "../../../labels/dates.ts";
import { entriesOf } from "../portfolio.ts";

export type Name =
  | ("client" | "email" | "reference" | "service" | "amount" | "currency" | "frequency")
  | ("start" | "next" | "status" | "muted" | "sample" | "id");

/** The first alias is the column of our own export. */
export const subscriptionFields: readonly Field<Name>[] = [
  {
    name: "client",
    label: "Client",
    required: true,
    aliases: ["client", "clientname", "customer", "customername", "name"],
  },
  { name: "email", label: "Email", aliases: ["email", "emailaddress", "clientemail", "baruapepe"] },
  { name: "reference", label: "Payment reference", aliases: ["paymentreference"] },
  { name: "service", label: "Service", aliases: ["service", "product", "description", "huduma"] },
  { name: "amount", label: "Amount", required: true, aliases: ["amount", "price", "fee", "kiasi"] },
  { name: "currency", label: "Currency", aliases: ["currency"] },
  {
    name: "frequency",
    label: "Frequency",
    required: true,
    aliases: ["frequency", "billingfrequency", "billing", "cycle"],
  },
  { name: "start", label: "Started", required: true, aliases: ["started", "startdate", "start", "from"] },
  {
    name: "next",
    label: "Next billing",
    aliases: ["nextbilling", "nextbillingdate", "nextdue", "duedate", "renewaldate"],
  },
  { name: "status", label: "Status", aliases: ["status", "state"] },
  { name: "muted", label: "Muted", aliases: ["muted"] },
  { name: "sample", label: "Sample", aliases: ["sample"] },
  { name: "id", label: "Id", aliases: ["id", "subscriptionid"] },
];

/** Columns of the export that cannot be imported. */
export const ignoredColumns = ["phone", "partpaid", "due", "added"];

export type ImportAction =
  | { kind: "create"; body: NewSubscription & { id: string } }
  | { kind: "change"; subscription: Subscription; body: SubscriptionChange & { version: number } };

export type Stored = {
  clients: readonly Client[];
  subscriptions: readonly Subscription[];
  today: Day;
  /** For rows without a currency. */
  usual: Currency;
};

const labelOf = (name: Name) => subscriptionFields.find((field) => field.name === name)?.label ?? name;

const frequencyNames = Object.fromEntries(
  Frequency.options.map((frequency) => [frequency, frequencyName(frequency)]),
) as Record<Frequency, string>;
const otherFrequencies: Record<string, Frequency> = {
  annual: "yearly",
  annually: "yearly",
  "half-yearly": "semi-annual",
  biannual: "semi-annual",
  "every month": "monthly",
};
const parseFrequency = (cell: string): string =>
  parseChoice(cell, frequencyNames) ?? otherFrequencies[cell.toLowerCase()] ?? cell;

const parseCurrencyName = (cell: string) =>
  parseChoice(cell, currencyNames) ??
  parseChoice(cell, { USD: "US$", KES: "KSh" }) ??
  (cell === "$" ? "USD" : undefined);

/** The values of a row; missing ones are not in the file. */
type ParsedRow = {
  service?: string;
  amount?: number;
  currency?: Currency;
  frequency?: string;
  start_date?: Day;
  next_billing_date?: Day;
  status?: Subscription["status"];
  muted?: boolean;
};

const shown: Record<keyof ParsedRow, (value: never, currency: Currency) => string> = {
  service: (service: string) => service,
  amount: (amount: number, currency) => money(amount, currency),
  currency: (currency: Currency) => currencyNames[currency],
  frequency: frequencyName,
  start_date: formatDay,
  next_billing_date: formatDay,
  status: (status: Subscription["status"]) => statusNames[status],
  muted: (muted: boolean) => (muted ? "yes" : "no"),
};
const nameOfValue: Record<keyof ParsedRow, Name> = {
  service: "service",
  amount: "amount",
  currency: "currency",
  frequency: "frequency",
  start_date: "start",
  next_billing_date: "next",
  status: "status",
  muted: "muted",
};
const values = Object.keys(nameOfValue) as (keyof ParsedRow)[];

function parseRow(cells: Cells<Name>, order: DayOrder) {
  const parsed: ParsedRow = {};
  const problems: string[] = [];
  const read = <V>(name: Name, parse: (cell: string) => V | undefined, expected: string): V | undefined => {
    const cell = cells(name);
    if (!cell) return undefined;
    const value = parse(cell);
    if (value === undefined) problems.push(`${labelOf(name)}: “${cell}” is not ${expected}.`);
    return value;
  };
  const cellValues: { [V in keyof ParsedRow]: ParsedRow[V] | undefined } = {
    service: cells("service"),
    amount: read("amount", parseCents, "a clear amount"),
    currency: read("currency", parseCurrencyName, "valid"),
    frequency: read("frequency", parseFrequency, "valid"),
    start_date: read("start", (cell) => parseDay(cell, order), "a date"),
    next_billing_date: read("next", (cell) => parseDay(cell, order), "a date"),
    status: read("status", (cell) => parseChoice(cell, statusNames), "valid"),
    muted: cells("muted") === undefined ? undefined : (read("muted", parseYesNo, "yes or no") ?? false),
  };
  if (cellValues.amount !== undefined) cellValues.amount = fromCents(cellValues.amount);
  const beside = parseCurrency(cells("amount") ?? "");
  cellValues.currency ??= beside;
  if (beside && beside !== cellValues.currency)
    problems.push(`${labelOf("amount")}: “${cells("amount")}” has another currency than the row.`);
  for (const value of values)
    if (cellValues[value] !== undefined) Object.assign(parsed, { [value]: cellValues[value] });
  return { parsed, problems };
}

const dateOf = (text: string): Day => text.split("T", 1)[0] ?? "";
const storedOf = (subscription: Subscription): Required<ParsedRow> => ({
  service: normalizeText(subscription.service ?? "").trim(),
  amount: subscription.amount,
  currency: currencyOf(subscription),
  frequency: subscription.frequency,
  start_date: dateOf(subscription.start_date),
  next_billing_date: subscription.next_billing_date,
  status: subscription.status,
  muted: subscription.muted ?? false,
});

const lower = (text: string) => text.toLowerCase();
const parseReference = (cell: string): string => cell.replaceAll(/[\s.-]/g, "").padStart(7, "0");
const inactiveClient = "The client is inactive. Make the client active first.";
const sampleClient = "The client is sample data. An import cannot add subscriptions to it.";

/** Returns a function that plans one row against the stored records. */
export function subscriptionPlanner(
  { clients, subscriptions, today, usual }: Stored,
  order: DayOrder,
): (cells: Cells<Name>) => Promise<RowPlan<ImportAction>> {
  const byId = new Map(subscriptions.map((one) => [one.id, one]));
  const ofClient = Map.groupBy(subscriptions, ({ client_id }) => client_id);
  const clientOf = new Map(clients.map((client) => [client.id, client]));
  const reachable = clients.filter(({ erased_at }) => !erased_at);
  const byEmail = Map.groupBy(reachable, ({ email }) => lower(email));
  const byName = Map.groupBy(reachable, ({ name }) => lower(name));
  const byReference = new Map(reachable.map((client) => [client.payment_reference, client]));
  const entries = new Map(
    entriesOf(subscriptions, { rows: clients, complete: true }, today).map((entry) => [entry.id, entry]),
  );

  /** The client that a row names, or the problem. */
  function findClient(cells: Cells<Name>): Client | string {
    const [name = "", email = "", reference = ""] = [cells("client"), cells("email"), cells("reference")];
    if (email || !reference) {
      const found = (email ? byEmail.get(lower(email)) : byName.get(lower(name))) ?? [];
      // If several clients share an address, the name decides.
      const named = found.length > 1 ? found.filter((client) => lower(client.name) === lower(name)) : found;
      const what = email ? `the email address ${email}` : `the name “${name}”`;
      if (found.length === 0) return `No client has ${what}. Import or add the client first.`;
      if (named.length !== 1 || !named[0])
        return `${found.length} clients have ${what}. Enter the payment reference of the right one.`;
      if (reference && byReference.get(parseReference(reference)) !== named[0])
        return `The payment reference does not belong to ${named[0].name}.`;
      return named[0];
    }
    return byReference.get(parseReference(reference)) ?? `No client has the payment reference ${reference}.`;
  }

  /** Whether a row names the subscription's client as in the export. */
  function isOwn(subscription: Subscription, cells: Cells<Name>): boolean {
    const entry = entries.get(subscription.id);
    const owner = clientOf.get(subscription.client_id);
    const reference = cells("reference");
    const isCell = (name: Name, value: string) => {
      const cell = cells(name);
      return cell === undefined || isAsExported(cell, value);
    };
    return (
      entry !== undefined &&
      isCell("client", entry.client_name) &&
      isCell("email", entry.client_email) &&
      (!reference || parseReference(reference) === owner?.payment_reference)
    );
  }

  return async (cells) => {
    const { parsed, problems } = parseRow(cells, order);
    const name = [cells("client") || cells("email"), parsed.service].filter(Boolean).join(", ") || "No name";
    const wrong = (problem: string, recordId?: string): RowPlan<ImportAction> => ({
      name,
      recordId,
      status: "wrong",
      problem,
    });
    const id = lower(cells("id") ?? "");
    if (id) {
      const subscription = byId.get(id);
      if (!subscription) return wrong("No subscription has this Id. Leave it empty for a new one.");
      const clientId = isOwn(subscription, cells) ? subscription.client_id : findClient(cells);
      if (typeof clientId !== "string") return changeOf(subscription, clientId.id, parsed, problems, name);
      return clientId === subscription.client_id
        ? changeOf(subscription, clientId, parsed, problems, name)
        : wrong(clientId, id);
    }
    if (parseYesNo(cells("sample") ?? "")) return wrong("Sample data is not imported.");
    const clientId = findClient(cells);
    if (typeof clientId === "string") return wrong(clientId);
    // The currency is explicit, so that the preview is right even if Settings change before saving.
    const body = { currency: usual, ...parsed, client_id: clientId.id } as NewSubscription;
    const missing = [
      parsed.amount === undefined && !cells("amount") && "Enter the amount, or 0 if it is free.",
      parsed.start_date === undefined && !cells("start") && "Enter the start date.",
      parsed.frequency === undefined && "Enter the frequency.",
    ].filter((one) => one !== false);
    const errors = errorsOf(NewSubscription, body);
    // `missing` reports these.
    const required = ["amount", "start_date", "frequency"] as const;
    for (const one of required) if (parsed[one] === undefined) delete errors[one];
    const problem = joinProblems([...missing, ...problems, ...Object.values(errors)]);
    if (problem) return wrong(problem);
    const made = NewSubscription.parse(body);
    const identity = [clientId.id, lower(made.service ?? ""), made.start_date, made.frequency];
    const same = (ofClient.get(clientId.id) ?? []).filter(
      (one) =>
        (parsed.service === undefined || lower(one.service ?? "") === identity[1]) &&
        dateOf(one.start_date) === made.start_date &&
        one.frequency === made.frequency,
    );
    if (same.length > 1)
      return wrong(`${same.length} subscriptions of this client match. Enter the Id of the right one.`);
    if (same[0]) return changeOf(same[0], clientId.id, parsed, problems, name);
    const newId = await idOf("subscription", ...identity);
    if (byId.has(newId))
      return wrong(
        "It was imported before and has changed its service, start date or frequency. Enter its Id.",
        newId,
      );
    if (clientId.sample) return wrong(sampleClient, newId);
    if (clientId.status !== "active") return wrong(inactiveClient, newId);
    const first = firstOf(made, today);
    if (first.refused !== undefined) return wrong(first.refused, newId);
    return {
      name,
      recordId: newId,
      status: "new",
      differences: listDifferences(
        {},
        { ...parsed, next_billing_date: first.date },
        parsed.currency ?? usual,
      ),
      action: { kind: "create", body: { ...made, id: newId } },
    };
  };

  function changeOf(
    subscription: Subscription,
    client_id: string,
    parsed: ParsedRow,
    problems: readonly string[],
    name: string,
  ): RowPlan<ImportAction> {
    const { id, version } = subscription;
    const known = { name, recordId: id };
    const wrong = (problem: string): RowPlan<ImportAction> => ({ ...known, status: "wrong", problem });
    const before = storedOf(subscription);
    const changed = Object.fromEntries(
      values.flatMap((value) =>
        parsed[value] === undefined || parsed[value] === before[value] ? [] : [[value, parsed[value]]],
      ),
    ) as ParsedRow;
    const moved = client_id !== subscription.client_id;
    if (Object.keys(changed).length === 0 && !moved && problems.length === 0)
      return { ...known, status: "same" };
    const owner = clientOf.get(subscription.client_id);
    if (subscription.sample) return wrong("This is sample data. An import cannot change it.");
    if (owner?.erased_at) return wrong("The client was erased. An import cannot change their subscriptions.");
    const clientId = clientOf.get(client_id);
    if (moved && clientId?.sample) return wrong(sampleClient);
    if (moved && clientId?.status !== "active") return wrong(inactiveClient);
    // The file's date counts, even if a new schedule would move it.
    const rescheduled = changed.start_date !== undefined || changed.frequency !== undefined;
    const { amount, frequency, start_date } = { ...before, ...changed };
    const next = rescheduled ? parsed.next_billing_date : changed.next_billing_date;
    const body = {
      ...{ client_id, amount, frequency, start_date, version },
      ...changed,
      ...(next && { next_billing_date: next }),
    } as SubscriptionChange & { version: number };
    const problem = joinProblems([...problems, ...Object.values(errorsOf(SubscriptionChange, body))]);
    if (problem) return wrong(problem);
    const made = { ...SubscriptionChange.parse(body), version };
    const differences = [
      ...(moved ? [{ label: "Client", before: owner?.name ?? "", after: clientId?.name ?? "" }] : []),
      ...listDifferences(before, changed, changed.currency ?? before.currency),
      ...(rescheduled && !next
        ? [
            {
              label: "Next billing",
              before: formatDay(before.next_billing_date),
              after: "computed from the new schedule",
            },
          ]
        : []),
    ];
    return { ...known, status: "changed", differences, action: { kind: "change", subscription, body: made } };
  }
}

function firstOf(made: NewSubscription, today: Day): { date: Day; refused?: never } | { refused: string } {
  try {
    return { date: startBilling(made, today).next_billing_date };
  } catch (error) {
    if (error instanceof BillingDateError) return { refused: error.message };
    throw error;
  }
}

function listDifferences(before: ParsedRow, after: ParsedRow, currency: Currency): Difference[] {
  const text = (value: keyof ParsedRow, of: ParsedRow, in_: Currency) =>
    of[value] === undefined ? "" : shown[value](of[value] as never, in_);
  return values.flatMap((value) =>
    // New records list only filled values.
    after[value] === undefined || (!after[value] && before[value] === undefined)
      ? []
      : [
          {
            label: labelOf(nameOfValue[value]),
            before: text(value, before, before.currency ?? currency),
            after: text(value, after, currency),
          },
        ],
  );
}

/** Whether the stored billing date differs from the file's. */
export const isOffDate = (body: SubscriptionChange, stored: Subscription): boolean =>
  body.next_billing_date !== undefined && body.next_billing_date !== stored.next_billing_date;
