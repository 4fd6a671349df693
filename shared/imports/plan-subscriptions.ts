import { BillingDateError, startBilling } from "../billing/next-billing-date.ts";
import type { Client } from "../clients/client.ts";
import { count } from "../count.ts";
import { formatDay } from "../dates.ts";
import type { Day } from "../day.ts";
import { errorsOf } from "../errors.ts";
import type { Currency } from "../money.ts";
import { parseCurrency } from "../parse-amount.ts";
import { NewSubscription, type Subscription, SubscriptionChange } from "../subscriptions/subscription.ts";
import { clientFinder } from "./find-client.ts";
import type { Duplicates } from "./import.ts";
import {
  type Cells,
  isAsExported,
  joinProblems,
  parseCells,
  parseReference,
  parseYesNo,
  type RowPlan,
} from "./plan-rows.ts";
import { type Name, readable, written } from "./subscription-fields.ts";

export type SubscriptionWrite =
  | { kind: "create"; body: NewSubscription }
  | { kind: "change"; subscription: Subscription; body: SubscriptionChange & { version: number } };

export type SubscriptionPlan = RowPlan<SubscriptionWrite>;

export type Stored = {
  clients: readonly Client[];
  subscriptions: readonly Subscription[];
  today: Day;
  /** For rows without a currency. */
  usual: Currency;
};

const lower = (text: string) => text.toLowerCase();
const inactiveClient = "The client is inactive. Make the client active first.";
const sampleClient = "The client is sample data. An import cannot add subscriptions to it.";

/** Returns a function that plans one row against the stored records. */
export function subscriptionPlanner(
  stored: Stored,
): (cells: Cells<Name>, duplicates?: Duplicates) => SubscriptionPlan {
  const records = indexed(stored);
  return (fileCells, duplicates = "skip") => {
    const cells = readable(fileCells);
    const owner = cells("client_name") || cells("client_email");
    const row = { cells, name: [owner, cells("service")].filter(Boolean).join(", ") || "No name" };
    const id = lower(cells("id") ?? "");
    if (id) return planById(id, row, records);
    if (parseYesNo(cells("sample") ?? "")) return wrong(row, "Sample data is not imported.");
    const client = findClient(cells, records);
    return typeof client === "string" ? wrong(row, client) : planOf(client, row, duplicates, records);
  };
}

type Records = ReturnType<typeof indexed>;

const indexed = ({ clients, subscriptions, today, usual }: Stored) => ({
  byId: new Map(subscriptions.map((subscription) => [subscription.id, subscription])),
  ofClient: Map.groupBy(subscriptions, ({ client_id }) => client_id),
  clientOf: new Map(clients.map((client) => [client.id, client])),
  find: clientFinder(clients),
  today,
  usual,
});

type Row = { cells: Cells<Name>; name: string };

const wrong = ({ name }: Row, why: string): SubscriptionPlan => ({ name, action: "wrong", why });

const findClient = (cells: Cells<Name>, { find }: Records) =>
  find({
    name: cells("client_name") ?? "",
    email: cells("client_email") ?? "",
    reference: cells("client_reference") ?? "",
  });

/** A row with an Id changes that subscription. */
function planById(id: string, row: Row, records: Records): SubscriptionPlan {
  const subscription = records.byId.get(id);
  if (!subscription) return wrong(row, "No subscription has this Id. Leave it empty for a new one.");
  const owner = records.clientOf.get(subscription.client_id);
  const client = isOwn(owner, row.cells) ? subscription.client_id : findClient(row.cells, records);
  if (typeof client !== "string") return planChange(subscription, client.id, row, records);
  return client === subscription.client_id
    ? planChange(subscription, client, row, records)
    : wrong(row, client);
}

