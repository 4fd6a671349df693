import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { shortTimeouts } from "../../test/product/reminder-product.ts";
import { type Sending, type Someone, startSending } from "../../test/product/sending.ts";

let on: Sending;
// The lease is longer than an email takes on a busy machine: what expires may be sent again.
const begin = async () => {
  on = await startSending({ template: shortTimeouts({ lease: 30 }) });
};
const end = () => on.product.stop();

describe("an email is sent once", () => {
  beforeAll(begin);
  afterAll(end);

  test("when the daily run starts twice at once, again, and the next day", async () => {
    const someone = await on.someoneDue();
    await Promise.all([on.sweep(), on.sweep()]);
    await on.sweep();
    await on.sweep("2026-12-25");
    expect((await on.mailsTo(someone)).length).toBe(1);
    expect(await on.entries(someone)).toEqual([["2026-12-31#upcoming", "delivered", undefined]]);
  });

  const queue = async (message: object) => {
    const QueueUrl = await on.emailQueue();
    await on.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  };
  const jobFor = ({ client, subscription }: Someone) => ({
    client_id: client.id,
    due: [{ about: `${subscription.id}#2026-12-31`, period: "2026-12-31", kind: "upcoming" }],
    at: "2026-12-25T04:00:00.000Z",
  });

  test("when a queue message is delivered three times", async () => {
    const someone = await on.someoneDue();
    const message = { email: "reminder", ...jobFor(someone) };
    await Promise.all([queue(message), queue(message), queue(message)]);
    await on.product.idle();
    expect((await on.mailsTo(someone)).length).toBe(1);
  });

  test("when its sender recorded only one of its charges and died, and no event came", async () => {
    const someone = await on.someoneDue("2026-12-30");
    const second = await on.subscribe(someone.client.id, "2026-12-31");
    const row = (id: string, period: string, more: object) =>
      on.put("Reminders", {
        about: `${id}#${period}`,
        claim: "upcoming",
        subscription_id: id,
        period,
        kind: "upcoming",
        claimed_by: "the dead sender",
        client_id: someone.client.id,
        day: "2026-12-25",
        at: "2026-12-25T04:00:00.000Z",
        ...more,
      });
    await row(someone.subscription.id, "2026-12-30", { state: "sent", message_id: "m", delivery_rank: 1 });
    const lease_until = "2026-01-01T00:00:00.000Z";
    await row(second.id, "2026-12-31", { state: "claimed", lease_until, delivery_rank: 0 });
    await on.sweep("2026-12-25");
    expect(await on.mailsTo(someone)).toEqual([]);
    expect(await on.sendLog(second.id)).toMatchObject([{ state: "sent", message_id: "m" }]);
  });

  test("when another sender has the claim: the loser looks again within seconds, not after the whole lease", async () => {
    const someone = await on.someoneDue("2026-12-31");
    const claimed = (lease: number) =>
      on.put("Reminders", {
        about: `${someone.subscription.id}#2026-12-31`,
        claim: "upcoming",
        subscription_id: someone.subscription.id,
        period: "2026-12-31",
        kind: "upcoming",
        state: "claimed",
        claimed_by: "another sender",
        lease_until: new Date(Date.now() + lease).toISOString(),
        delivery_rank: 0,
        day: "2026-12-25",
        at: "2026-12-25T04:00:00.000Z",
      });
    await claimed(600_000);
    let claims = 0;
    on.answerTo = async ({ operation, body }) => {
      const isClaim = operation === "UpdateItem" && body.includes(":new_lease_until");
      if (isClaim && body.includes(someone.subscription.id)) claims += 1;
      return undefined;
    };
    await on.fire("2026-12-26");
    await expect.poll(() => claims, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await on.mailsTo(someone)).toEqual([]);
    await claimed(-1);
    await expect.poll(async () => (await on.mailsTo(someone)).length, { timeout: 10_000 }).toBe(1);
    on.answerTo = async () => undefined;
  });

  test("when two people press the button while the daily run sends", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => on.someoneDue()));
    const running = on.fire("2026-12-26");
    const presses = await Promise.all([on.sendNow(), on.sendNow()]);
    await running;
    await on.product.idle();
    for (const someone of all) expect((await on.mailsTo(someone)).length).toBe(1);
    expect(presses.map(({ failed }) => failed)).toEqual([0, 0]);
  });
});

