import * as z from "zod/mini";
import type { PersonalDataPage } from "../../shared/clients/client.ts";
import { omit } from "../../shared/omit.ts";
import { chargesOnWire } from "../../shared/payments/client-account.ts";
import { invalidCursor } from "../../shared/text.ts";
import { chargesOfClient, paymentsOfClient } from "../ledger/account-store.ts";
import { wholePapersOfClient } from "../ledger/papers-page.ts";
import { unmatchedPaymentsOf } from "../ledger/payer-store.ts";
import { paymentOnWire } from "../ledger/payment-answer.ts";
import { promptOnWire, readPrompt } from "../ledger/prompt-store.ts";
import { withOpenCharges } from "../ledger/read-accounts.ts";
import { toCharge } from "../ledger/rows.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { cursorOf, placeOf } from "../platform/dynamo/cursor.ts";
import { getItem, transact } from "../platform/dynamo/database.ts";
import { Invalid } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import * as store from "../stores/client-store.ts";
import { addressesOf } from "../stores/client-store.ts";
import * as messages from "../stores/message-store.ts";
import * as reminders from "../stores/reminder-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { requireClient } from "./client-page.ts";

/** A message has at most 7 KB, and a response of Lambda 6 MB. */
const PAGE_ITEMS = 500;

const Place = z.object({
  /** The activity record of the export. The first page writes it, so nobody can skip that page. */
  record: z.string().check(z.regex(/^[\dT:.Z-]{20,30}#[\da-f]{8}$/)),
  part: z.enum(["payments", "invoices", "emails", "messages", "activity"]),
  /** Where the list of invoices continues. */
  cursor: z.optional(z.string()),
  /** Where the part continues: at an index, or back from an instant. */
  index: z.int().check(z.minimum(0)),
  until: z.optional(z.iso.datetime()),
});
type Place = z.output<typeof Place>;
type PartPage = { page: PersonalDataPage; next?: Pick<Place, "index" | "until" | "cursor"> };

const parts = Place.shape.part.options;

/** One page of everything that is stored about a client. The first page records the export in the activity. */
export async function exportPersonalData(
  id: string,
  cursor: string | undefined,
  context: ChangeContext,
): Promise<PersonalDataPage> {
  const client = await requireClient(id);
  if (cursor === undefined) {
    const owned = await subscriptions.ofClient(id);
    const lines = await unmatchedPaymentsOf(client);
    const prompt = await readPrompt(client.payment_reference ?? "");
    const record = await recordExport(id, context);
    return {
      client: store.fromRow(client),
      subscriptions: (await withOpenCharges(owned.rows)).map(subscriptions.fromOwing),
      charges: chargesOnWire((await chargesOfClient(id)).map(toCharge)),
      statement_lines: lines,
      mpesa_prompts: prompt ? [{ ...promptOnWire(prompt, context.now), phone: prompt.phone }] : [],
      ...(owned.unreadable && { unreadable: owned.unreadable }),
      cursor: cursorOf({ record, part: "payments", index: 0 } satisfies Place),
    };
  }
  const place = placeOf(Place, cursor, invalidCursor);
  if (!(await isRecorded(id, place.record))) throw new Invalid(invalidCursor);
  const { page, next } = await readPart[place.part](client, place);
  const { record, part } = place;
  const nextPart = parts[parts.indexOf(part) + 1];
  const nextPlace = next ? { record, part, ...next } : nextPart && { record, part: nextPart, index: 0 };
  return { ...page, ...(nextPlace && { cursor: cursorOf(nextPlace satisfies Place) }) };
}

const readPart: Record<Place["part"], (client: store.Row, place: Place) => Promise<PartPage>> = {
  async payments({ id }, { index }) {
    const { rows, unreadable } = await paymentsOfClient(id);
    const page = rows.slice(index, index + PAGE_ITEMS);
    const next = index + PAGE_ITEMS;
    return {
      page: { payments: page.map(paymentOnWire), ...(unreadable && { unreadable }) },
      ...(next < rows.length && { next: { index: next } }),
    };
  },
  async invoices({ id }, { cursor }) {
    const { invoices, unreadable, cursor: next } = await wholePapersOfClient(id, cursor);
    return {
      page: { invoices, ...(unreadable && { unreadable }) },
      ...(next !== undefined && { next: { index: 0, cursor: next } }),
    };
  },
  emails: async ({ id }, { until }) => {
    const { items, ...rest } = await readPages(until, async (until) => {
      const { reminders: items, ...page } = await reminders.ofClient(id, until);
      return { items: items.map((reminder) => omit(reminder, "id")), ...page };
    });
    return { page: { emails: items, ...rest.unreadable }, ...rest.continueAt(0) };
  },
  async messages(client, { index, until }) {
    const addresses = await addressesOf(client);
    const address = addresses[index];
    if (address === undefined) return { page: { messages: [] } };
    const { items, ...rest } = await readPages(until, (until) => messages.ofAddress(address, until));
    const nextAddress = index + 1 < addresses.length ? { next: { index: index + 1 } } : {};
    return { page: { messages: items, ...rest.unreadable }, ...nextAddress, ...rest.continueAt(index) };
  },
  activity: async ({ id }, { until }) => {
    const { items, ...rest } = await readPages(until, async (until) => {
      const { entries: items, ...page } = await activity.listBySubject(id, until, { payments: true });
      return { items, ...page };
    });
    return { page: { activity: items, ...rest.unreadable }, ...rest.continueAt(0) };
  },
};

type Page<T> = { items: T[]; unreadable?: number | undefined; nextBefore?: string | undefined };

/** Reads pages of a list, newest first, until the response is full. */
async function readPages<T>(
  from: string | undefined,
  readPage: (until: string | undefined) => Promise<Page<T>>,
) {
  const items: T[] = [];
  let unreadable = 0;
  let until = from;
  do {
    const page = await readPage(until);
    items.push(...page.items);
    unreadable += page.unreadable ?? 0;
    until = page.nextBefore;
  } while (until !== undefined && items.length < PAGE_ITEMS);
  return {
    items,
    unreadable: unreadable > 0 ? { unreadable } : {},
    continueAt: (index: number) => (until === undefined ? {} : { next: { index, until } }),
  };
}

/** Records who exported the data, and returns the record's key. */
async function recordExport(subject: string, context: ChangeContext): Promise<string> {
  const record = activity.eventRecord("client-exported", { subject }, context);
  await transact([record]);
  return String(record.Put?.Item?.at);
}

async function isRecorded(subject: string, at: string): Promise<boolean> {
  const item = await getItem("activity", { subject, at });
  return item?.kind === "client-exported";
}
