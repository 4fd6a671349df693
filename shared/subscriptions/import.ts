import { BillingDateError, startBilling } from "../billing/next-billing-date.ts";
import type { Client } from "../clients/client.ts";
import { formatDay } from "../dates.ts";
import type { Day } from "../day.ts";
import { errorsOf } from "../errors.ts";
import {
  type Cells,
  isAsExported,
  joinProblems,
  parseCells,
  parseReference,
  parseYesNo,
  type RowPlan,
} from "../imports/plan-rows.ts";
import { idOf } from "../imports/record-id.ts";
import { type DayOrder, parseCurrency } from "../imports/values.ts";
import type { Currency } from "../money.ts";
import { type Name, readable, written } from "./import-fields.ts";
import { entriesOf } from "./portfolio.ts";
import { NewSubscription, type Subscription, SubscriptionChange } from "./subscription.ts";

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

const lower = (text: string) => text.toLowerCase();
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
    const [name = "", email = "", reference = ""] = [
      cells("client_name"),
      cells("client_email"),
      cells("client_reference"),
    ];
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
    const reference = cells("client_reference");
    const isCell = (name: Name, value: string) => {
      const cell = cells(name);
      return cell === undefined || isAsExported(cell, value);
    };
    return (
      entry !== undefined &&
      isCell("client_name", entry.client_name) &&
      isCell("client_email", entry.client_email) &&
      (!reference || parseReference(reference) === owner?.payment_reference)
    );
  }

  /** The values of a row, compared with the stored subscription. */
  const parse = (cells: Cells<Name>, stored?: Subscription) =>
    parseCells<keyof typeof written>(written, cells, stored, { order, usual });

  return async (fileCells) => {
    const cells = readable(fileCells);
    const { values, differences, problems } = parse(cells);
    const name =
      [cells("client_name") || cells("client_email"), cells("service")].filter(Boolean).join(", ") ||
      "No name";
    const wrong = (problem: string, recordId?: string): RowPlan<ImportAction> => ({
      name,
      recordId,
      status: "wrong",
      problem,
    });
    const beside = parseCurrency(cells("amount") ?? "");
    if (beside && beside !== cells("currency"))
      problems.push(`Amount: “${cells("amount")}” has another currency than the row.`);
    const id = lower(cells("id") ?? "");
    if (id) {
      const subscription = byId.get(id);
      if (!subscription) return wrong("No subscription has this Id. Leave it empty for a new one.");
      const client = isOwn(subscription, cells) ? subscription.client_id : findClient(cells);
      if (typeof client !== "string") return changeOf(subscription, client.id, cells, name);
      return client === subscription.client_id
        ? changeOf(subscription, client, cells, name)
        : wrong(client, id);
    }
    if (parseYesNo(cells("sample") ?? "")) return wrong("Sample data is not imported.");
    const client = findClient(cells);
    if (typeof client === "string") return wrong(client);
    // The currency is explicit, so that the preview is right even if Settings change before saving.
    const body = { currency: usual, ...values, client_id: client.id };
    const errors = errorsOf(NewSubscription, body);
    const missing: string[] = [];
    const required = {
      amount: "Enter the amount, or 0 if it is free.",
      start_date: "Enter the start date.",
      frequency: "Enter the frequency.",
    };
    for (const one of ["amount", "start_date", "frequency"] as const) {
      if (values[one] !== undefined) continue;
      delete errors[one];
      if (!cells(one)) missing.push(required[one]);
    }
    const problem = joinProblems([...missing, ...problems, ...Object.values(errors)]);
    if (problem) return wrong(problem);
    const made = NewSubscription.parse(body);
    const identity = [client.id, lower(made.service ?? ""), made.start_date, made.frequency];
    const same = (ofClient.get(client.id) ?? []).filter(
      (one) =>
        (cells("service") === undefined || lower(one.service ?? "") === identity[1]) &&
        dateOf(one.start_date) === made.start_date &&
        one.frequency === made.frequency,
    );
    if (same.length > 1)
      return wrong(`${same.length} subscriptions of this client match. Enter the Id of the right one.`);
    if (same[0]) return changeOf(same[0], client.id, cells, name);
    const newId = await idOf("subscription", ...identity);
    if (byId.has(newId))
      return wrong(
        "It was imported before and has changed its service, start date or frequency. Enter its Id.",
        newId,
      );
    if (client.sample) return wrong(sampleClient, newId);
    if (client.status !== "active") return wrong(inactiveClient, newId);
    const first = firstOf(made, today);
    if (first.refused !== undefined) return wrong(first.refused, newId);
    const label = written.next_billing_date.label;
    return {
      name,
      recordId: newId,
      status: "new",
      differences: [
        ...differences.filter((one) => one.label !== label),
        { label, before: "", after: formatDay(first.date) },
      ],
      action: { kind: "create", body: { ...made, id: newId } },
    };
  };

  function changeOf(
    subscription: Subscription,
    client_id: string,
    cells: Cells<Name>,
    name: string,
  ): RowPlan<ImportAction> {
    const { id, version, amount, frequency, start_date, next_billing_date } = subscription;
    const known = { name, recordId: id };
    const wrong = (problem: string): RowPlan<ImportAction> => ({ ...known, status: "wrong", problem });
    const { values, differences, problems } = parse(cells, subscription);
    const moved = client_id !== subscription.client_id;
    if (differences.length === 0 && !moved && problems.length === 0) return { ...known, status: "same" };
    const owner = clientOf.get(subscription.client_id);
    if (subscription.sample) return wrong("This is sample data. An import cannot change it.");
    if (owner?.erased_at) return wrong("The client was erased. An import cannot change their subscriptions.");
    const client = clientOf.get(client_id);
    if (moved && client?.sample) return wrong(sampleClient);
    if (moved && client?.status !== "active") return wrong(inactiveClient);
    // The file's date counts, even if a new schedule would move it.
    const rescheduled = values.start_date !== undefined || values.frequency !== undefined;
    const given = rescheduled && cells("next_billing_date") ? { next_billing_date } : {};
    const schedule = { amount, frequency, start_date: dateOf(start_date) };
    const body = { client_id, ...schedule, version, ...given, ...values };
    const problem = joinProblems([...problems, ...Object.values(errorsOf(SubscriptionChange, body))]);
    if (problem) return wrong(problem);
    const { label } = written.next_billing_date;
    if (moved) differences.unshift({ label: "Client", before: owner?.name ?? "", after: client?.name ?? "" });
    if (rescheduled && !cells("next_billing_date"))
      differences.push({
        label,
        before: formatDay(next_billing_date),
        after: "computed from the new schedule",
      });
    const change = { ...SubscriptionChange.parse(body), version };
    return {
      ...known,
      status: "changed",
      differences,
      action: { kind: "change", subscription, body: change },
    };
  }
}

const dateOf = (text: string): Day => text.split("T", 1)[0] ?? "";

function firstOf(made: NewSubscription, today: Day): { date: Day; refused?: never } | { refused: string } {
  try {
    return { date: startBilling(made, today).next_billing_date };
  } catch (error) {
    if (error instanceof BillingDateError) return { refused: error.message };
    throw error;
  }
}
