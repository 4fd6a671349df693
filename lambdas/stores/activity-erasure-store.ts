import { table } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import { recordsOf } from "./activity-store.ts";

type Item = Record<string, unknown>;

/** The recorded values that name nobody. All others are removed, so a field added later is removed. */
const keptFields = new Set([
  "amount",
  "currency",
  "paid_on",
  "method",
  "period",
  "periods",
  "withheld",
  "waived",
  "promised_until",
  "frequency",
  "start_date",
  "next_billing_date",
  "billing_anchor",
  "status",
  "muted",
  "vat",
  "sample",
  "payments",
  "lines",
  "rows",
  "import_of",
  "records",
  "box",
  "assigned",
  "invoice",
  "control_unit",
]);

const withoutTexts = (fields: unknown): Item =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => keptFields.has(name)));

/** The texts of a record that can name a person: not the staff who did it. */
export const textsOfRecord = ({ before, after, text }: Item): unknown[] => [
  text,
  ...[before, after].map((fields) =>
    Object.entries(fields ?? {}).flatMap(([name, value]) => (keptFields.has(name) ? [] : [value])),
  ),
];

/** Removes the texts of a record or note. Who did what, and when, stays, with amounts and days. */
export async function clearRecord({ subject, at, before, after }: Item): Promise<void> {
  await updateIf(
    { TableName: table("activity"), Key: { subject, at } },
    {
      set: { before: before && withoutTexts(before), after: after && withoutTexts(after) },
      remove: ["text", "open"],
      onlyIf: "attribute_exists(subject)",
    },
  );
}

/** Removes personal data from all records of a client. */
export async function removePersonalData(subject: string): Promise<void> {
  for (const record of await recordsOf(subject))
    if (textsOfRecord(record).flat().some(Boolean)) await clearRecord(record);
}
