import { amountOf } from "../amount.ts";
import type { Day } from "../day.ts";
import { errorsOf } from "../errors.ts";
import { type Currency, formatCents, fromCents, toCents } from "../money.ts";
import { futurePaymentProblem, NewRenewal, type PaymentMethod } from "../subscriptions/subscription.ts";
import { allocate, dueCents, type payablePeriods, type Share } from "./allocation.ts";

/** What happens with the difference between the amount and the amount due. */
export type Rest = "" | "part" | "in-full" | "credit" | "kept";

/** The choices for an amount below and above what is due. */
export const restOptions = {
  below: [
    ["part", "It remains due"],
    ["in-full", "Waive it: nothing more is due"],
  ],
  above: [
    ["credit", "Pay the next periods of this subscription"],
    ["kept", "Keep it as the client's credit"],
  ],
} as const;

export type Values = {
  paid_on: string;
  periods: string;
  amount: string;
  rest: Rest;
  method: string;
  reference: string;
};

type Periods = ReturnType<typeof payablePeriods>;

const chosen = ({ periods }: Pick<Values, "periods">) => Number(periods) || 1;

export const dueText = (periods: Periods, values: Pick<Values, "periods">): string =>
  fromCents(dueCents(periods.slice(0, chosen(values)))).toFixed(2);

/** What the typed payment would do. */
export type Plan = {
  /** Cents above the amount due; negative if it is less. */
  difference: number;
  /** Undefined until somebody chooses. */
  rest: Rest | undefined;
  /** The number of periods it pays. */
  count: number;
  due: number;
  shares: readonly Share[];
  /** Cents that stay as the client's credit. */
  credit: number;
  /** Cents that remain due of the last period. */
  remaining: number;
};

export function planOf(periods: Periods, values: Values): Plan {
  const cents = toCents(amountOf(values.amount));
  const chosenCount = Math.min(chosen(values), periods.length);
  const difference = cents - dueCents(periods.slice(0, chosenCount));
  // A free subscription has no period that could use the difference.
  const free = dueCents(periods) === 0;
  const rest = restOf(values.rest, free ? 0 : difference);
  const enough = periods.findIndex((_, index) => dueCents(periods.slice(0, index + 1)) >= cents) + 1;
  const count = rest === "credit" ? enough || periods.length : chosenCount;
  const due = periods.slice(0, count);
  const shares = allocate(due, cents, rest === "in-full");
  const last = shares.at(-1);
  const remaining =
    last?.period === last?.next_billing_date ? (due[shares.length - 1]?.cents ?? 0) - (last?.cents ?? 0) : 0;
  const credit = Math.max(0, cents - dueCents(due));
  return { difference, rest, count, due: dueCents(due), shares, remaining, credit };
}

function restOf(rest: Rest, difference: number): Rest | undefined {
  if (difference === 0) return "";
  if (difference < 0) return rest === "in-full" ? rest : "part";
  return rest === "credit" || rest === "kept" ? rest : undefined;
}

export function bodyOf(
  values: Values,
  periods: Periods,
  { id, period, currency }: { id?: string; period: Day; currency?: Currency | undefined },
): NewRenewal {
  const { paid_on, amount, method, reference } = values;
  const { rest, count, due, credit } = planOf(periods, values);
  return {
    id,
    period,
    paid_on,
    amount: amountOf(amount),
    reference,
    ...(method && { method: method as PaymentMethod }),
    ...(count > 1 && { periods: count }),
    ...(rest === "in-full" && { in_full: true }),
    ...(credit > 0 && { credit: true }),
    due: fromCents(due),
    ...(currency && { currency }),
  };
}

export function errorsIn(values: Values, periods: Periods, today: Day, period: Day): Record<string, string> {
  const dateProblem = futurePaymentProblem(values.paid_on, today);
  const { rest, shares } = planOf(periods, values);
  return {
    ...(dateProblem && { paid_on: dateProblem }),
    ...(shares.length === 0 && periods.length > 0 && { amount: "Enter the amount that was paid." }),
    ...(rest === undefined && { rest: "Choose what the rest is for." }),
    ...errorsOf(NewRenewal, bodyOf(values, periods, { period })),
  };
}

/** What happens with money above the periods that the payment names. */
export const creditText = (cents: number, currency: Currency): string =>
  `${formatCents(cents, currency)} pays what else is open of this client; the rest stays as credit.`;
