import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemStates } from "../../shared/reminders.ts";
import { type AwsCall, intercept } from "../../test/interception.ts";
import { hasty, type Reminding, startReminding } from "../../test/reminding.ts";
import { seedRows } from "../../test/seed-rows.ts";
import { unattended } from "../../test/unattended.ts";

let on: Reminding;

describe("a run over more than a page", () => {
  const due = 1_200;
  let ids: string[];
  let clientId: string;
  let between: (call: AwsCall, pass: () => Promise<Response>) => Promise<Response | undefined> = (_, pass) =>
    pass();

  beforeAll(async () => {
    on = await startReminding({ template: (template) => hasty()(unattended(template)) });
    clientId = (await on.newClient()).id;
    const row = (period: string) => (id: string) => ({
      id,
      client_id: clientId,
      start_date: "2026-01-15",
      frequency: "monthly",
      amount_cents: 149_99,
      status: "active",
      next_billing_date: period,
      billing_anchor: "2026-01-15",
      created_at: "2026-01-15T09:00:00.000Z",
      version: 1,
      renewals: 0,
    });
    ids = await seedRows(on.product, "Subscriptions", due, row("2026-12-29"));
    await seedRows(on.product, "Subscriptions", 600, row("2027-01-15"));
    intercept(on.product, (call, pass) => between(call, pass));
  });
  afterAll(() => on.product.stop());

  /** The subscriptions in the queue, and whatever else stands in it. */
  async function drain() {
    const QueueUrl = await on.outbox();
    const found = { subscriptions: [] as string[], digests: 0 };
    for (;;) {
      const { Messages = [] } = await on.sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 3_600 }),
      );
      if (Messages.length === 0) return found;
      for (const { Body } of Messages) {
        const job = JSON.parse(Body ?? "");
        if (job.email === "reminder") found.subscriptions.push(job.subscription_id);
        if (job.email === "digest") found.digests += 1;
      }
    }
  }

  test("reads only what is due, and queues each of it once with one digest", async () => {
    let read = 0;
    between = async ({ from, operation }, pass) => {
      const answer = await pass();
      if (!from?.startsWith("RemindersSweep") || !/Query|Scan|Get/.test(operation)) return answer;
      const body = await answer.text();
      const { ScannedCount, Item } = JSON.parse(body);
      read += ScannedCount ?? (Item ? 1 : 0);
      return new Response(body, { status: answer.status, headers: answer.headers });
    };
    expect(await on.fire()).toEqual({ outcome: { queued: due } });
    expect(read / due).toBeLessThanOrEqual(1.05);
    const { subscriptions, digests } = await drain();
    expect(subscriptions.sort()).toEqual([...ids].sort());
    expect(digests).toBe(1);
  });

  test("cut off in the middle it goes on where it was, and no subscription is left out", async () => {
    let pages = 0;
    const asked: boolean[] = [];
    between = async ({ from, operation, body }, pass) => {
      if (!from?.startsWith("RemindersSweep") || operation !== "Query") return pass();
      pages += 1;
      asked.push(body.includes("ExclusiveStartKey"));
      if (pages !== 3) return pass();
      await on.product.kill(from);
      return undefined;
    };
    const fired = await on.fire("2026-12-25");
    // The last page comes again, and no other: it was cut off while it was read.
    expect(fired).toEqual({ outcome: { queued: due } });
    expect(asked).toEqual([false, true, true, true]);
    const { subscriptions } = await drain();
    expect(new Set(subscriptions)).toEqual(new Set(ids));
    expect(subscriptions.length).toBe(due);
  });

  test("tells when it ran and what it queued", async () => {
    const { body } = await on.call("GET /api/v1/reminders/status");
    expect(body).toMatchObject({
      last_run: {
        day: "2026-12-25",
        started_at: "2026-12-25T04:00:00.000Z",
        finished_at: expect.stringMatching(/^2026-12-25T04:00/),
        queued: due,
        sent: 0,
      },
      missed: false,
    });
  });
});

