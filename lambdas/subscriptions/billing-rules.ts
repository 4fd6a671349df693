import { BillingRefused } from "../../shared/billing.ts";
import { Invalid } from "../errors.ts";

/** What shared/billing.ts computes. @throws Invalid with its sentence, where it computes nothing */
export function allowed<T>(billing: () => T): T {
  try {
    return billing();
  } catch (error) {
    throw error instanceof BillingRefused ? new Invalid(error.message) : error;
  }
}
