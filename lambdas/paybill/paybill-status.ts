import type { PaybillStatus } from "../../shared/paybill/status.ts";
import { allAnnounced } from "../ledger/announced-store.ts";
import { readStatus } from "../stores/paybill-status-store.ts";

/** Undefined in a stage without a paybill number. */
export async function paybillStatus(): Promise<PaybillStatus | undefined> {
  const short_code = process.env.SHORT_CODE;
  if (!short_code) return undefined;
  const [status, announced] = await Promise.all([readStatus(), allAnnounced()]);
  return { ...status, short_code, announced: announced.length };
}
