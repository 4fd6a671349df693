import * as z from "zod/mini";
import type { ActivityEntry, ActivityKind } from "../../../../shared/activity/activity.ts";
import { recordedFields } from "../../../../shared/activity/fields.ts";
import { StoredCopy } from "../../../../shared/clients/copies.ts";
import { clientFields } from "../../../../shared/clients/fields.ts";
import { Day } from "../../../../shared/day.ts";
import { TemplatedEmail, templateNames, templateParts } from "../../../../shared/email-templates.ts";
import type { Field, Fields } from "../../../../shared/field.ts";
import { fieldEntries, valueText } from "../../../../shared/field-values.ts";
import { Language, languageNames } from "../../../../shared/languages.ts";
import { messageFields } from "../../../../shared/messages/fields.ts";
import { Currency } from "../../../../shared/money.ts";
import { paymentFields } from "../../../../shared/payments/fields.ts";
import { settingsFields } from "../../../../shared/settings/fields.ts";
import { memberFields } from "../../../../shared/staff/fields.ts";
import { subscriptionFields } from "../../../../shared/subscriptions/fields.ts";
import { NextPrice } from "../../../../shared/subscriptions/subscription.ts";
import { Instant } from "../../../../shared/text.ts";

export type Values = Record<string, unknown>;
type Change = {
  kind: ActivityEntry["kind"];
  before?: Values | undefined;
  after?: Values | undefined;
};

/** `upcoming.en.subject` → `Renewal reminder (English), subject` */
function templateFields(): Record<string, Field> {
  const parts = {
    subject: "subject",
    opening: "above the amount",
    request: "below the table",
    closing: "at the end",
  };
  return Object.fromEntries(
    TemplatedEmail.options.flatMap((email) =>
      Language.options.flatMap((language) =>
        templateParts.map((part): [string, Field] => [
          `${email}.${language}.${part}`,
          {
            label: `${templateNames[email]} (${languageNames[language]}), ${parts[part]}`,
            kind: "lines",
            description: "",
          },
        ]),
      ),
    ),
  );
}

const tables = {
  client: { ...clientFields, ...recordedFields },
  subscription: { ...subscriptionFields, ...recordedFields },
  payment: { ...paymentFields, ...recordedFields },
  message: { ...messageFields, ...recordedFields },
  settings: { ...settingsFields, ...templateFields() },
  staff: { ...memberFields, ...recordedFields },
} as const satisfies Record<string, Fields>;

const tableOf: Record<ActivityKind, keyof typeof tables> = {
  "client-added": "client",
  "client-changed": "client",
  "client-erased": "client",
  "client-exported": "client",
  "link-renewed": "client",
  "payment-requested": "payment",
  "subscription-added": "subscription",
  "subscription-changed": "subscription",
  "payment-recorded": "payment",
  "payment-corrected": "payment",
  "payment-undone": "payment",
  "charge-added": "payment",
  "charge-changed": "payment",
  "charge-removed": "payment",
  "promise-changed": "client",
  "credit-refunded": "payment",
  "refund-undone": "payment",
  "control-unit-recorded": "payment",
  "lines-kept": "payment",
  "line-ignored": "payment",
  "line-restored": "payment",
  "line-reversed": "payment",
  "import-started": "client",
  "import-undone": "client",
  "message-moved": "message",
  "message-assigned": "message",
  "message-deleted": "message",
  "list-exported": "client",
  "person-exported": "client",
  "person-erased": "client",
  "settings-changed": "settings",
  "sample-removed": "subscription",
  "staff-invited": "staff",
  "staff-changed": "staff",
  "staff-removed": "staff",
};

const fieldsOf = (kind: ActivityEntry["kind"]): Fields => (kind === "note" ? {} : tables[tableOf[kind]]);

const RecordedAddresses = z.array(StoredCopy);

