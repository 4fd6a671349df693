import { BillingDateError } from "../../shared/billing/next-billing-date.ts";
import { Invalid } from "../platform/http/errors.ts";

/** Runs a computation of shared/billing. @throws Invalid with the sentence of a BillingDateError */
export function allowed<T>(billing: () => T): T {
  try {
    return billing();
  } catch (error) {
    throw error instanceof BillingDateError ? new Invalid(error.message) : error;
  }
}
