import { BillingRefused, startBilling } from "../../../../../shared/billing.ts";
import { tidied } from "../../../../../shared/characters.ts";
import type { Client } from "../../../../../shared/clients.ts";
import type { Day } from "../../../../../shared/day.ts";
import { type Currency, currencyNames, currencyOf, fromCents } from "../../../../../shared/money.ts";
import {
  Frequency,
  NewSubscription,
  type Subscription,
  SubscriptionChange,
} from "../../../../../shared/subscriptions.ts";
import { errorsOf } from "../../../components/form/errors.ts";
import {
  type Cells,
  choiceIn,
  type Difference,
  idOf,
  isAsExported,
  sentences,
  type Verdict,
  yesIn,
} from "../../../components/import/planned.ts";
import type { Field } from "../../../csv/columns.ts";
import { centsIn, currencyBeside, type DayOrder, dayIn } from "../../../csv/values.ts";
import { money } from "../../../words/amount.ts";
import { frequencyName, statusNames } from "../../../words/billing.ts";
import { formatDay } from "../../../words/dates.ts";
import { exported } from "../exported.ts";
import { entriesOf } from "../portfolio.ts";

export type Name =
  | ("client" | "email" | "reference" | "service" | "amount" | "currency" | "frequency")
  | ("start" | "next" | "status" | "muted" | "sample" | "id");

/** The list's own columns as a file first, then what others call them. */
export const subscriptionFields: readonly Field<Name>[] = [
  {
    name: "client",
    label: "Client",
    required: true,
    known: ["client", "clientname", "customer", "customername", "name"],
  },
  { name: "email", label: "Email", known: ["email", "emailaddress", "clientemail", "baruapepe"] },
  { name: "reference", label: "Payment reference", known: ["paymentreference"] },
  { name: "service", label: "Service", known: ["service", "product", "description", "huduma"] },
  { name: "amount", label: "Amount", required: true, known: ["amount", "price", "fee", "kiasi"] },
  { name: "currency", label: "Currency", known: ["currency"] },
  {
    name: "frequency",
    label: "Frequency",
    required: true,
    known: ["frequency", "billingfrequency", "billing", "cycle"],
  },
  { name: "start", label: "Started", required: true, known: ["started", "startdate", "start", "from"] },
  {
    name: "next",
    label: "Next billing",
    known: ["nextbilling", "nextbillingdate", "nextdue", "duedate", "renewaldate"],
  },
  { name: "status", label: "Status", known: ["status", "state"] },
  { name: "muted", label: "Muted", known: ["muted"] },
  { name: "sample", label: "Sample", known: ["sample"] },
  { name: "id", label: "Id", known: ["id", "subscriptionid"] },
];

/** What the list as a file says of a subscription that follows from other things. */
export const leftAlone = ["phone", "paidofit", "due"];

export type Deed =
  | { kind: "create"; body: NewSubscription & { id: string } }
  | { kind: "change"; subscription: Subscription; body: SubscriptionChange & { version: number } };

export type Stored = {
  clients: readonly Client[];
  subscriptions: readonly Subscription[];
  today: Day;
  /** What a row is in that says nothing of it. */
  usual: Currency;
};

const labelOf = (name: Name) => subscriptionFields.find((field) => field.name === name)?.label ?? name;
const exportedAs = new Map(exported.columns);

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
const frequencyIn = (cell: string): string =>
  choiceIn(cell, frequencyNames) ?? otherFrequencies[cell.toLowerCase()] ?? cell;

const currencyIn = (cell: string) =>
  choiceIn(cell, currencyNames) ??
  choiceIn(cell, { USD: "US$", KES: "KSh" }) ??
  (cell === "$" ? "USD" : undefined);

/** What a row says, read; what is missing it does not say. */
type Said = {
  service?: string;
  amount?: number;
  currency?: Currency;
  frequency?: string;
  start_date?: Day;
  next_billing_date?: Day;
  status?: Subscription["status"];
  muted?: boolean;
};

const shown: Record<keyof Said, (value: never, currency: Currency) => string> = {
  service: (service: string) => service,
  amount: (amount: number, currency) => money(amount, currency),
  currency: (currency: Currency) => currencyNames[currency],
  frequency: frequencyName,
  start_date: formatDay,
  next_billing_date: formatDay,
  status: (status: Subscription["status"]) => statusNames[status],
  muted: (muted: boolean) => (muted ? "yes" : "no"),
};
const nameOfValue: Record<keyof Said, Name> = {
  ...{ service: "service", amount: "amount", currency: "currency", frequency: "frequency" },
  ...{ start_date: "start", next_billing_date: "next", status: "status", muted: "muted" },
};
const values = Object.keys(nameOfValue) as (keyof Said)[];

