import type { CsvExport } from "../../../components/table/export.ts";
import { methodName } from "../../../labels/payments.ts";
import type { Entry } from "./entries.ts";

export const linesExport: CsvExport<Entry> = {
  name: "statement lines",
  columns: [
    ["Paid on", ({ line }) => line.paid_on],
    ["Receipt number", ({ line }) => line.number],
    ["Method", ({ line }) => methodName(line.method)],
    ["Payer", ({ line }) => line.payer],
    ["Phone", ({ line }) => line.phone],
    ["Account", ({ line }) => line.account],
    ["Details", ({ line }) => line.details],
    ["Amount", ({ line }) => line.amount],
    ["Currency", ({ line }) => line.currency],
  ],
};