describe("a change between the daily run and the sending", () => {
  beforeAll(begin);
  afterAll(end);

  /** Runs a callback just before the sender claims the email. */
  const beforeClaim = ({ subscription }: Someone, callback: () => Promise<unknown>) => {
    let running: Promise<unknown> | undefined;
    on.answerTo = async ({ from, operation, body }) => {
      const isClaim =
        operation === "UpdateItem" && body.includes(":new_lease_until") && body.includes(subscription.id);
      if (!isClaim || !from?.startsWith("RemindersSend")) return undefined;
      // The SDK may repeat the call: hold every claim until the callback ends.
      running ??= callback();
      await running;
      return undefined;
    };
  };

  test.each([
    [
      "a subscription that is paused",
      ({ subscription }: Someone) => on.change(subscription.id, { status: "paused" }),
      "no longer due",
    ],
    [
      "a period that is paid",
      ({ subscription }: Someone) => payPeriods(on.call, subscription.id, { period: "2026-12-31" }),
      "no longer due",
    ],
    [
      "a billing date that is moved",
      ({ subscription }: Someone) => on.change(subscription.id, { next_billing_date: "2027-03-01" }),
      "no longer due",
    ],
    [
      "a client made inactive",
      ({ client }: Someone) =>
        on.call("PUT /api/v1/clients/{id}", {
          params: { id: client.id },
          body: { name: client.name, email: client.email, status: "inactive" },
        }),
      "the client is inactive",
    ],
    [
      "a subscription that is muted",
      ({ subscription }: Someone) => on.change(subscription.id, { muted: true }),
      "muted",
    ],
  ])("%s gets no email, and the log has the reason", async (_, change, reason) => {
    const someone = await on.someoneDue();
    beforeClaim(someone, () => change(someone));
    await on.sweep();
    expect(await on.mailsTo(someone)).toEqual([]);
    expect(await on.entries(someone)).toEqual([["2026-12-31#upcoming", "skipped", reason]]);
  });

  test("a client who owes three months over two subscriptions gets one email; what is paid since the run is left out", async () => {
    const { client, subscription: monthly } = await on.someoneDue("2026-10-28", {
      service: "Ledger",
      amount: 100,
    });
    const hosting = await on.subscribe(client.id, "2026-12-20", { service: "Hosting", amount: 50 });
    const paid = await on.subscribe(client.id, "2026-12-30", { service: "Payroll", amount: 30 });
    let isPaid = false;
    on.answerTo = async ({ from, operation, body }) => {
      if (isPaid || !from?.startsWith("RemindersSweep") || operation !== "SendMessageBatch") return undefined;
      if (!body.includes(client.id)) return undefined;
      isPaid = true;
      const pay = (id: string, body: { period: string; amount?: number }) => payPeriods(on.call, id, body);
      await pay(paid.id, { period: "2026-12-30" });
      await pay(monthly.id, { period: "2026-10-28", amount: 40 });
      return undefined;
    };
    await on.sweep();
    on.answerTo = async () => undefined;
    const [mail, ...more] = (await on.reminders()).filter(({ to }) => to[0] === client.email);
    expect(more).toEqual([]);
    // $60 for October, $100 each for November and December, and $50.
    expect(mail?.subject).toBe("Payment overdue, please pay today: $310.00");
    expect(mail?.text?.match(/^- .*/gm)).toEqual([
      "- Ledger, $60.00",
      "- Ledger, $100.00",
      "- Hosting, $50.00",
      "- Ledger, $100.00",
      "- Total, $310.00",
    ]);
    const rowsOf = async (id: string) =>
      (await on.sendLog(id)).map(({ entry, state, reason }) => [entry, state, reason]);
    expect(await rowsOf(paid.id)).toEqual([["2026-12-30#upcoming", "skipped", "no longer due"]]);
    expect(await rowsOf(hosting.id)).toEqual([["2026-12-20#overdue", "delivered", undefined]]);
    expect(await rowsOf(monthly.id)).toEqual([
      ["2026-10-28#overdue", "delivered", undefined],
      ["2026-11-28#overdue", "delivered", undefined],
      ["2026-12-28#upcoming", "delivered", undefined],
    ]);
    const messages = [...(await on.sendLog(hosting.id)), ...(await on.sendLog(monthly.id))];
    expect(new Set(messages.map(({ message_id }) => message_id)).size).toBe(1);
    // The email is counted once, and has one line in the log; what it left out has another.
    const { reminders } = (await on.call("GET /api/v1/reminders", { query: { day: "2026-12-24" } })).body;
    const named = { charges: 4, subscriptions: 2, since: "2026-10-28", amounts: { USD: 310 } };
    expect(
      reminders
        .filter(({ client_id }) => client_id === client.id)
        .map((reminder) => [reminder.state, reminder.named])
        .sort(),
    ).toEqual([
      ["delivered", named],
      ["skipped", undefined],
    ]);
    expect((await on.call("GET /api/v1/reminders/status")).body.last_run?.sent).toBe(1);
    expect(messages.filter(({ same_email }) => same_email).length).toBe(3);
  });

  test("after a move of the date within the week the next run sends one reminder", async () => {
    const someone = await on.someoneDue();
    beforeClaim(someone, () => on.change(someone.subscription.id, { next_billing_date: "2026-12-28" }));
    await on.sweep();
    await on.sweep("2026-12-25");
    expect((await on.mailsTo(someone)).map(({ subject }) => subject)).toEqual([
      "Renewal due 28 Dec 2026: Mwamba Software",
    ]);
  });
});

describe("a debt that stayed with a former client", () => {
  beforeAll(begin);
  afterAll(end);

  test("is reminded of, whatever who has the subscription now has muted", async () => {
    const former = await on.someoneDue("2026-12-20");
    const { client: present } = await on.someoneDue("2027-06-01");
    const { id } = former.subscription;
    expect((await on.change(id, { client_id: present.id, muted: true })).status).toBe(200);
    const plan = (await on.call("GET /api/v1/reminders/upcoming")).body.reminders;
    expect(plan.find(({ client_id }) => client_id === former.client.id)).not.toHaveProperty("skipped");
    await on.sweep();
    expect(await on.mailsTo(former)).toMatchObject([{ subject: expect.stringContaining("overdue") }]);
  });
});
