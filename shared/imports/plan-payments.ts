import * as z from "zod/mini";
import { chargeId } from "../billing/account.ts";
import type { Client } from "../clients/client.ts";
import { formatDay } from "../dates.ts";
import { Day, type Day as DayText, FIRST_DAY } from "../day.ts";
import { errorsOf } from "../errors.ts";
import { currencyOf, toCents } from "../money.ts";
import { parseCurrency } from "../parse-amount.ts";
import { NewClientPayment } from "../payments/client-account.ts";
import {
  certificateProblem,
  futurePaymentProblem,
  type Subscription,
} from "../subscriptions/subscription.ts";
import { clientFinder } from "./find-client.ts";
import { importedFields, type Name } from "./payment-fields.ts";
import { type Cells, joinProblems, parseCells, type RowPlan } from "./plan-rows.ts";
import { shortenedProblem } from "./whole-numbers.ts";

const { shape } = NewClientPayment;
const TypedPayment = z.strictObject({
  period: Day,
  paid_on: shape.paid_on,
  amount: z.optional(shape.amount),
  currency: shape.currency,
  method: shape.method,
  reference: shape.reference,
});
type TypedPayment = z.output<typeof TypedPayment>;

/** A payment of past years, with the charge of its own that it pays. */
export type PastPayment = Required<Pick<TypedPayment, "period" | "paid_on" | "amount" | "currency">> &
  Pick<TypedPayment, "reference" | "method"> & { client_id: string; subscription_id: string };

type Stored = {
  clients: readonly Client[];
  subscriptions: readonly Subscription[];
  /** The ids of payments on record. */
  recorded: ReadonlySet<string>;
  /** The charges on record, as `subscription_id#period`. */
  charged: ReadonlySet<string>;
  today: DayText;
};

const { paid_on, period, method, reference, amount, currency } = importedFields;
const written = { paid_on, period, method, reference, amount, currency };

/** Returns a function that plans one row: a payment on record, or one with a charge of its own. */
export function paymentPlanner({ clients, subscriptions, recorded, charged, today }: Stored) {
  const find = clientFinder(clients);
  const ofClient = Map.groupBy(subscriptions, ({ client_id }) => client_id);
  const clientOf = new Map(clients.map((client) => [client.id, client]));

  function findSubscription(cells: Cells<Name>): Subscription | string {
    const id = (cells("subscription_id") ?? "").toLowerCase();
    if (id)
      return (
        subscriptions.find((subscription) => subscription.id === id) ??
        "No subscription has this Id. Leave it empty, and name client and service."
      );
    const client = find({
      name: cells("client_name") ?? "",
      email: cells("client_email") ?? "",
      reference: cells("client_reference") ?? "",
      phone: cells("client_phone") ?? "",
    });
    if (typeof client === "string") return client;
    const ofThisClient = ofClient.get(client.id) ?? [];
    const service = cells("service") ?? "";
    const named = ofThisClient.filter(
      (subscription) => (subscription.service ?? "").toLowerCase() === service.toLowerCase(),
    );
    const fitting = service ? named : ofThisClient;
    if (fitting.length === 1) return fitting[0] as Subscription;
    if (ofThisClient.length === 0) return `${client.name} has no subscription. Import or add it first.`;
    return fitting.length === 0
      ? `${client.name} has no subscription “${service}”.`
      : `${client.name} has several subscriptions. Enter the service or the subscription's Id of the right one.`;
  }

  return (cells: Cells<Name>): RowPlan<PastPayment> => {
    const name =
      [cells("client_name") || cells("client_email") || cells("client_reference"), cells("paid_on")]
        .filter(Boolean)
        .join(", ") || "No name";
    const id = (cells("id") ?? "").toLowerCase();
    if (recorded.has(id)) return { name, action: "same", id };
    const wrong = (why: string): RowPlan<PastPayment> => ({ name, action: "wrong", why });
    if (id) return wrong("No payment has this Id. Leave it empty for a new one.");
    const subscription = findSubscription(cells);
    if (typeof subscription === "string") return wrong(subscription);
    const { values, changes, problems } = parseCells<keyof typeof written>(
      written,
      (field) => (field === "currency" ? currencyIn(cells) : cells(field)),
      undefined,
      currencyOf(subscription),
    );
    const shortened = shortenedProblem("Reference", cells("reference") ?? "");
    if (shortened) problems.push(shortened);
    if (problems.length > 0) return wrong(joinProblems(problems));
    const body = { period: values.paid_on, reference: "", currency: currencyOf(subscription), ...values };
    const parsed = TypedPayment.safeParse(body);
    const payment = parsed.data;
    const problem =
      joinProblems(Object.values(errorsOf(TypedPayment, body))) ||
      (payment && problemOf({ ...payment, subscription }));
    if (problem || !payment?.paid_on || !payment.amount)
      return wrong(problem || "Enter the day and the amount.");
    const write = {
      client_id: subscription.client_id,
      subscription_id: subscription.id,
      period: payment.period,
      paid_on: payment.paid_on,
      amount: payment.amount,
      currency: currencyOf(payment),
      reference: payment.reference,
      method: payment.method,
    };
    const place = chargeId(write);
    if (charged.has(place))
      return wrong(
        `A period of this subscription is due ${formatDay(write.period)} already. Enter another period.`,
      );
    const client = clientOf.get(subscription.client_id)?.name ?? "";
    return {
      name: [client, subscription.service].filter(Boolean).join(", ") || name,
      action: "new",
      write,
      keys: [`charge ${place}`],
      changes,
    };
  };

  function problemOf({
    subscription,
    ...payment
  }: TypedPayment & { subscription: Subscription }): string | undefined {
    const { paid_on: day, amount: paid = 0, reference: text, method: by } = payment;
    if (!day || !Day.safeParse(day).success) return "Enter the day of the payment.";
    if (day < FIRST_DAY || payment.period < FIRST_DAY)
      return `The first possible day is ${formatDay(FIRST_DAY)}.`;
    if (toCents(paid) === 0) return "Enter the amount that was paid.";
    if (subscription.sample) return "This subscription is sample data. An import cannot add payments to it.";
    if (payment.period >= subscription.next_billing_date || payment.period > today)
      return `The period due ${formatDay(payment.period)} is not past: the subscription is open from ${formatDay(subscription.next_billing_date)} on. Record this payment on the page of the client, or enter the earlier period that it paid.`;
    return futurePaymentProblem(day, today) ?? certificateProblem(by, text);
  }
}

/** The currency of its column, or beside the amount. */
const currencyIn = (cells: Cells<Name>) =>
  parseCurrency(cells("currency") || (cells("amount") ?? "")) ?? (cells("currency") || undefined);
