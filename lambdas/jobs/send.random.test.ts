import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, type Charge, isAskedFor, isOpen } from "../../shared/billing/account.ts";
import { addSubscription, changeClientStatus } from "../../shared/billing/change-subscription.ts";
import { chargesOf, removeCharges } from "../../shared/billing/charges.ts";
import { bringUpToDate } from "../../shared/billing/payments.ts";
import { addDays, type Day, daysBetween } from "../../shared/day.ts";
import { type DueKind, dueKinds, reminderWindowEnd } from "../../shared/reminders/due-kinds.ts";
import { daysAfter, daysBefore, type ReminderDays, repeatDays } from "../../shared/reminders/reminder.ts";
import { unsavedSettings } from "../../shared/settings/settings.ts";
import { changeInModel, payOldest, REQUESTS_ON } from "../../test/models/reminder-model.ts";
import { type Interceptor, intercept } from "../../test/product/interception.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { faultNames, pressAs, reminderFaults } from "../../test/product/reminder-faults.ts";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let interceptor: Interceptor = (_, pass) => pass();
let faults: ReturnType<typeof reminderFaults>;
beforeAll(async () => {
  // Each kill costs a lease; messages return sooner, so they need more attempts.
  on = await startReminderProduct({ template: shortTimeouts({ attempts: 20, lease: 1.5, visibility: 1 }) });
  await on.saveSettings();
  await on.call("GET /api/v1/reminders/status"); // So that its function is known.
  intercept(on.product, (call, pass) => interceptor(call, pass));
  faults = reminderFaults(on, (next) => {
    interceptor = next;
  });
});
afterAll(() => on.product.stop());

/** The model of a client, with its own address. */
type Owner = {
  id: string;
  name: string;
  email: string;
  /** The addresses that get a copy of each email. */
  copies: string[];
  status: "active" | "inactive";
  /** The number of payments; each has a receipt. */
  payments: number;
  /** The account as the rules of billing make it. Those rules have their own tests. */
  account: Account;
};
/** The model of a subscription. Some clients have two. */
type Model = { id: string; client: Owner; muted: boolean };
/** `period#kind` → must be mailed by now, or may be, because something changed during the run. */
type Expected = Map<string, "must" | "may">;
/** A reminder in the send log that reached the client. */
type Recorded = { id: string; entry: string; day: Day; message: string };
let recorded = new Map<Owner, Recorded[]>();

let days: ReminderDays = unsavedSettings;
const entryOf = ({ charge, kind, repeat }: DueKind) => [charge.due, kind, repeat].filter(Boolean).join("#");

/** The entries that the send log must have for each subscription of a client after a run. */
function dueOf(own: Model[], today: Day): [Model, string][] {
  const before = (own[0] && recorded.get(own[0].client)) ?? [];
  const account = own[0]?.client.account;
  if (account) bringUpToDate(account, today, reminderWindowEnd(today, days));
  const isMuted = (id: string) => own.find((model) => model.id === id)?.muted ?? true;
  const charges = (account?.charges ?? []).filter(
    (charge) =>
      isAskedFor(charge) &&
      charge.due <= reminderWindowEnd(today, days) &&
      !isMuted(charge.subscription_id ?? ""),
  );
  const last = before
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  const isSettled = (due: DueKind) =>
    before.some(({ id, entry }) => id === due.charge.subscription_id && entry === entryOf(due));
  return dueKinds(charges, { today, days, last, isSettled }).flatMap((due) => {
    const model = own.find(({ id }) => id === due.charge.subscription_id);
    return model ? [[model, entryOf(due)]] : [];
  });
}