function saidIn(cells: Cells<Name>, order: DayOrder) {
  const said: Said = {};
  const problems: string[] = [];
  const read = <V>(name: Name, of: (cell: string) => V | undefined, what: string): V | undefined => {
    const cell = cells(name);
    if (!cell) return undefined;
    const value = of(cell);
    if (value === undefined) problems.push(`${labelOf(name)}: “${cell}” is ${what}.`);
    return value;
  };
  const given: { [V in keyof Said]: Said[V] | undefined } = {
    service: cells("service"),
    amount: read("amount", centsIn, "no amount, or could be two"),
    currency: read("currency", currencyIn, "none"),
    frequency: read("frequency", frequencyIn, "none"),
    start_date: read("start", (cell) => dayIn(cell, order), "no day"),
    next_billing_date: read("next", (cell) => dayIn(cell, order), "no day"),
    status: read("status", (cell) => choiceIn(cell, statusNames), "none"),
    muted: cells("muted") === undefined ? undefined : (read("muted", yesIn, "neither yes nor no") ?? false),
  };
  if (given.amount !== undefined) given.amount = fromCents(given.amount);
  const beside = currencyBeside(cells("amount") ?? "");
  given.currency ??= beside;
  if (beside && beside !== given.currency)
    problems.push(`${labelOf("amount")}: “${cells("amount")}” names another currency than the row.`);
  for (const value of values) if (given[value] !== undefined) Object.assign(said, { [value]: given[value] });
  return { said, problems };
}

const dateOf = (text: string): Day => text.split("T", 1)[0] ?? "";
const storedOf = (subscription: Subscription): Required<Said> => ({
  service: tidied(subscription.service ?? "").trim(),
  amount: subscription.amount,
  currency: currencyOf(subscription),
  frequency: subscription.frequency,
  start_date: dateOf(subscription.start_date),
  next_billing_date: subscription.next_billing_date,
  status: subscription.status,
  muted: subscription.muted ?? false,
});

const lower = (text: string) => text.toLowerCase();
const referenceIn = (cell: string): string => cell.replaceAll(/[\s.-]/g, "").padStart(7, "0");
const inactive = "That client is inactive. Make the client active first.";

