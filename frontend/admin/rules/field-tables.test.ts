import { expect, test } from "vitest";
import type { ActivityKind } from "../../../shared/activity/activity.ts";
import { activityFields } from "../../../shared/activity/fields.ts";
import { openApi } from "../../../shared/api/document.ts";
import { ClientChange, NewClient } from "../../../shared/clients/client.ts";
import { copyColumns } from "../../../shared/clients/copies.ts";
import { clientFields } from "../../../shared/clients/fields.ts";
import type { CsvExport } from "../../../shared/csv.ts";
import { type Field, type Fields, headingOf } from "../../../shared/field.ts";
import type { RowFields } from "../../../shared/field-values.ts";
import { clientFileFields } from "../../../shared/imports/client-fields.ts";
import { subscriptionFileFields } from "../../../shared/imports/subscription-fields.ts";
import { messageFields } from "../../../shared/messages/fields.ts";
import { paymentFields } from "../../../shared/payments/fields.ts";
import { reminderFields } from "../../../shared/reminders/fields.ts";
import { settingsFields } from "../../../shared/settings/fields.ts";
import { SettingsChange } from "../../../shared/settings/settings.ts";
import { memberFields } from "../../../shared/staff/fields.ts";
import { subscriptionFields } from "../../../shared/subscriptions/fields.ts";
import { NewSubscription, SubscriptionChange } from "../../../shared/subscriptions/subscription.ts";
import { activityExport, activityRowFields } from "../features/activity/list.ts";
import * as clientForm from "../features/clients/form-values.ts";
import { clientsExport } from "../features/clients/list.ts";
import { messagesExport } from "../features/messages/list.ts";
import { entryFields as paymentRowFields, paymentsExport } from "../features/payments/list.ts";
import { lineFields, sendLogExport } from "../features/reminders/send-log.ts";
import { staffExport } from "../features/staff/list.ts";
import * as subscriptionForm from "../features/subscriptions/form-values.ts";
import { entryFields, subscriptionsExport } from "../features/subscriptions/portfolio.ts";
import { valueLines } from "./activity/changes.ts";
import { factsOf } from "./list-fields.ts";

type Places = {
  schema: string;
  fields: Fields;
  /** The fields of the list's rows; what has no column is in the row's sheet. */
  rows?: Fields;
  exported?: CsvExport<never>;
  imported?: readonly { name: string; label: string; aliases: readonly string[] }[];
  activity?: ActivityKind;
  /** The schemas of the bodies that create and change a record, and the values of its form. */
  bodies?: { create?: object; change: object; form?: object };
  /** The row's names for fields that it renames. */
  renamed?: Readonly<Record<string, string>>;
  /** Fields that the browser adds from other lists. */
  added?: readonly string[];
  /** The columns of fields that have several in a file. */
  columns?: Readonly<Record<string, readonly string[]>>;
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
    columns: { copies: copyColumns },
    bodies: {
      create: NewClient.shape,
      change: ClientChange.shape,
      form: clientForm.storedOf(undefined).values,
    },
  },
  {
    schema: "Subscription",
    fields: subscriptionFields,
    rows: entryFields,
    exported: subscriptionsExport,
    imported: subscriptionFileFields,
    activity: "subscription-changed",
    bodies: {
      create: NewSubscription.shape,
      change: SubscriptionChange.shape,
      form: subscriptionForm.storedOf(undefined, day).values,
    },
  },
  {
    schema: "Payment",
    fields: paymentFields,
    rows: paymentRowFields as Fields,
    exported: paymentsExport(day, day),
    activity: "payment-recorded",
    renamed: { id: "payment_id" },
    added: ["client_name", "company", "service", "sample"],
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
    added: ["client_name", "company", "service"],
  },
  {
    schema: "Settings",
    fields: settingsFields,
    activity: "settings-changed",
    bodies: { change: SettingsChange.shape },
  },
];

test("a sheet shows no id", () => {
  const fields = { id: { label: "Id", kind: "id", description: "" } } as const;
  expect(factsOf({ id: "9d2c8e6a-8f7d-4a53-9a6e-3f1b64c2a7f0" }, fields, [])).toEqual([]);
});

/** A value of the field's kind. */
function sampleOf({ kind, names }: Field): unknown {
  if (names) return Object.keys(names)[0];
  const values: Partial<Record<Field["kind"], unknown>> = {
    "yes-no": true,
    day,
    instant: `${day}T06:00:00.000Z`,
    moment: `${day}T06:00:00.000Z`,
    amount: 12.5,
    "amount-from": { amount: 12.5, from: day },
    number: 3,
    numbers: [7, 1],
    addresses: [{ email: "a@client.example", name: "A" }],
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
  "every field of %s is in its list or sheet, file, import, activity, OpenAPI, bodies and form",
  (_, {
    schema,
    fields,
    rows,
    exported,
    imported,
    activity,
    bodies,
    renamed = {},
    added = [],
    columns = {},
  }) => {
    const headingsOf = (name: string, field: Field) =>
      columns[name]?.map((column) => imported?.find((field) => field.name === column)?.label) ?? [
        headingOf(field),
      ];
    const missing = Object.entries(fields).flatMap(([name, field]) => {
      const value = sampleOf(field);
      const inRow = renamed[name] ?? name;
      const row = { [inRow]: value };
      const isTyped = !field.readOnly;
      const places = {
        "the list or the sheet of its rows":
          !rows || field.kind === "id" || factsOf(row, rows as RowFields<typeof row>, []).length > 0,
        "the exported file":
          !exported ||
          headingsOf(name, field).every((heading) => exported.columns.some(([known]) => known === heading)),
        "the import (shared/imports/)":
          !(imported && isTyped) ||
          (columns[name] ?? [name]).every((column) => imported.some((field) => field.name === column)),
        "the activity (rules/activity/changes.ts)":
          !activity || valueLines(activity, { [name]: value }).startsWith(`${field.label}: `),
        "the schema that OpenAPI describes":
          added.includes(name) || described(schema, name)?.startsWith(field.description) === true,
        "the schema of what creates it": !(bodies?.create && isTyped) || name in bodies.create,
        "the schema of what changes it": !(bodies && isTyped) || name in bodies.change,
        "the values of its form (form-values.ts)": !(bodies?.form && isTyped) || name in bodies.form,
      };
      return Object.entries(places).flatMap(([place, isThere]) =>
        isThere ? [] : [`${schema}.${name} is missing in ${place}.`],
      );
    });
    expect(missing).toEqual([]);
  },
);

test("a field of a table needs no code to be searched, sorted, imported and exported", async () => {
  const names = Object.entries(clientFields).flatMap(([name, field]: [string, Field]) =>
    field.searched ? [name] : [],
  );
  const { clientRules } = await import("../features/clients/list.ts");
  for (const name of names) {
    const value = name === "copies" ? [{ email: "k@client.example", name: "Kisumu 4711" }] : "Kisumu 4711";
    const row = { name: "", email: "", phone: "", company: "", address: "", [name]: value };
    expect(clientRules.textOf(row as never)).toContain("kisumu 4711");
  }
  expect(Object.keys(clientRules.sortKeys).sort()).toEqual([...Object.keys(clientFields), "overdue"].sort());
});
