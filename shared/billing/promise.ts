import { formatDay } from "../dates.ts";
import { addDays, type Day } from "../day.ts";
import { type AnyAccount, isAskedFor } from "./account.ts";
import { AccountError, AccountInputError } from "./charges.ts";

/** A client promised to pay what is due; until that day nobody asks for money by itself. */
export const MAX_PROMISE_DAYS = 60;

const hasDebt = ({ charges }: AnyAccount, today: Day): boolean =>
  charges.some((charge) => isAskedFor(charge) && charge.due <= today);

/** @throws AccountError if nothing is due, or the day is past or too far ahead */
export function promisePayment(account: AnyAccount, day: Day, today: Day): void {
  if (day < today || day > addDays(today, MAX_PROMISE_DAYS))
    throw new AccountInputError(
      `A promise is for a day from today to ${MAX_PROMISE_DAYS} days ahead: ${formatDay(today)} to ${formatDay(addDays(today, MAX_PROMISE_DAYS))}.`,
    );
  if (!hasDebt(account, today)) throw new AccountError("Nothing is due, so there is nothing to promise.");
  account.promised_until = day;
  account.promised_on = today;
}

/** A promise is for what was due when it was made, and is over when that is paid. */
export function closePromise(account: AnyAccount, today: Day): void {
  if (!hasDebt(account, account.promised_on ?? today)) removePromise(account);
}

export function removePromise(account: AnyAccount): void {
  account.promised_until = undefined;
  account.promised_on = undefined;
}

/** Whether a promise holds reminders back. */
export const isPromised = ({ promised_until }: Pick<AnyAccount, "promised_until">, today: Day): boolean =>
  promised_until !== undefined && today <= promised_until;
