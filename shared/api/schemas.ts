import * as z from "zod/mini";
import { ActivityEntry } from "../activity/activity.ts";
import { activityFields } from "../activity/fields.ts";
import { Client, ClientChange, NewClient } from "../clients/client.ts";
import { clientFields } from "../clients/fields.ts";
import { Note, TimelineEntry } from "../clients/timeline.ts";
import { FIRST_DAY, LAST_DAY, TypedDay } from "../day.ts";
import type { Fields } from "../field.ts";
import { messageFields } from "../messages/fields.ts";
import { Message, NewMessage } from "../messages/message.ts";
import { omit } from "../omit.ts";
import { paymentFields } from "../payments/fields.ts";
import { Payment } from "../payments/payment.ts";
import { expectedFields, reminderFields } from "../reminders/fields.ts";
import { ExpectedReminder, LoggedReminder, Reminder } from "../reminders/reminder.ts";
import { settingsFields } from "../settings/fields.ts";
import { Settings, SettingsChange } from "../settings/settings.ts";
import { memberFields } from "../staff/fields.ts";
import { Member } from "../staff/staff.ts";
import { subscriptionFields } from "../subscriptions/fields.ts";
import { NewSubscription, Subscription, SubscriptionChange } from "../subscriptions/subscription.ts";

/** A JSON Schema, as OpenAPI 3.1 uses it. */
export type Schema = { [keyword: string]: unknown };

/** The schemas of `components`, by name. */
const namedSchemas = {
  Client,
  Subscription,
  Payment,
  Note,
  TimelineEntry,
  Message,
  Reminder,
  LoggedReminder,
  ExpectedReminder,
  Settings,
  Member,
  ActivityEntry,
};

/** The declared fields of the types, which describe their properties. */
const declaredFields = new Map<unknown, Fields>([
  [Client, clientFields],
  [NewClient, clientFields],
  [ClientChange, clientFields],
  [Subscription, subscriptionFields],
  [NewSubscription, subscriptionFields],
  [SubscriptionChange, subscriptionFields],
  [Payment, paymentFields],
  [Message, messageFields],
  [Reminder, reminderFields],
  [LoggedReminder, reminderFields],
  [ExpectedReminder, expectedFields],
  [Settings, settingsFields],
  [SettingsChange, settingsFields],
  [Member, memberFields],
  [ActivityEntry, activityFields],
]);
const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) names.add(schema, { id });

const email = { type: "string", format: "email" };
const emailOrNothing = { anyOf: [email, { type: "string", maxLength: 0 }] };

/** The checks of these types require more than JSON Schema can derive from them. */
const described = new Map<unknown, Schema>([
  [
    TypedDay,
    {
      description: `From ${FIRST_DAY} to ${LAST_DAY}.`,
      pattern: `^${FIRST_DAY.slice(0, 2)}[0-9]{2}-[0-9]{2}-[0-9]{2}$`,
    },
  ],
  // Visitors' addresses may have letters of every script, which the format `email` does not allow.
  [NewMessage.shape.email, { format: "idn-email" }],
  [SettingsChange.shape.company_email, emailOrNothing],
  [SettingsChange.shape.notification_email, emailOrNothing],
]);
const describedPatterns = new Set([...described.values()].map(({ pattern }) => pattern));

type JsonSchema = Schema & { $defs?: Record<string, Schema>; format?: string };

/** The JSON Schema of a type; the named schemas that it uses are added to `components`. */
export function schemaOf(
  type: z.ZodMiniType,
  io: "input" | "output",
  components: Record<string, Schema>,
): Schema {
  const document = z.toJSONSchema(type, {
    io,
    metadata: names,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { format, pattern } = jsonSchema;
      // Redundant with the format, and a hundred characters long.
      if (format && ["uuid", "date", "date-time"].includes(format) && !describedPatterns.has(pattern))
        delete jsonSchema.pattern;
      Object.assign(jsonSchema, described.get(zodSchema));
      delete (jsonSchema as Schema).id;
    },
  });
  const { $defs = {}, ...schema } = omit(document, "$schema") as JsonSchema;
  for (const [name, definition] of Object.entries($defs))
    components[name] = describe(namedSchemas[name as keyof typeof namedSchemas], definition);
  return describe(type, schema);
}

/** Adds the descriptions of the declared fields, and refers to `components`. */
function describe(type: unknown, schema: Schema): Schema {
  const described = withComponentRefs(schema) as Schema & { properties?: Record<string, Schema> };
  const fields = declaredFields.get(type);
  for (const [name, property] of Object.entries(described.properties ?? {})) {
    const { description } = fields?.[name] ?? {};
    if (described.properties && description)
      described.properties[name] = {
        ...property,
        description: [description, property.description].filter(Boolean).join(" "),
      };
  }
  return described;
}

const withComponentRefs = <S extends Schema>(schema: S): S =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
