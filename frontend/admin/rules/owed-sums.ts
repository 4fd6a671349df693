import { figureSums, money } from "../../../shared/amount.ts";
import { isDueSoon, isOverdue } from "../../../shared/billing/account.ts";
import type { ClientFigures } from "../../../shared/clients/timeline.ts";
import { counted } from "../../../shared/count.ts";
import { formatDay } from "../../../shared/dates.ts";
import { type Currency, currencies, currencyOf, formatCents } from "../../../shared/money.ts";
import type { ClientAccount, ClientCharge, OwedAmounts } from "../../../shared/payments/client-account.ts";

/** Amounts of one kind, one for each currency. */
export type OwedSum = { name: string; late?: true; amounts: { text: string; more: string }[] };

/** The debts of a client, the most urgent first; if there are none, the charges that are due next. */
export function owedSums(account: ClientAccount, figures: ClientFigures | undefined): OwedSum[] {
  const { charges, owed, credit, today } = account;
  const amountsOf = (name: "overdue" | "due_soon" | "on_hold", more: (currency: string) => string) =>
    owed.flatMap(({ currency, [name]: amount }) =>
      amount > 0 ? [{ text: money(amount, currency), more: more(currency) }] : [],
    );
  const chargesOf = (hasState: typeof isOverdue, singular: string, plural: string) => (currency: string) => {
    const matching = charges.filter(
      (charge) => isCounted(charge) && charge.currency === currency && hasState(charge.due, today),
    );
    const first = formatDay(matching[0]?.due ?? today);
    return matching.length === 1
      ? `${singular} ${first}`
      : `${counted(matching.length, "charge")} ${plural} ${first}`;
  };
  const sums: OwedSum[] = [
    {
      name: "Overdue",
      late: true,
      amounts: amountsOf("overdue", chargesOf(isOverdue, "1 charge since", "since")),
    },
    { name: "Due within 7 days", amounts: amountsOf("due_soon", chargesOf(isDueSoon, "on", "from")) },
    { name: "On hold", amounts: amountsOf("on_hold", () => "") },
    {
      name: "Credit",
      amounts: credit.map(({ currency, amount }) => ({ text: money(amount, currency), more: "" })),
    },
  ];
  const shown = sums.filter(({ amounts }) => amounts.length > 0);
  return shown.length > 0 || !figures ? shown : nextSum(figures);
}

/** The company's usual currency stands first. */
export const usualFirst = <R extends { currency: Currency }>(
  rows: readonly R[],
  usual: Currency | undefined,
): R[] => rows.toSorted((a, b) => Number(b.currency === usual) - Number(a.currency === usual));

const isCounted = ({ state, on_hold }: ClientCharge): boolean => state === "open" && !on_hold;

function nextSum({ nextDue, nextAmount = 0, byCurrency, ...figures }: ClientFigures): OwedSum[] {
  if (nextDue === undefined) return [];
  const sums = figureSums(nextAmount, currencyOf(figures), byCurrency?.next);
  const amounts = currencies.flatMap((currency) => {
    const cents = sums[currency];
    return cents ? [{ text: formatCents(cents, currency), more: formatDay(nextDue) }] : [];
  });
  return [{ name: "Due next", amounts }];
}

export const owesNothing = ({ owed }: Pick<ClientAccount, "owed">): boolean =>
  owed.every(({ overdue, due_soon, on_hold }) => overdue + due_soon + on_hold === 0);

/** Whether something is due that is not on hold, so that a promise says something. */
export const isAnyDue = ({ charges, today }: Pick<ClientAccount, "charges" | "today">): boolean =>
  charges.some((charge) => isCounted(charge) && charge.due <= today);

/** Whether anything is overdue for more than 30 days. */
export const hasSeveralAges = ([, ...older]: OwedAmounts["ages"]): boolean =>
  older.some((amount) => amount > 0);

export const owedFailed = [
  "Failed to fetch what is due",
  "An error occurred while fetching what is due",
] as const;