const changes = {
  pause: async (model: Model) => {
    const paused = model.client.account.subscriptions.some(
      ({ id, status }) => id === model.id && status === "paused",
    );
    const status = paused ? "active" : "paused";
    changeInModel(model.client.account, model.id, { status });
    expect((await on.change(model.id, { status })).status).toBe(200);
  },
  mute: async (model: Model) => {
    model.muted = !model.muted;
    expect((await on.change(model.id, { muted: model.muted })).status).toBe(200);
  },
  leave: async (model: Model) => {
    model.client.status = model.client.status === "active" ? "inactive" : "active";
    const { id, name, email, status, account } = model.client;
    changeClientStatus(account, { active: status === "active" }, REQUESTS_ON);
    const body = { name, email, status };
    expect((await on.call("PUT /api/v1/clients/{id}", { params: { id }, body })).status).toBe(200);
  },
  pay: async (model: Model) => {
    const period = payOldest(model.client.account, model.id);
    if (period === undefined) return;
    model.client.payments += 1;
    const answer = await payPeriods(on.call, model.id, { period });
    expect(answer.status, answer.body.error).toBe(201);
  },
  move: async (model: Model) => {
    const { account } = model.client;
    const [oldest, ...laterCharges] = chargesOf(account, model).filter(isOpen);
    if (!oldest) return;
    const next_billing_date = addDays(oldest.due, 2);
    // Reminders far ahead name several charges to come, which then stay. This model does not know which were named.
    if (laterCharges.length > 0 && changeInModel(structuredClone(account), model.id, { next_billing_date }))
      return;
    const isPossible = changeInModel(model.client.account, model.id, { next_billing_date });
    const { status, body } = await on.change(model.id, { next_billing_date });
    expect([status, body.error]).toEqual(isPossible ? [200, undefined] : [409, expect.any(String)]);
  },
};

/** A client who left while a run was starting may have left before it wrote the next charge, which the model has. */
async function dropUnwritten({ client: { id, status, account } }: Model): Promise<void> {
  if (status === "active") return;
  const { charges } = (await on.call("GET /api/v1/clients/{id}/account", { params: { id } })).body;
  const isWritten = (charge: Charge) => charges.some(({ id }) => id === charge.id);
  for (const subscription of account.subscriptions)
    removeCharges(
      account,
      subscription,
      chargesOf(account, subscription).filter((charge) => !isWritten(charge)),
    );
}

const changeNames = Object.keys(changes) as (keyof typeof changes)[];

const aDay = fc.record({
  // Days without a run before this day.
  gap: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) }),
  changes: fc.array(fc.record({ name: fc.constantFrom(...changeNames), of: fc.nat(4) }), { maxLength: 2 }),
  meanwhile: fc.option(fc.record({ name: fc.constantFrom("pause", "pay", "leave"), of: fc.nat(4) } as const)),
  runs: fc.nat(2),
  presses: fc.nat(1),
  fault: fc.constantFrom(...faultNames),
  at: fc.nat(30),
});

let people = 0;
let today: Day = "2026-12-24";

/** A client with a subscription for each offset of its due day. */
async function enrol(offsets: number[]): Promise<Model[]> {
  people += 1;
  const name = `Client ${people}`;
  const copies = people % 2 === 0 ? [] : [1, 2].map((n) => `copy${n}.client${people}@client.example`);
  const { id, email } = await on.newClient({
    name,
    email: `client${people}@client.example`,
    copies: copies.map((copy) => ({ email: copy })),
  });
  const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
  const client: Owner = { id, name, email, copies, status: "active", payments: 0, account };
  return Promise.all(
    offsets.map(async (offset): Promise<Model> => {
      const period = addDays(today, offset);
      const { id, start_date, billing_anchor, amount, frequency } = await on.subscribe(client.id, period);
      const fields = { id, status: "active", currency: "USD", cents: Math.round(amount * 100) } as const;
      const dates = { start_date, frequency, billing_anchor, next_charge: period };
      addSubscription(account, { ...fields, ...dates }, REQUESTS_ON);
      return { id, client, muted: false };
    }),
  );
}

