import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, type Day } from "../../shared/day.ts";
import { daysAfter, daysBefore, type ReminderDays, scheduledKind } from "../../shared/reminders/reminder.ts";
import { unsavedSettings } from "../../shared/settings/settings.ts";
import { type AwsCall, intercept, throttled } from "../../test/interception.ts";
import type { Mail } from "../../test/product.ts";
import { type ReminderProduct, shortTimeouts, startReminderProduct } from "../../test/reminder-product.ts";

let on: ReminderProduct;
let interceptor: (call: AwsCall, pass: () => Promise<Response>) => Promise<Response | undefined> = (
  _,
  pass,
) => pass();
beforeAll(async () => {
  // Each kill costs a lease; messages return sooner, so they need more attempts.
  on = await startReminderProduct({ template: shortTimeouts({ attempts: 20, lease: 1.5, visibility: 1 }) });
  await on.saveSettings();
  await on.call("GET /api/v1/reminders/status"); // So that its function is known.
  intercept(on.product, (call, pass) => interceptor(call, pass));
});
afterAll(() => on.product.stop());

/** The model of a subscription; each has its own client with its own address. */
type Model = {
  id: string;
  client: { id: string; name: string; email: string };
  status: "active" | "paused";
  clientStatus: "active" | "inactive";
  muted: boolean;
  period: Day;
  /** The number of payments; each has a receipt. */
  payments: number;
};
/** `period#kind` → must be mailed by now, or may be, because something changed during the run. */
type Expected = Map<string, "must" | "may">;

/** The schedule in the settings. */
let days: ReminderDays = unsavedSettings;
const mayBeReminded = (known: Model) =>
  known.status === "active" && known.clientStatus === "active" && !known.muted;
/** The entry that the ledger must have for a day; undefined if nothing is due. */
function dueOf(known: Model, today: Day): string | undefined {
  const kind = mayBeReminded(known) ? scheduledKind(known.period, today, days) : undefined;
  return kind && `${known.period}#${kind}`;
}

const changes = {
  pause: async (known: Model) => {
    known.status = known.status === "active" ? "paused" : "active";
    await on.change(known.id, { status: known.status });
  },
  mute: async (known: Model) => {
    known.muted = !known.muted;
    await on.change(known.id, { muted: known.muted });
  },
  leave: async (known: Model) => {
    known.clientStatus = known.clientStatus === "active" ? "inactive" : "active";
    const { id, name, email } = known.client;
    const body = { name, email, status: known.clientStatus };
    await on.call("PUT /api/v1/clients/{id}", { params: { id }, body });
  },
  pay: async (known: Model) => {
    const input = { params: { id: known.id }, body: { period: known.period } };
    const { body } = await on.call("POST /api/v1/subscriptions/{id}/renewals", input);
    known.period = body.subscription.next_billing_date;
    known.payments += 1;
  },
  move: async (known: Model) => {
    known.period = addDays(known.period, 2);
    await on.change(known.id, { next_billing_date: known.period });
  },
};

/** The fault of a day; `at` is the number of the call to AWS. */
const faults: Record<string, (at: number) => Promise<void>> = {
  none: async () => {},
  "sender killed": async (at) => killing("RemindersSend", at),
  "daily run killed": async (at) => killing("RemindersSweep", at % 8),
  "button killed": async (at) => killing("ApiReminders", at),
  "mail throttled": (at) => on.faults({ throttle: at % 5 }),
  "responses of SES lost": (at) => on.faults({ acceptThenDrop: 1 + (at % 3) }),
  "SES down for some calls": async (at) => {
    let left = 1 + (at % 6);
    await on.faults({ down: true });
    interceptor = async ({ operation }, pass) => {
      if (operation === "SendEmail" || operation === "GetSendQuota") left -= 1;
      if (left === 0) await on.faults();
      return pass();
    };
  },
  "database throttled": async (at) => {
    let calls = 0;
    interceptor = async ({ from, operation }, pass) => {
      if (!from?.startsWith("Reminders") || !/Item|Query/.test(operation)) return pass();
      calls += 1;
      return calls > at && calls < at + 5 ? throttled() : pass();
    };
  },
};

function killing(what: string, at: number): void {
  let calls = 0;
  interceptor = async ({ from }, pass) => {
    if (!from?.startsWith(what)) return pass();
    calls += 1;
    if (calls !== at + 1) return pass();
    // Every other time the call takes effect before the kill.
    if (at % 2 === 0) await pass();
    await on.product.kill(from);
    return undefined;
  };
}

/** Presses the button on a day of the model; the clock of the API does not move. */
function pressAs(day: Day): Promise<unknown> {
  const issued = String(Math.floor(Date.now() / 1_000));
  const claims = {
    ...{ sub: "00000000-0000-4000-8000-000000000001", iat: issued, auth_time: issued },
    ...{ token_use: "access", "cognito:groups": "[staff]" },
  };
  const requestContext = {
    requestId: "random",
    timeEpoch: Date.parse(`${day}T07:00:00+03:00`),
    authorizer: { jwt: { claims } },
  };
  const button = on.product.calls().find(({ functionId }) => functionId.startsWith("ApiReminders"));
  const event = { routeKey: "POST /api/v1/send-notifications", headers: {}, requestContext };
  if (!button) throw new Error("The function of the button is unknown until its first call.");
  return on.product.invoke(button.functionId, event).catch(() => {}); // It may have been killed.
}