/** Whether a row names the subscription's client as in the export. */
function isOwn(owner: Client | undefined, cells: Cells<Name>): boolean {
  const reference = cells("client_reference");
  const isCell = (name: Name, value: string) => {
    const cell = cells(name);
    return cell === undefined || isAsExported(cell, value);
  };
  return (
    isCell("client_name", owner?.name ?? "Unknown Client") &&
    isCell("client_email", owner?.email ?? "") &&
    (!reference || parseReference(reference) === owner?.payment_reference)
  );
}

/** A row without an Id changes the client's subscription that it describes, or is a new one. */
function planOf(client: Client, row: Row, duplicates: Duplicates, records: Records): SubscriptionPlan {
  const { cells, name } = row;
  const parsed = parseNew(cells, client, records);
  if (parsed.problem !== undefined) return wrong(row, parsed.problem);
  const { newSubscription } = parsed;
  const ofThisClient = records.ofClient.get(client.id) ?? [];
  const service = lower(newSubscription.service ?? "");
  const same = ofThisClient.filter(
    (subscription) =>
      (cells("service") === undefined || lower(subscription.service ?? "") === service) &&
      dateOf(subscription.start_date) === newSubscription.start_date &&
      subscription.frequency === newSubscription.frequency,
  );
  if (same.length > 1)
    return wrong(
      row,
      `${count(same.length)} subscriptions of this client match. Enter the Id of the right one.`,
    );
  if (same[0]) return planChange(same[0], client.id, row, records);
  if (client.sample) return wrong(row, sampleClient);
  if (client.status !== "active") return wrong(row, inactiveClient);
  const first = firstOf(newSubscription, records.today);
  if (first.refused !== undefined) return wrong(row, first.refused);
  const identity = [client.id, service, newSubscription.start_date, newSubscription.frequency];
  const keys = [`subscription ${identity.join("|")}`];
  const similar = duplicates === "new" ? undefined : possiblySame(ofThisClient, newSubscription);
  if (similar && duplicates === "update") return planChange(similar, client.id, row, records);
  if (similar) {
    const why = `Possibly the same as ${similar.service || "a subscription without a service"}: it has the same amount, frequency and start date.`;
    return { name, keys, action: "duplicate", of: similar.id, why };
  }
  const { label } = written.next_billing_date;
  const date = { field: "next_billing_date", label, before: "", after: formatDay(first.date) };
  return {
    name,
    keys,
    action: "new",
    changes: [...parsed.changes.filter((change) => change.label !== label), date],
    write: { kind: "create", body: newSubscription },
  };
}

const required = {
  amount: "Enter the amount, or 0 if it is free.",
  start_date: "Enter the start date.",
  frequency: "Enter the frequency.",
};

/** The values of a row, compared with the stored subscription. */
const parse = (cells: Cells<Name>, stored: Subscription | undefined, usual: Currency) =>
  parseCells<keyof typeof written>(written, cells, stored, usual);

/** The subscription of a row, or what is wrong with it. */
function parseNew(cells: Cells<Name>, client: Client, { usual, today }: Pick<Records, "usual" | "today">) {
  const { values, changes, problems } = parse(cells, undefined, usual);
  const beside = parseCurrency(cells("amount") ?? "");
  if (beside && beside !== cells("currency"))
    problems.push(`Amount: “${cells("amount")}” has another currency than the row.`);
  problems.push(...agreedProblems(values, { status: "active" }, today));
  // The currency is explicit, so that the preview is right even if Settings change before saving.
  const body = { currency: usual, ...values, client_id: client.id };
  const errors = errorsOf(NewSubscription, body);
  const missing: string[] = [];
  for (const field of ["amount", "start_date", "frequency"] as const) {
    if (values[field] !== undefined) continue;
    delete errors[field];
    if (!cells(field)) missing.push(required[field]);
  }
  const problem = joinProblems([...missing, ...problems, ...Object.values(errors)]);
  return problem ? { problem } : { newSubscription: NewSubscription.parse(body), changes };
}

type AgreedValues = Partial<Record<keyof typeof written, unknown>>;

