import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import type { CsvExport } from "../../components/table/export.ts";
import { methodName } from "../../labels/payments.ts";
import type { Entry } from "./ledger.ts";

export const paymentsExport = (from: Day, to: Day): CsvExport<Entry> => ({
  name: `payments ${from} to ${to}`,
  columns: [
    ["Paid on", ({ payment }) => payment.paid_on],
    ["Client", ({ payment }) => payment.client_name],
    ["Service", ({ payment }) => payment.service],
    ["Period due", ({ payment }) => payment.period],
    ["Method", ({ payment }) => methodName(payment.method)],
    ["Reference", ({ payment }) => payment.reference],
    ["Amount", ({ payment }) => payment.amount],
    ["Recorded", ({ payment }) => payment.recorded_at],
    ["Sample", ({ payment }) => (payment.sample ? "yes" : "")],
    ["Subscription id", ({ payment }) => payment.subscription_id],
    ["Currency", ({ payment }) => currencyOf(payment)],
  ],
});