const aDay = fc.record({
  // Days without a run before this day.
  gap: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) }),
  changes: fc.array(
    fc.record({
      name: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
      of: fc.nat(4),
    }),
    { maxLength: 2 },
  ),
  meanwhile: fc.option(fc.record({ name: fc.constantFrom("pause", "pay", "leave"), of: fc.nat(4) } as const)),
  runs: fc.nat(2),
  presses: fc.nat(1),
  fault: fc.constantFrom(...Object.keys(faults)),
  at: fc.nat(30),
});

let people = 0;
let today: Day = "2026-12-24";

async function enrol(offset: number): Promise<Model> {
  people += 1;
  const client = await on.newClient({ name: `Client ${people}`, email: `client${people}@client.example` });
  const period = addDays(today, offset);
  const { id } = await on.subscribe(client.id, period);
  return { id, client, status: "active", clientStatus: "active", muted: false, period, payments: 0 };
}

const written = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** The emails to a client as `period#kind`, from their subjects. */
function mailed(mails: Mail[], { client }: Model): string[] {
  const around = Array.from({ length: 480 }, (_, back) => addDays(today, 120 - back));
  const dayOf = new Map(around.map((day) => [written.format(new Date(`${day}T00:00Z`)), day]));
  return mails
    .filter(({ to }) => to[0] === client.email)
    .map(({ subject }) => {
      const [, kind, day] = /^(Renewal due|Payment overdue since) (.*):/.exec(subject) ?? [];
      return `${dayOf.get(day ?? "")}#${kind === "Renewal due" ? "upcoming" : "overdue"}`;
    })
    .sort();
}

test("with any fault on any day, each due reminder is sent once and is in the ledger", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -16, max: 32 }), { minLength: 5, maxLength: 5 }),
      fc.record({ remind_before: fc.subarray([...daysBefore]), remind_after: fc.subarray([...daysAfter]) }),
      fc.array(aDay, { minLength: 5, maxLength: 7 }),
      async (offsets, chosen, plans) => {
        days = chosen;
        await on.saveSettings({ ...chosen, send_receipts: true });
        const all = await Promise.all(offsets.map(enrol));
        const expected = new Map(all.map(({ id }) => [id, new Map() as Expected]));
        for (const plan of plans) {
          today = addDays(today, 1 + plan.gap);
          for (const { name, of } of plan.changes) await changes[name](all[of] as Model);
          const runs = plan.runs + plan.presses;
          const touched = runs > 0 && plan.meanwhile ? (all[plan.meanwhile.of] as Model) : undefined;
          const due = (what: "must" | "may") => {
            for (const known of all) {
              const entry = runs === 0 ? undefined : dueOf(known, today);
              if (entry === undefined) continue;
              const outcomes = expected.get(known.id);
              if (outcomes?.get(entry) !== "must") outcomes?.set(entry, known === touched ? "may" : what);
            }
          };
          // A killed button sends the rest only with the next daily run.
          due(plan.runs > 0 || plan.fault !== "button killed" ? "must" : "may");

          await faults[plan.fault]?.(plan.at);
          const started = [
            ...Array.from({ length: plan.runs }, () => on.fire(today)),
            ...Array.from({ length: plan.presses }, () => pressAs(today)),
          ];
          if (touched && plan.meanwhile) await changes[plan.meanwhile.name](touched);
          await Promise.all(started);
          await on.product.idle();
          interceptor = (_, pass) => pass();
          await on.faults();
          await on.product.idle();
          if (touched) due("may");
          await compare(all, expected);
        }

        // A day without faults sends everything that is missing.
        today = addDays(today, 1);
        for (const known of all) {
          const entry = dueOf(known, today);
          if (entry !== undefined) expected.get(known.id)?.set(entry, "must");
        }
        await on.sweep(today);
        await compare(all, expected);
        for (const known of all) await on.change(known.id, { status: "inactive" });
      },
    ),
    { numRuns: 3, endOnFailure: true },
  );
}, 600_000);

async function compare(all: Model[], expected: Map<string, Expected>): Promise<void> {
  const mails = await on.reminders();
  const receipts = await on.mails(/^Payment received/);
  for (const known of all) {
    const outcomes = expected.get(known.id) ?? new Map();
    const recorded = (await on.ledger(known.id))
      .filter(({ state, kind }) => state === "delivered" && kind !== "receipt")
      .map(({ period_kind }) => String(period_kind));
    for (const entry of recorded) expect([...outcomes.keys()], "not to be sent").toContain(entry);
    for (const [entry, how] of outcomes) if (how === "must") expect(recorded, "lost").toContain(entry);
    const acknowledged = receipts.filter(({ to }) => to[0] === known.client.email);
    expect(acknowledged.length, "receipts").toBe(known.payments);
    // One ledger row is one email, so an extra email was sent twice.
    const asSubjects = recorded.map((entry) => entry.replace(/-\d+$/, "")).sort();
    expect(mailed(mails, known), "sent twice, or not in the ledger").toEqual(asSubjects);
  }
}