/** A recorded value as text. Old records can contain anything, so every value is checked. */
export function textOf(field: Field, value: unknown, { currency = "USD" }: Values): string {
  if (typeof value === "object" && value && "kind" in value) return textOf(field, value.kind, {});
  if (field.kind === "day" && !Day.safeParse(value).success) return String(value ?? "");
  if ((field.kind === "instant" || field.kind === "moment") && !Instant.safeParse(value).success)
    return String(value ?? "");
  const { success, data } = Currency.safeParse(currency);
  if (field.kind === "amount-from")
    return success && NextPrice.safeParse(value).success ? valueText(field, value, data) : "";
  if (field.kind === "addresses" && !RecordedAddresses.safeParse(value).success) return "";
  if (field.kind === "amount" && (typeof value !== "number" || !success)) return String(value ?? "");
  return valueText(field, value, data);
}

/** A changed record can have no value before: its field was absent. Of a changed charge only the new values are recorded. */
const isNewRecord = ({ kind, before = {} }: Change): boolean =>
  (!kind.endsWith("-changed") || kind === "charge-changed") && Object.keys(before).length === 0;

export type Difference = { name: string; field: Field; textBefore: string; textAfter: string };

/** The recorded fields that differ, with their values before and after. */
export function changesOf({ kind, before = {}, after = {} }: Change): Difference[] {
  const isNew = isNewRecord({ kind, before });
  return fieldEntries<Values>(fieldsOf(kind)).flatMap(([name, field]) => {
    if (!(name in before) && !(name in after)) return [];
    // An amount shows its currency.
    if (name === "currency" && (kind === "charge-changed" || "amount" in before || "amount" in after))
      return [];
    // A switch that was never set is off.
    const unset = field.kind === "yes-no" && !isNew ? false : undefined;
    const [textBefore, textAfter] = [before, after].map((values) =>
      textOf(field, values[name] ?? unset, values),
    ) as [string, string];
    if (!isNew && textBefore === textAfter) return [];
    return textAfter || textBefore ? [{ name, field, textBefore: isNew ? "" : textBefore, textAfter }] : [];
  });
}

/** The changes as text, one line for each field: `Amount: $149.99 → $200.00`. */
export function differences(change: Change): string[] {
  const isRemoved = ["payment-undone", "charge-removed", "sample-removed", "staff-removed"].includes(
    change.kind,
  );
  return changesOf(change).map(({ field: { label }, textBefore, textAfter }) =>
    isRemoved || isNewRecord(change)
      ? `${label}: ${textAfter || textBefore}`
      : `${label}: ${textBefore || "none"} → ${textAfter || "none"}`,
  );
}

/** The recorded values of one side, one line for each field: `Amount: $149.99`. */
export const valueLines = (kind: ActivityEntry["kind"], values: Values = {}): string =>
  fieldEntries<Values>(fieldsOf(kind))
    .filter(([name]) => name in values && !(name === "currency" && "amount" in values))
    .map(([name, field]) => [field.label, textOf(field, values[name], values)])
    .filter(([, text]) => text)
    .map(([label, text]) => `${label}: ${text}`)
    .join("\n");

/** `the period due Nov 14, 2026`, `Installation, due Nov 14, 2026` */
function chargeName({ period, due, service }: Values): string {
  if (period !== undefined) return `the period due ${textOf(paymentFields.period, period, {})}`;
  return `${service ?? "a charge"}, due ${textOf(recordedFields.due, due, {})}`;
}

/** `waived $50.00 of the period due Nov 14, 2026` */
export function chargeText(after: Values): string {
  const charge = chargeName(after);
  const amount = after.amount === undefined ? "" : textOf(paymentFields.amount, after.amount, after);
  if (after.waived === true) return `waived ${amount && `${amount} of `}${charge}`;
  if (after.waived === false) return `charged ${amount && `${amount} of `}${charge} again`;
  if (after.new_due !== undefined)
    return `moved ${charge}, to ${textOf(recordedFields.new_due, after.new_due, {})}`;
  return `changed the amount of ${charge} to ${amount}`;
}

/** `: The system was down (reduced, credit note)` */
export function reasonText({ reason, why }: Values): string {
  const invoiceText = why === undefined ? "" : ` (${textOf(recordedFields.why, why, {})})`;
  return reason ? `: ${reason}${invoiceText}` : invoiceText;
}

/** `$250.00 for Installation, due Nov 14, 2026` */
export const addedChargeText = (values: Values): string =>
  `${textOf(paymentFields.amount, values.amount, values)} for ${chargeName(values)}`;
