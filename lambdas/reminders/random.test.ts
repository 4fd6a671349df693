import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, type Day } from "../../shared/day.ts";
import { daysAfter, daysBefore, type ReminderDays, scheduledKind } from "../../shared/reminders.ts";
import { unsavedSettings } from "../../shared/settings.ts";
import { type AwsCall, intercept, throttled } from "../../test/interception.ts";
import type { Mail } from "../../test/product.ts";
import { hasty, type Reminding, startReminding } from "../../test/reminding.ts";

let on: Reminding;
let between: (call: AwsCall, pass: () => Promise<Response>) => Promise<Response | undefined> = (_, pass) =>
  pass();
beforeAll(async () => {
  // Whoever is killed is waited for; a message that comes back sooner is received more often.
  on = await startReminding({ template: hasty({ attempts: 20, lease: 1.5, visibility: 1 }) });
  await on.saveSettings();
  await on.call("GET /api/v1/reminders/status"); // Its function is known by its calls.
  intercept(on.product, (call, pass) => between(call, pass));
});
afterAll(() => on.product.stop());

/** What the model knows of a subscription; each has a client of its own, told by its address. */
type Known = {
  id: string;
  client: { id: string; name: string; email: string };
  status: "active" | "paused";
  clientStatus: "active" | "inactive";
  muted: boolean;
  period: Day;
  /** How many payments were recorded, each of which has its receipt. */
  payments: number;
};
/** `period#kind`, as the ledger has it → whether it must have been mailed by now, or may have been, as something changed while it was sent. */
type Expected = Map<string, "must" | "may">;

/** On which days reminders go out: what the settings say. */
let days: ReminderDays = unsavedSettings;
const mayBeReminded = (known: Known) =>
  known.status === "active" && known.clientStatus === "active" && !known.muted;
/** What the ledger is to have of somebody as of a day; undefined where nothing is due. */
function dueOf(known: Known, today: Day): string | undefined {
  const kind = mayBeReminded(known) ? scheduledKind(known.period, today, days) : undefined;
  return kind && `${known.period}#${kind}`;
}

const changes = {
  pause: async (known: Known) => {
    known.status = known.status === "active" ? "paused" : "active";
    await on.change(known.id, { status: known.status });
  },
  mute: async (known: Known) => {
    known.muted = !known.muted;
    await on.change(known.id, { muted: known.muted });
  },
  leave: async (known: Known) => {
    known.clientStatus = known.clientStatus === "active" ? "inactive" : "active";
    const { id, name, email } = known.client;
    const body = { name, email, status: known.clientStatus };
    await on.call("PUT /api/v1/clients/{id}", { params: { id }, body });
  },
  pay: async (known: Known) => {
    const input = { params: { id: known.id }, body: { period: known.period } };
    const { body } = await on.call("POST /api/v1/subscriptions/{id}/renewals", input);
    known.period = body.subscription.next_billing_date;
    known.payments += 1;
  },
  move: async (known: Known) => {
    known.period = addDays(known.period, 2);
    await on.change(known.id, { next_billing_date: known.period });
  },
};

/** What goes wrong on a day; `at` says at which of the calls to AWS. */
const troubles: Record<string, (at: number) => Promise<void>> = {
  none: async () => {},
  "sender killed": async (at) => killing("RemindersSend", at),
  "daily run killed": async (at) => killing("RemindersSweep", at % 8),
  "button killed": async (at) => killing("ApiReminders", at),
  "mail throttled": (at) => on.faults({ throttle: at % 5 }),
  "answers of SES lost": (at) => on.faults({ acceptThenDrop: 1 + (at % 3) }),
  "SES down for a while": async (at) => {
    let left = 1 + (at % 6);
    await on.faults({ down: true });
    between = async ({ operation }, pass) => {
      if (operation === "SendEmail" || operation === "GetSendQuota") left -= 1;
      if (left === 0) await on.faults();
      return pass();
    };
  },
  "database throttled": async (at) => {
    let calls = 0;
    between = async ({ from, operation }, pass) => {
      if (!from?.startsWith("Reminders") || !/Item|Query/.test(operation)) return pass();
      calls += 1;
      return calls > at && calls < at + 5 ? throttled() : pass();
    };
  },
};

