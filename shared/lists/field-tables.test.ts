import { expect, test } from "vitest";
import type { ActivityKind } from "../activity/activity.ts";
import { valueLines } from "../activity/changes.ts";
import { activityFields } from "../activity/fields.ts";
import { activityExport, activityRowFields } from "../activity/list.ts";
import { clientFields } from "../clients/fields.ts";
import { clientFileFields } from "../clients/import-fields.ts";
import { clientsExport } from "../clients/list.ts";
import type { CsvExport } from "../csv.ts";
import { type Field, type Fields, headingOf } from "../field.ts";
import { messageFields } from "../messages/fields.ts";
import { messagesExport } from "../messages/list.ts";
import { openApi } from "../openapi/document.ts";
import { paymentFields } from "../payments/fields.ts";
import { entryFields as paymentRowFields, paymentsExport } from "../payments/list.ts";
import { reminderFields } from "../reminders/fields.ts";
import { lineFields, sendLogExport } from "../reminders/list.ts";
import { settingsFields } from "../settings/fields.ts";
import { memberFields } from "../staff/fields.ts";
import { staffExport } from "../staff/list.ts";
import { subscriptionFields } from "../subscriptions/fields.ts";
import { subscriptionFileFields } from "../subscriptions/import-fields.ts";
import { entryFields, subscriptionsExport } from "../subscriptions/portfolio.ts";
import { factsOf, type RowFields } from "./fields.ts";

type Places = {
  schema: string;
  fields: Fields;
  /** The fields of the list's rows; what has no column is in the row's sheet. */
  rows?: Fields;
  exported?: CsvExport<never>;
  imported?: readonly { name: string; aliases: readonly string[] }[];
  activity?: ActivityKind;
  /** What a row calls a field. */
  renamed?: Readonly<Record<string, string>>;
  /** What the browser adds from other lists. */
  added?: readonly string[];
};

const day = "2026-12-24";
const tables: Places[] = [
  {
    schema: "Client",
    fields: clientFields,
    rows: clientFields,
    exported: clientsExport,
    imported: clientFileFields,
    activity: "client-changed",
  },
  {
    schema: "Subscription",
    fields: subscriptionFields,
    rows: entryFields,
    exported: subscriptionsExport,
    imported: subscriptionFileFields,
    activity: "subscription-changed",
  },
  {
    schema: "Payment",
    fields: paymentFields,
    rows: paymentRowFields as Fields,
    exported: paymentsExport(day, day),
    activity: "payment-recorded",
    renamed: { id: "payment_id" },
    added: ["client_name", "service", "sample"],
  },
  {
    schema: "Message",
    fields: messageFields,
    exported: messagesExport("inbox"),
    activity: "message-moved",
  },
  {
    schema: "LoggedReminder",
    fields: reminderFields,
    rows: lineFields as Fields,
    exported: sendLogExport(day),
  },
  {
    schema: "Member",
    fields: memberFields,
    rows: memberFields,
    exported: staffExport,
    activity: "staff-changed",
  },
  {
    schema: "ActivityEntry",
    fields: activityFields,
    rows: activityRowFields as Fields,
    exported: activityExport(day, day),
    added: ["client_name", "service"],
  },
  { schema: "Settings", fields: settingsFields, activity: "settings-changed" },
];

/** A value of the field's kind. */
function sampleOf({ kind, names }: Field): unknown {
  if (names) return Object.keys(names)[0];
  const values: Partial<Record<Field["kind"], unknown>> = {
    "yes-no": true,
    day,
    instant: `${day}T06:00:00.000Z`,
    moment: `${day}T06:00:00.000Z`,
    amount: 12.5,
    number: 3,
    numbers: [7, 1],
    reference: "1234567",
  };
  return values[kind] ?? "A text";
}

const { schemas } = openApi().components;
const described = (schema: string, name: string) => {
  const properties = schemas[schema]?.properties as Record<string, { description?: string }> | undefined;
  return properties?.[name]?.description;
};

test.each(tables.map((places) => [places.schema, places] as const))(
  "every field of %s is in list or sheet, file, import, activity and OpenAPI",
  (_, { schema, fields, rows, exported, imported, activity, renamed = {}, added = [] }) => {
    const missing = Object.entries(fields).flatMap(([name, field]) => {
      const value = sampleOf(field);
      const inRow = renamed[name] ?? name;
      const row = { [inRow]: value };
      const places = {
        "list or sheet": !rows || factsOf(row, rows as RowFields<typeof row>, []).length > 0,
        file: !exported || exported.columns.some(([heading]) => heading === headingOf(field)),
        import: !imported || field.readOnly || imported.some((one) => one.name === name),
        activity: !activity || valueLines(activity, { [name]: value }).startsWith(`${field.label}: `),
        OpenAPI: added.includes(name) || described(schema, name)?.startsWith(field.description) === true,
      };
      return Object.entries(places).flatMap(([place, isThere]) => (isThere ? [] : [`${name}: ${place}`]));
    });
    expect(missing).toEqual([]);
  },
);

test("a field of a table needs no code to be searched, sorted, imported and exported", async () => {
  const names = Object.entries(clientFields).flatMap(([name, field]: [string, Field]) =>
    field.searched ? [name] : [],
  );
  const { clientRules } = await import("../clients/list.ts");
  for (const name of names) {
    const row = { name: "", email: "", phone: "", company: "", address: "", [name]: "Kisumu 4711" };
    expect(clientRules.textOf(row as never)).toContain("kisumu 4711");
  }
  expect(Object.keys(clientRules.sortKeys).sort()).toEqual(Object.keys(clientFields).sort());
});
