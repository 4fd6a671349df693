import { creditOf } from "../../shared/billing/account.ts";
import { paymentEntry, type TimelineEntry } from "../../shared/clients/timeline.ts";
import { compareTexts } from "../../shared/compare-texts.ts";
import { boxOf } from "../../shared/messages/message.ts";
import { shownKind } from "../../shared/reminders/reminder.ts";
import { findPayments, newestPayments, oneOffServices } from "../ledger/account-store.ts";
import { paidCharges } from "../ledger/payment-answer.ts";
import type { ClientPaymentRow } from "../ledger/payment-row.ts";
import { receiptOf } from "../ledger/receipt-entries.ts";
import * as activity from "../stores/activity-store.ts";
import * as messages from "../stores/message-store.ts";
import * as reminders from "../stores/reminder-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { requireClient } from "./client-page.ts";

// Payments, emails, activity and messages are in four tables, each read newest first. A page goes back to the latest
// instant down to which all of them were read; the next page continues there. A receipt is on the line of its payment.

const PAGE_ENTRIES = 50;

/** One page of a client's timeline, newest first, back from `until`. */
export async function timelinePage(id: string, until?: string) {
  const [client, owned] = await Promise.all([requireClient(id), subscriptions.ofClient(id)]);
  const services = new Map(owned.rows.map((row) => [row.id, row.service]));
  const [emails, changes, paid, received] = await Promise.all([
    reminders.ofClient(id, until),
    activity.listBySubject(id, until),
    newestPayments(id, until),
    messages.ofAddress(client.email, until),
  ]);

  const oneOffService = await oneOffServices(paid.rows);

  // The activity has the refunds.
  const payments = new Map(paid.rows.map((row) => [row.id, row]));
  const entries: TimelineEntry[] = [
    ...payments.values().map((row): TimelineEntry => {
      const allocations = paidCharges(row);
      const [only, another] = allocations;
      const service = another ? undefined : oneOffService(id, only?.charge_id ?? "");
      return {
        ...paymentEntry({ ...row, allocations, credit: creditOf(row) }),
        ...(service && { service }),
      };
    }),
    ...emails.reminders.map(emailEntry),
    ...changes.entries,
    ...(client.imported ?? []).map(
      ({ at, by: name, undone }): TimelineEntry => ({
        kind: "change",
        what: undone ? "import-undone" : "import-started",
        id: `imported ${at}`,
        at,
        name,
        after: {},
      }),
    ),
    ...received.items.map(
      ({ id, received_at, message, state }): TimelineEntry => ({
        kind: "message",
        id,
        at: received_at,
        text: message,
        box: boxOf(state),
      }),
    ),
  ].map((entry) => {
    const service = entry.service ?? services.get(entry.subscription_id ?? "");
    return service === undefined ? entry : { ...entry, service };
  });

  const parts = [emails, changes, paid, received];
  const nextBefore =
    parts
      .map((part) => part.nextBefore ?? "")
      .sort()
      .at(-1) ?? "";
  const complete = entries
    .filter(({ at }) => at > nextBefore && (until === undefined || at <= until))
    .sort((a, b) => compareTexts(b.at, a.at) || compareTexts(a.id, b.id));
  const [page, cursor] = firstPage(complete, nextBefore);
  const unreadable = [owned, ...parts].reduce((sum, part) => sum + (part.unreadable ?? 0), 0);
  return {
    entries: await withReceipts(page, payments, emails.reminders),
    ...(unreadable > 0 && { unreadable }),
    ...(cursor && { cursor }),
  };
}

function emailEntry({ id, at, named, ...email }: Email): TimelineEntry {
  const { subscription_id, service, period, state, reason, resend, receipt_number } = email;
  const isOfOne = (named?.subscriptions ?? 1) === 1;
  return {
    kind: "email",
    id,
    ...(isOfOne && { subscription_id, service }),
    at,
    email: shownKind({ ...email, named }),
    period: named?.since ?? period,
    state,
    reason,
    resend,
    receipt_number,
    ...(named && named.charges > 1 && { periods: named.charges }),
    ...(named?.amounts && { amounts: named.amounts }),
  };
}
type Email = Awaited<ReturnType<typeof reminders.ofClient>>["reminders"][number];

/** A receipt is on the line of its payment. It is newer, so the two may be read for different pages. */
async function withReceipts(
  page: readonly TimelineEntry[],
  payments: ReadonlyMap<string, ClientPaymentRow>,
  emails: readonly Email[],
): Promise<TimelineEntry[]> {
  const paid = page.flatMap(({ id }) => payments.get(id) ?? []).filter(({ receipt }) => receipt);
  const paymentsOfReceipts = page.flatMap(({ id }) => reminders.paymentOfReceipt(id) ?? []);
  const [receipts, otherPayments] = await Promise.all([
    reminders.receiptsOf(paid.map(receiptOf), emails),
    findPayments(paymentsOfReceipts.filter((id) => !payments.has(id))),
  ]);
  const recorded = new Set([...payments.keys(), ...otherPayments.map(({ id }) => id)]);
  return page
    .filter(({ id }) => !recorded.has(reminders.paymentOfReceipt(id) ?? ""))
    .map((entry) => {
      const receipt = entry.kind === "payment" ? receipts.get(entry.id) : undefined;
      if (!receipt) return entry;
      const { state, reason, receipt_number: number } = receipt;
      return { ...entry, receipt: { state, ...(reason && { reason }), ...(number && { number }) } };
    });
}

/** The entries of a page, and where the next page starts. All entries of one instant are on the same page. */
function firstPage(entries: TimelineEntry[], nextBefore: string): [TimelineEntry[], string] {
  const end = entries[PAGE_ENTRIES]?.at;
  if (end === undefined) return [entries, nextBefore];
  const newer = entries.filter(({ at }) => at > end);
  if (newer.length > 0) return [newer, end];
  const next = entries.find(({ at }) => at < end)?.at ?? nextBefore;
  return [entries.filter(({ at }) => at === end), next];
}
