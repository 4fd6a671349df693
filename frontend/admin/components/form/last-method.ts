import { PaymentMethod, WITHHOLDING_TAX } from "../../../../shared/subscriptions/subscription.ts";

const KEY = "payment method";

/** The method of the last payment that was recorded in this browser: most payments come in the same way. */
export function lastMethod(): PaymentMethod {
  try {
    return PaymentMethod.safeParse(localStorage.getItem(KEY)).data ?? "mpesa";
  } catch {
    return "mpesa";
  }
}

/** Withheld tax is no money that came in, so nobody should record it by mistake. */
export function keepMethod(method: string): void {
  if (!PaymentMethod.safeParse(method).success || method === WITHHOLDING_TAX) return;
  try {
    localStorage.setItem(KEY, method);
  } catch {
    // Without storage people choose again.
  }
}
