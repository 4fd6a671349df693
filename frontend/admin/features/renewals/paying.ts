import type { Day } from "../../../../shared/day.ts";
import { type Currency, fromCents, toCents } from "../../../../shared/money.ts";
import type { periodsOf } from "../../../../shared/payable.ts";
import { dueCents, type Share, shareOut } from "../../../../shared/paying.ts";
import { NewRenewal, type PaymentMethod, paidAhead } from "../../../../shared/subscriptions.ts";
import { errorsOf } from "../../components/form/errors.ts";
import { amountOf } from "../../words/amount.ts";

/** What becomes of the difference where an amount is not what is due. */
export type Rest = "" | "part" | "in-full" | "credit" | "kept";

export type Values = {
  paid_on: string;
  periods: string;
  amount: string;
  rest: Rest;
  method: string;
  reference: string;
};

type Periods = ReturnType<typeof periodsOf>;

const chosen = ({ periods }: Pick<Values, "periods">) => Number(periods) || 1;

export const dueText = (periods: Periods, values: Pick<Values, "periods">): string =>
  fromCents(dueCents(periods.slice(0, chosen(values)))).toFixed(2);

/** What a payment as it is typed would do. */
export type Plan = {
  /** Cents beyond what is due, below 0 where it is less. */
  beyond: number;
  /** What is done with the difference; undefined where somebody has to say it first. */
  rest: Rest | undefined;
  /** So many periods it is shared out over. */
  count: number;
  due: number;
  shares: readonly Share[];
  /** Cents that stay due of the last period. */
  stays: number;
};

export function planOf(periods: Periods, values: Values): Plan {
  const cents = toCents(amountOf(values.amount));
  const asked = Math.min(chosen(values), periods.length);
  const beyond = cents - dueCents(periods.slice(0, asked));
  // What costs nothing has no next period that could use it.
  const free = dueCents(periods) === 0;
  const rest = restOf(values.rest, free ? 0 : beyond);
  const enough = periods.findIndex((_, index) => dueCents(periods.slice(0, index + 1)) >= cents) + 1;
  const count = rest === "credit" ? enough || periods.length : asked;
  const due = periods.slice(0, count);
  const shares = shareOut(due, cents, rest === "in-full");
  const last = shares.at(-1);
  const stays =
    last?.period === last?.next_billing_date ? (due[shares.length - 1]?.cents ?? 0) - (last?.cents ?? 0) : 0;
  return { beyond, rest, count, due: dueCents(due), shares, stays };
}

function restOf(rest: Rest, beyond: number): Rest | undefined {
  if (beyond === 0) return "";
  if (beyond < 0) return rest === "in-full" ? rest : "part";
  return rest === "credit" || rest === "kept" ? rest : undefined;
}

export function bodyOf(
  values: Values,
  periods: Periods,
  { id, period, currency }: { id?: string; period: Day; currency?: Currency | undefined },
): NewRenewal {
  const { paid_on, amount, method, reference } = values;
  const { rest, count, due } = planOf(periods, values);
  return {
    ...{ id, period, paid_on, amount: amountOf(amount), reference },
    ...(method && { method: method as PaymentMethod }),
    ...(count > 1 && { periods: count }),
    ...(rest === "in-full" && { in_full: true }),
    due: fromCents(due),
    ...(currency && { currency }),
  };
}

export function errorsIn(values: Values, periods: Periods, today: Day, period: Day): Record<string, string> {
  const early = paidAhead(values.paid_on, today);
  const { rest, shares } = planOf(periods, values);
  return {
    ...(early && { paid_on: early }),
    ...(shares.length === 0 && periods.length > 0 && { amount: "Please give the amount that was paid." }),
    ...(rest === undefined && { rest: "Please say what the rest is for." }),
    ...errorsOf(NewRenewal, bodyOf(values, periods, { period })),
  };
}