test("with any fault on any day, each due reminder is sent once and is in the send log", async () => {
  await fc.assert(
    fc.asyncProperty(
      // From two months late to a month ahead.
      fc.array(fc.integer({ min: -60, max: 32 }), { minLength: 5, maxLength: 5 }),
      fc.record({
        remind_before: fc.subarray([...daysBefore]),
        remind_after: fc.subarray([...daysAfter]),
        repeat_overdue_days: fc.constantFrom(...repeatDays),
      }),
      fc.array(aDay, { minLength: 5, maxLength: 7 }),
      async (offsets, chosen, plans) => {
        days = chosen;
        await on.saveSettings({ ...chosen, send_receipts: true });
        recorded = new Map();
        const pairs = [offsets.slice(0, 2), offsets.slice(2, 4), offsets.slice(4)];
        const clients = await Promise.all(pairs.map(enrol));
        const all = clients.flat();
        const expected = new Map(all.map(({ id }) => [id, new Map() as Expected]));
        let buttonWasKilled = false;
        for (const plan of plans) {
          today = addDays(today, 1 + plan.gap);
          for (const { name, of } of plan.changes) await changes[name](all[of] as Model);
          const runs = plan.runs + plan.presses;
          const touched = runs > 0 && plan.meanwhile ? (all[plan.meanwhile.of] as Model) : undefined;
          const due = (what: "must" | "may") => {
            for (const own of runs === 0 ? [] : clients)
              for (const [model, entry] of dueOf(own, today)) {
                const outcomes = expected.get(model.id);
                // A change of one subscription during the run can bring or delay a repeat for both of its client.
                const isTouched = touched?.client === model.client;
                if (outcomes?.get(entry) !== "must") outcomes?.set(entry, isTouched ? "may" : what);
              }
          };
          // A killed button keeps its claim. The next daily run sends the emails; another press waits for the end of the lease.
          if (plan.runs > 0) buttonWasKilled = false;
          else if (plan.fault === "button killed") buttonWasKilled = true;
          due(buttonWasKilled ? "may" : "must");

          await faults[plan.fault](plan.at);
          const started = [
            ...Array.from({ length: plan.runs }, () => on.fire(today)),
            ...Array.from({ length: plan.presses }, () => pressAs(on, today)),
          ];
          if (touched && plan.meanwhile) await changes[plan.meanwhile.name](touched);
          await Promise.all(started);
          await on.product.idle();
          interceptor = (_, pass) => pass();
          await on.faults();
          await on.product.idle();
          if (touched) await dropUnwritten(touched);
          if (touched) due("may");
          await compare(all, expected);
        }

        // A day without faults sends everything that is missing.
        today = addDays(today, 1);
        for (const own of clients)
          for (const [model, entry] of dueOf(own, today)) expected.get(model.id)?.set(entry, "must");
        await on.sweep(today);
        await compare(all, expected);
        for (const model of all) await on.change(model.id, { status: "inactive" });
      },
    ),
    { numRuns: 3, endOnFailure: true },
  );
}, 600_000);

async function compare(all: Model[], expected: Map<string, Expected>): Promise<void> {
  const mails = await on.reminders();
  const receipts = await on.mails(/^Payment received/);
  for (const [client, own] of Map.groupBy(all, ({ client }) => client)) {
    const rows = (await Promise.all(own.map(({ id }) => on.sendLog(id)))).flat();
    const sent = rows.filter(({ state, kind }) => state === "delivered" && kind !== "receipt");
    const delivered = sent.map((row) => ({
      id: String(row.subscription_id),
      entry: String(row.entry),
      day: String(row.day) as Day,
      message: String(row.message_id),
    }));
    recorded.set(client, delivered);
    for (const { id } of own) {
      const outcomes = expected.get(id) ?? new Map();
      const entries = delivered.flatMap((reminder) => (reminder.id === id ? [reminder.entry] : []));
      for (const entry of entries) expect([...outcomes.keys()], "not to be sent").toContain(entry);
      for (const [entry, how] of outcomes) if (how === "must") expect(entries, "lost").toContain(entry);
    }
    for (const { entry, day } of delivered.filter(({ entry }) => entry.includes("#overdue-repeat#")))
      for (const earlierReminder of delivered.filter((earlier) => earlier.day < day))
        expect(daysBetween(earlierReminder.day, day), `${entry} too early`).toBeGreaterThanOrEqual(14);
    expect(receipts.filter(({ to }) => to[0] === client.email).length, "receipts").toBe(client.payments);
    // The rows of one email share its message id, so an extra email was sent twice.
    const emails = mails.filter(({ to }) => to[0] === client.email);
    const messages = new Set(delivered.map(({ message }) => message));
    expect(emails, "sent twice, or not in the send log").toHaveLength(messages.size);
    for (const { cc = [] } of emails) expect(cc, "copies").toEqual(client.copies);
  }
}