describe("the digest", () => {
  beforeAll(async () => {
    on = await startReminding();
    await on.saveSettings();
  });
  afterAll(() => on.product.stop());

  test("comes once a day with what is due and what failed, however often the run is fired", async () => {
    const client = await on.newClient({ name: "Baraka <Ltd>", email: "refused@client.example" });
    await on.subscribe(client.id, "2026-12-31", { amount: 100 });
    await on.subscribe(client.id, "2026-12-20", { amount: 50.5 });
    await on.subscribe(client.id, "2026-12-29", { amount: 0 });
    await on.faults({ refuse: ["refused@client.example"] });
    await Promise.all([on.sweep(), on.sweep()]);
    await on.sweep();
    const [first, ...more] = await on.mails(/^Renewals on 24 Dec 2026/);
    expect(more).toEqual([]);
    expect(first?.to).toEqual(["office@mwamba.example"]);
    expect(first?.subject).toContain("1 overdue, 1 due within 7 days");
    expect(first?.text).toContain("$100.00");
    expect(first?.html).toContain("Baraka &lt;Ltd&gt;");

    // As it is with an email to the company whose address is gone.
    await seedRows(on.product, "Reminders", 1, (id) => ({
      ...{ subscription_id: "company", period_kind: `2026-12-24#new-client#${id}`, period: "2026-12-24" },
      ...{ kind: "new-client", state: "bounced", reason: "Permanent, General", fate_rank: 5 },
      ...{ day: "2026-12-24", at: "2026-12-24T09:00:00.000Z" },
    }));
    await on.sweep("2026-12-25");
    const [second] = await on.mails(/^Renewals on 25 Dec 2026/);
    expect(second?.text).toContain("- Email to the company\n  It came back: the address does not exist");
    const problems = await Promise.all(
      ["2026-12-24", "2026-12-25"].map(async (day) => {
        const { reminders } = (await on.call("GET /api/v1/reminders", { query: { day } })).body;
        return reminders.filter(({ state }) => (problemStates as readonly string[]).includes(state)).length;
      }),
    );
    expect(second?.subject).toContain(`${problems.reduce((a, b) => a + b)} emails not delivered`);
    expect(second?.text).toContain("It could not be sent: the mail service refused it");
  });

  test("of a run that died just before asking for it comes once, with the right sums", async () => {
    let killed = false;
    intercept(on.product, async ({ from, body }, pass) => {
      if (killed || !from?.startsWith("RemindersSweep") || !body.includes('\\"digest\\"')) return pass();
      killed = true;
      await on.product.kill(from);
      return undefined;
    });
    await on.sweep("2026-12-26");
    expect(killed).toBe(true);
    const digests = await on.mails(/^Renewals on 26 Dec 2026/);
    expect(digests.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("1 overdue, 1 due within 7 days"),
    ]);
  });

  test("leaves out what is switched off, and does not come when there is nothing to tell", async () => {
    await on.faults();
    await on.saveSettings({ notify_overdue: false, notify_system: false });
    await on.sweep("2026-12-27");
    const [digest] = await on.mails(/^Renewals on 27 Dec 2026/);
    expect(digest?.subject).toBe("Renewals on 27 Dec 2026: 1 due within 7 days");

    await on.saveSettings({ notify_renewals: false, notify_overdue: false, notify_system: false });
    await on.sweep("2026-12-28");
    expect(await on.mails(/^Renewals on 28 Dec 2026/)).toEqual([]);
    const lines = (await on.ledger("company")).filter(({ period }) => period === "2026-12-28");
    expect(lines).toMatchObject([{ kind: "digest", state: "skipped", reason: "nothing to tell" }]);
  });

  test("says to whom no reminder goes, and promises none", async () => {
    await on.saveSettings({ notify_renewals: true, notify_overdue: true, notify_system: true });
    const named = async (name: string, more: object, muted = false) => {
      const client = await on.newClient({ name, email: "accounts@client.example" });
      await on.subscribe(client.id, "2027-01-05", { muted });
      if (Object.keys(more).length > 0)
        await on.call("PUT /api/v1/clients/{id}", {
          params: { id: client.id },
          body: { name, email: client.email, ...more },
        });
    };
    await named("Written Ltd", {});
    await named("Muted Ltd", {}, true);
    await named("Inactive Ltd", { status: "inactive" });
    await on.sweep("2026-12-30");
    const [digest] = await on.mails(/^Renewals on 30 Dec 2026/);
    expect(digest?.text).toContain("- Written Ltd, $149.99\n  due 5 Jan 2027\n");
    expect(digest?.text).toContain("- Muted Ltd, $149.99\n  due 5 Jan 2027; no reminder: it is muted\n");
    expect(digest?.text).toContain(
      "- Inactive Ltd, $149.99\n  due 5 Jan 2027; no reminder: the client is inactive\n",
    );
    // Of one day, in whichever order they are stored.
    expect(digest?.text).toMatch(
      /None goes to (Muted Ltd and Inactive|Inactive Ltd and Muted) Ltd, for the reason given above/,
    );
    expect(digest?.text).toContain(`${on.product.site}/admin/subscriptions?due=due-soon&price=some`);
    const reminded = (await on.reminders()).filter(({ subject }) => subject.includes("5 Jan 2027"));
    expect(reminded.map(({ text }) => text?.split("\n")[0])).toEqual(["Dear Written Ltd,"]);
  });
});
