import { chargeFileFields } from "./charge-fields.ts";
import { clientFileFields } from "./client-fields.ts";
import type { Field } from "./columns.ts";
import { controlUnitFileFields } from "./control-unit-fields.ts";
import type { ImportKind } from "./import.ts";
import { paymentFileFields } from "./payment-fields.ts";
import { subscriptionFileFields } from "./subscription-fields.ts";

/** The fields that the columns of an import can hold. */
export const fieldsOfKind: Record<ImportKind, readonly Field[]> = {
  clients: clientFileFields,
  subscriptions: subscriptionFileFields,
  payments: paymentFileFields,
  charges: chargeFileFields,
  control_units: controlUnitFileFields,
};

/** Why an import cannot have these columns. */
export function columnNamesProblem(kind: ImportKind, columns: readonly string[]): string | undefined {
  const fields = fieldsOfKind[kind];
  const unknown = columns.find((column) => !fields.some(({ name }) => name === column));
  if (unknown !== undefined)
    return `There is no field “${unknown.slice(0, 50)}”. The fields are: ${fields.map(({ name }) => name).join(", ")}.`;
  if (new Set(columns).size < columns.length) return "Every column must hold another field.";
  const missing = fields.filter(({ name, required }) => required && !columns.includes(name));
  return missing.length > 0
    ? `Columns are missing: ${missing.map(({ name }) => name).join(", ")}.`
    : undefined;
}