/** An agreed day is still to come, but for a new record of what has ended. */
function agreedProblems(
  values: AgreedValues,
  stored: Pick<Subscription, "status" | "ends_on">,
  today: Day,
): string[] {
  const { status = stored.status, ends_on = stored.ends_on, end_reason } = values;
  const { from = undefined } = (values.next_price ?? {}) as { from?: Day };
  const isPastEnd = typeof values.ends_on === "string" && values.ends_on < today && status !== "inactive";
  const { next_price, ends_on: end, end_reason: reason } = written;
  return [
    from !== undefined && from <= today && `${next_price.label}: the day must be after today.`,
    isPastEnd && `${end.label}: the day must be today or later.`,
    end_reason !== undefined && !ends_on && `${reason.label}: enter the last day too.`,
  ].filter((problem) => problem !== false);
}

function planChange(
  subscription: Subscription,
  client_id: string,
  row: Row,
  { clientOf, usual, today }: Records,
): SubscriptionPlan {
  const { cells, name } = row;
  const { id, version, amount, frequency, start_date, next_billing_date } = subscription;
  const base = { name, keys: [`record ${id}`] };
  const { values, changes, problems } = parse(cells, subscription, usual);
  problems.push(...agreedProblems(values, subscription, today));
  const moved = client_id !== subscription.client_id;
  if (changes.length === 0 && !moved && problems.length === 0) return { ...base, action: "same", id };
  const owner = clientOf.get(subscription.client_id);
  if (subscription.sample) return wrong(row, "This is sample data. An import cannot change it.");
  if (owner?.erased_at)
    return wrong(row, "The client was erased. An import cannot change their subscriptions.");
  const client = clientOf.get(client_id);
  if (moved && client?.sample) return wrong(row, sampleClient);
  if (moved && client?.status !== "active") return wrong(row, inactiveClient);
  // The file's date counts, even if a new schedule would move it.
  const rescheduled = values.start_date !== undefined || values.frequency !== undefined;
  const typedDate = rescheduled && cells("next_billing_date") ? { next_billing_date } : {};
  const schedule = { amount, frequency, start_date: dateOf(start_date) };
  const body = { client_id, ...schedule, version, ...typedDate, ...values };
  const problem = joinProblems([...problems, ...Object.values(errorsOf(SubscriptionChange, body))]);
  if (problem) return wrong(row, problem);
  const { label } = written.next_billing_date;
  if (moved)
    changes.unshift({
      field: "client_id",
      label: "Client",
      before: owner?.name ?? "",
      after: client?.name ?? "",
    });
  if (rescheduled && !cells("next_billing_date"))
    changes.push({
      field: "next_billing_date",
      label,
      before: formatDay(next_billing_date),
      after: "computed from the new schedule",
    });
  const change = { ...SubscriptionChange.parse(body), version };
  return { ...base, action: "update", id, changes, write: { kind: "change", subscription, body: change } };
}

/** The same amount, frequency and start date under another service: probably it was renamed. */
const possiblySame = (
  all: readonly Subscription[],
  newSubscription: NewSubscription,
): Subscription | undefined =>
  all.find(
    (subscription) =>
      dateOf(subscription.start_date) === newSubscription.start_date &&
      subscription.frequency === newSubscription.frequency &&
      subscription.amount === newSubscription.amount &&
      (subscription.currency ?? "USD") === (newSubscription.currency ?? "USD") &&
      Boolean(subscription.service) &&
      Boolean(newSubscription.service),
  );

const dateOf = (text: string): Day => text.split("T", 1)[0] ?? "";

function firstOf(
  newSubscription: NewSubscription,
  today: Day,
): { date: Day; refused?: never } | { refused: string } {
  try {
    return { date: startBilling(newSubscription, today).next_billing_date };
  } catch (error) {
    if (error instanceof BillingDateError) return { refused: error.message };
    throw error;
  }
}