/** Tells what becomes of rows, with all that is stored now. */
export function subscriptionPlanner(
  { clients, subscriptions, today, usual }: Stored,
  order: DayOrder,
): (cells: Cells<Name>) => Promise<Verdict<Deed>> {
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

  /** Who a row names; a sentence where that cannot be told. */
  function buyerOf(cells: Cells<Name>): Client | string {
    const [name = "", email = "", reference = ""] = [cells("client"), cells("email"), cells("reference")];
    if (email || !reference) {
      const found = (email ? byEmail.get(lower(email)) : byName.get(lower(name))) ?? [];
      // Branches may share an address; then the name tells them apart.
      const named = found.length > 1 ? found.filter((client) => lower(client.name) === lower(name)) : found;
      const what = email ? `the e-mail address ${email}` : `the name “${name}”`;
      if (found.length === 0) return `No client has ${what}. Import or add the client first.`;
      if (named.length !== 1 || !named[0])
        return `${found.length} clients have ${what}: nobody knows which is meant.`;
      if (reference && byReference.get(referenceIn(reference)) !== named[0])
        return `The payment reference is not that of ${named[0].name}.`;
      return named[0];
    }
    return byReference.get(referenceIn(reference)) ?? `No client has the payment reference ${reference}.`;
  }

  /** Whether a row names the client as the list as a file does. */
  function isOwn(subscription: Subscription, cells: Cells<Name>): boolean {
    const entry = entries.get(subscription.id);
    const owner = clientOf.get(subscription.client_id);
    const reference = cells("reference");
    return (
      entry !== undefined &&
      (["client", "email"] as const).every((name) => {
        const cell = cells(name);
        return cell === undefined || isAsExported(cell, exportedAs.get(labelOf(name))?.(entry));
      }) &&
      (!reference || referenceIn(reference) === owner?.payment_reference)
    );
  }

  return async (cells) => {
    const { said, problems } = saidIn(cells, order);
    const name =
      [cells("client") || cells("email"), said.service].filter(Boolean).join(", ") || "Nobody named";
    const wrong = (why: string, about?: string): Verdict<Deed> => ({ name, about, fate: "wrong", why });
    const id = lower(cells("id") ?? "");
    if (id) {
      const subscription = byId.get(id);
      if (!subscription) return wrong("No subscription has this Id. Leave it empty for a new one.");
      const buyer = isOwn(subscription, cells) ? subscription.client_id : buyerOf(cells);
      if (typeof buyer !== "string") return changeOf(subscription, buyer.id, said, problems, name);
      return buyer === subscription.client_id
        ? changeOf(subscription, buyer, said, problems, name)
        : wrong(buyer, id);
    }
    if (yesIn(cells("sample") ?? "")) return wrong("Sample data is not imported.");
    const buyer = buyerOf(cells);
    if (typeof buyer === "string") return wrong(buyer);
    // By name, so that what was looked at is stored, also where Settings say another by then.
    const body = { currency: usual, ...said, client_id: buyer.id } as NewSubscription;
    const missing = [
      said.amount === undefined && !cells("amount") && "Please give the amount, 0 for what is free.",
      said.start_date === undefined && !cells("start") && "Please give the day it started.",
      said.frequency === undefined && "Please give the frequency.",
    ].filter((one) => one !== false);
    const errors = errorsOf(NewSubscription, body);
    const unsaid = ["amount", "start_date", "frequency"] as const;
    for (const one of unsaid) if (said[one] === undefined) delete errors[one];
    const why = sentences([...missing, ...problems, ...Object.values(errors)]);
    if (why) return wrong(why);
    const made = NewSubscription.parse(body);
    const identity = [buyer.id, lower(made.service ?? ""), made.start_date, made.frequency];
    const same = (ofClient.get(buyer.id) ?? []).filter(
      (one) =>
        (said.service === undefined || lower(one.service ?? "") === identity[1]) &&
        dateOf(one.start_date) === made.start_date &&
        one.frequency === made.frequency,
    );
    if (same.length > 1)
      return wrong(
        `${same.length} subscriptions of this client are so. Give the Id of the one that is meant.`,
      );
    if (same[0]) return changeOf(same[0], buyer.id, said, problems, name);
    const given = await idOf("subscription", ...identity);
    if (byId.has(given))
      return wrong(
        "It was imported before, and is for another service, day or frequency now. Give its Id.",
        given,
      );
    if (buyer.sample) return wrong("That client is sample data, to whom no import sells.", given);
    if (buyer.status !== "active") return wrong(inactive, given);
    const first = firstOf(made, today);
    if (first.refused !== undefined) return wrong(first.refused, given);
    return {
      ...{ name, about: given, fate: "new" },
      differences: differencesOf({}, { ...said, next_billing_date: first.date }, said.currency ?? usual),
      deed: { kind: "create", body: { ...made, id: given } },
    };
  };

  function changeOf(
    subscription: Subscription,
    client_id: string,
    said: Said,
    problems: readonly string[],
    name: string,
  ): Verdict<Deed> {
    const { id, version } = subscription;
    const known = { name, about: id };
    const wrong = (why: string): Verdict<Deed> => ({ ...known, fate: "wrong", why });
    const before = storedOf(subscription);
    const changed = Object.fromEntries(
      values.flatMap((value) =>
        said[value] === undefined || said[value] === before[value] ? [] : [[value, said[value]]],
      ),
    ) as Said;
    const moved = client_id !== subscription.client_id;
    if (Object.keys(changed).length === 0 && !moved && problems.length === 0)
      return { ...known, fate: "same" };
    const owner = clientOf.get(subscription.client_id);
    if (subscription.sample) return wrong("This is sample data, which no import changes.");
    if (owner?.erased_at)
      return wrong("The client was erased, and nothing of theirs is changed by an import.");
    const buyer = clientOf.get(client_id);
    if (moved && buyer?.sample) return wrong("That client is sample data, to whom no import sells.");
    if (moved && buyer?.status !== "active") return wrong(inactive);
    // What the file says of the date holds, also where a new schedule would move it.
    const rescheduled = changed.start_date !== undefined || changed.frequency !== undefined;
    const { amount, frequency, start_date } = { ...before, ...changed };
    const next = rescheduled ? said.next_billing_date : changed.next_billing_date;
    const body = {
      ...{ client_id, amount, frequency, start_date, version },
      ...changed,
      ...(next && { next_billing_date: next }),
    } as SubscriptionChange & { version: number };
    const why = sentences([...problems, ...Object.values(errorsOf(SubscriptionChange, body))]);
    if (why) return wrong(why);
    const made = { ...SubscriptionChange.parse(body), version };
    const differences = [
      ...(moved ? [{ label: "Client", before: owner?.name ?? "", after: buyer?.name ?? "" }] : []),
      ...differencesOf(before, changed, changed.currency ?? before.currency),
      ...(rescheduled && !next
        ? [
            {
              label: "Next billing",
              before: formatDay(before.next_billing_date),
              after: "by the new schedule",
            },
          ]
        : []),
    ];
    return { ...known, fate: "changed", differences, deed: { kind: "change", subscription, body: made } };
  }
}

function firstOf(made: NewSubscription, today: Day): { date: Day; refused?: never } | { refused: string } {
  try {
    return { date: startBilling(made, today).next_billing_date };
  } catch (error) {
    if (error instanceof BillingRefused) return { refused: error.message };
    throw error;
  }
}

function differencesOf(before: Said, after: Said, currency: Currency): Difference[] {
  const text = (value: keyof Said, of: Said, in_: Currency) =>
    of[value] === undefined ? "" : shown[value](of[value] as never, in_);
  return values.flatMap((value) =>
    // Of what is new, what it says.
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

/** Whether the billing date that came of a change is another than the row says. */
export const isOffDate = (body: SubscriptionChange, stored: Subscription): boolean =>
  body.next_billing_date !== undefined && body.next_billing_date !== stored.next_billing_date;
