import { BillingDateError } from "../../shared/billing/next-billing-date.ts";
import { Invalid } from "../platform/http/errors.ts";

/** What shared/billing/ computes. @throws Invalid with its sentence, where it computes nothing */
export function allowed<T>(billing: () => T): T {
  try {
    return billing();
  } catch (error) {
    throw error instanceof BillingDateError ? new Invalid(error.message) : error;
  }
}