function killing(what: string, at: number): void {
  let calls = 0;
  between = async ({ from }, pass) => {
    if (!from?.startsWith(what)) return pass();
    calls += 1;
    if (calls !== at + 1) return pass();
    // Every other time the call has had its effect, and nobody hears of it.
    if (at % 2 === 0) await pass();
    await on.product.kill(from);
    return undefined;
  };
}

/** Presses the button as of a day; the API's own clock stands still. */
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
  if (!button) throw new Error("Nobody has pressed the button yet, so its function is not known.");
  return on.product.invoke(button.functionId, event).catch(() => {}); // It may have been killed.
}

const aDay = fc.record({
  // Days without a run come before it.
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
  trouble: fc.constantFrom(...Object.keys(troubles)),
  at: fc.nat(30),
});

let people = 0;
let today: Day = "2026-12-24";

async function enrol(offset: number): Promise<Known> {
  people += 1;
  const client = await on.newClient({ name: `Client ${people}`, email: `client${people}@client.example` });
  const period = addDays(today, offset);
  const { id } = await on.subscribe(client.id, period);
  return { id, client, status: "active", clientStatus: "active", muted: false, period, payments: 0 };
}

const written = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** As a subject tells it: by the period, and whether it is yet to come. */
function mailed(mails: Mail[], { client }: Known): string[] {
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

test("whatever goes wrong on whatever day, each reminder that is due goes out once, and the ledger tells it", async () => {
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
          for (const { name, of } of plan.changes) await changes[name](all[of] as Known);
          const runs = plan.runs + plan.presses;
          const touched = runs > 0 && plan.meanwhile ? (all[plan.meanwhile.of] as Known) : undefined;
          const due = (what: "must" | "may") => {
            for (const known of all) {
              const entry = runs === 0 ? undefined : dueOf(known, today);
              if (entry === undefined) continue;
              const outcomes = expected.get(known.id);
              if (outcomes?.get(entry) !== "must") outcomes?.set(entry, known === touched ? "may" : what);
            }
          };
          // A button that dies takes what it had not sent with it, until the next daily run.
          due(plan.runs > 0 || plan.trouble !== "button killed" ? "must" : "may");

          await troubles[plan.trouble]?.(plan.at);
          const started = [
            ...Array.from({ length: plan.runs }, () => on.fire(today)),
            ...Array.from({ length: plan.presses }, () => pressAs(today)),
          ];
          if (touched && plan.meanwhile) await changes[plan.meanwhile.name](touched);
          await Promise.all(started);
          await on.product.idle();
          between = (_, pass) => pass();
          await on.faults();
          await on.product.idle();
          if (touched) due("may");
          await compare(all, expected);
        }

        // A day on which nothing goes wrong makes up for everything.
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

async function compare(all: Known[], expected: Map<string, Expected>): Promise<void> {
  const mails = await on.reminders();
  const receipts = await on.mails(/^Payment received/);
  for (const known of all) {
    const outcomes = expected.get(known.id) ?? new Map();
    const told = (await on.ledger(known.id))
      .filter(({ state, kind }) => state === "delivered" && kind !== "receipt")
      .map(({ period_kind }) => String(period_kind));
    for (const entry of told) expect([...outcomes.keys()], "not to be sent").toContain(entry);
    for (const [entry, how] of outcomes) if (how === "must") expect(told, "lost").toContain(entry);
    const acknowledged = receipts.filter(({ to }) => to[0] === known.client.email);
    expect(acknowledged.length, "receipts").toBe(known.payments);
    // A line of the ledger is one email: one more is one that was sent twice.
    const asSubjects = told.map((entry) => entry.replace(/-\d+$/, "")).sort();
    expect(mailed(mails, known), "sent twice, or not in the ledger").toEqual(asSubjects);
  }
}
