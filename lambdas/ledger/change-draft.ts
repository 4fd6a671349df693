import type { AnyAccount } from "../../shared/billing/account.ts";
import { AccountError, AccountInputError } from "../../shared/billing/charges.ts";
import { fromCents } from "../../shared/money.ts";
import { Conflict, Invalid } from "../platform/http/refusals.ts";
import type { StoredAccount } from "./account-store.ts";

/**
 * Changes a copy of the account.
 * @throws Invalid or Conflict with the sentence of an AccountError
 */
export function changeDraft<T, A extends AnyAccount>(
  { account }: StoredAccount<A>,
  change: (draft: A) => T,
): [A, T] {
  const draft = structuredClone(account);
  try {
    return [draft, change(draft)];
  } catch (error) {
    if (error instanceof AccountInputError) throw Object.assign(new Invalid(error.message), { cause: error });
    if (error instanceof AccountError) throw restConflict(error);
    throw error;
  }
}

const restConflict = ({ message, rest }: AccountError): Conflict =>
  Object.assign(new Conflict(message), rest !== undefined && { rest: fromCents(rest) });
