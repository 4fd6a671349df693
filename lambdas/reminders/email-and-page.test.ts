import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
const begin = async () => {
  on = await startReminderProduct();
};
const end = () => on.product.stop();

const bank = { bank_name: "KCB", bank_account_number: "0123456789", remind_before: [7] };
const resend = async (id: string, once?: "day") =>
  (
    await on.call("POST /api/v1/subscriptions/{id}/reminders", {
      params: { id },
      query: { ...(once && { once }) },
    })
  ).body.reminder;

let people = 0;
async function client(more: object = {}) {
  people += 1;
  const { id, email } = await on.newClient({ email: `client${people}@client.example`, ...more });
  const emails = async () => {
    await on.product.idle();
    return (await on.reminders()).filter(({ to }) => to[0] === email);
  };
  /** The sums in the newest email, and the sums on the page that it links to. */
  const sumsAsked = async () => {
    const [newest] = await emails();
    const text = newest?.text ?? "";
    const page = await (await fetch(/https?:\S+\/account\/[\w-]+/.exec(text)?.[0] ?? "")).text();
    const plain = page
      .replace(/<style>.*?<\/style>/s, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
    const { body } = await on.call("GET /api/v1/clients/{id}/account", { params: { id } });
    const chat = body.charges.filter(({ to_pay }) => to_pay);
    return {
      email: /^Amount: (\$[\d.,]+)$/m.exec(text.slice(text.indexOf("HOW TO PAY")))?.[1],
      page: / To pay (\$[\d.,]+)/.exec(plain)?.[1],
      bank: / Amount (\$[\d.,]+)/.exec(plain)?.[1],
      chat: `$${chat.reduce((sum, { amount, paid }) => sum + amount - paid, 0).toFixed(2)}`,
      plain,
    };
  };
  const isAsked = async (amount: string) => {
    const { plain, ...sums } = await sumsAsked();
    expect(sums).toEqual({ email: amount, page: amount, bank: amount, chat: amount });
    return plain;
  };
  return { id, emails, isAsked };
}

describe("an email and the page that it leads to ask for the same", () => {
  beforeAll(async () => {
    await begin();
    await on.saveSettings(bank);
  });
  afterAll(end);

  test("when the schedule begins more than seven days before the due day", async () => {
    await on.saveSettings({ ...bank, remind_before: [14] });
    const { id, isAsked } = await client();
    await on.subscribe(id, "2027-01-07", { amount: 44 });
    await on.subscribe(id, "2026-12-23", { amount: 43 });
    await on.sendNow();
    await isAsked("$87.00");
  });

  test.each([[3], []])("when the schedule begins %s days before it, or never", async (...remind_before) => {
    await on.saveSettings({ ...bank, remind_before });
    const { id, isAsked } = await client();
    await on.subscribe(id, "2026-12-30", { amount: 44 });
    await on.subscribe(id, "2026-12-23", { amount: 43 });
    await on.sendNow();
    expect(await isAsked("$43.00")).toContain("Next due");
  });

  test("when one of two subscriptions is muted, which the page shows beside it", async () => {
    await on.saveSettings(bank);
    const { id, isAsked } = await client();
    const muted = await on.subscribe(id, "2026-12-20", { amount: 44, muted: true, service: "Hosting" });
    await on.subscribe(id, "2026-12-27", { amount: 43 });
    await on.sendNow();
    const page = await isAsked("$43.00");
    expect(page).toMatch(
      /Also open Not part of the sum above\. .*Hosting Due: 20 Dec 2026 · Overdue.*\$44\.00/,
    );
    // A person asks for it: from then on it is asked for.
    await resend(muted.id);
    await isAsked("$87.00");
  });

  test("when all is muted and a person asks for one", async () => {
    const { id, isAsked } = await client();
    const chosen = await on.subscribe(id, "2026-12-20", { amount: 44, muted: true });
    await on.subscribe(id, "2026-12-22", { amount: 43, muted: true });
    await resend(chosen.id, "day");
    await isAsked("$44.00");
  });

  test("when a person asks for a charge that the schedule has not reached", async () => {
    const { id, isAsked } = await client();
    const far = await on.subscribe(id, "2027-03-20", { amount: 44 });
    await on.subscribe(id, "2026-12-27", { amount: 43 });
    await resend(far.id);
    await isAsked("$87.00");
  });

  test("when a client has promised to pay, and a person asks all the same", async () => {
    const { id, isAsked } = await client();
    const chosen = await on.subscribe(id, "2026-12-20", { amount: 44 });
    await on.subscribe(id, "2026-12-22", { amount: 43 });
    await on.call("POST /api/v1/clients/{id}/promises", { params: { id }, body: { day: "2027-01-05" } });
    await resend(chosen.id);
    await isAsked("$87.00");
  });

  test("when one kind of reminder is switched off, it brings no email, and the other names all", async () => {
    await on.saveSettings({ ...bank, notify_overdue: false });
    const [overdueOnly, overdueAndDue] = [await client(), await client()];
    for (const { id } of [overdueOnly, overdueAndDue]) await on.subscribe(id, "2026-12-20", { amount: 44 });
    await on.subscribe(overdueAndDue.id, "2026-12-27", { amount: 43 });
    await on.sendNow();
    expect(await overdueOnly.emails()).toEqual([]);
    await overdueAndDue.isAsked("$87.00");
    await on.saveSettings(bank);
  });
});

describe("a client gets one email a day", () => {
  beforeAll(begin);
  afterAll(end);

  test("the first sender sends it: what comes up later waits for the next run, but for the client's own button", async () => {
    const owing = async (amount: number) => {
      const owner = await client();
      const { id } = await on.subscribe(owner.id, "2026-12-30", { amount });
      return { ...owner, subscription: id };
    };
    const byHand = await owing(43);
    await resend(byHand.subscription);
    const byButton = await owing(43);
    await on.sendNow();
    const [byRun, bySeveral] = [await owing(43), await owing(43)];
    await on.sweep("2026-12-24");
    const all = [byHand, byButton, byRun, bySeveral];
    for (const { emails } of all) expect(await emails()).toHaveLength(1);

    const added = await Promise.all(all.map(({ id }) => on.subscribe(id, "2026-12-28", { amount: 44 })));
    expect(await on.sendNow()).toMatchObject({ sent: 0, skipped: 4, failed: 0 });
    const lines = (await on.call("GET /api/v1/reminders", { query: { day: "2026-12-24" } })).body.reminders;
    expect(lines.filter(({ reason }) => reason === "reminded today")).toHaveLength(4);
    const preview = (await on.call("GET /api/v1/reminders/upcoming", { query: { day: "2026-12-24" } })).body;
    expect([preview.sending, preview.skipping]).toEqual([0, 4]);
    await on.sweep("2026-12-24");
    const last = added[3]?.id ?? "";
    expect(await resend(last, "day")).toMatchObject({ state: "skipped", reason: "reminded today" });
    for (const { emails } of all) expect(await emails()).toHaveLength(1);

    expect((await resend(last)).state).toMatch(/sent|delivered/);
    expect(await bySeveral.emails()).toHaveLength(2);
    await on.sweep("2026-12-25");
    for (const { emails } of [byHand, byButton, byRun]) {
      expect(await emails()).toHaveLength(2);
      expect((await emails())[0]?.text).toContain("$87.00");
    }
  });

  test("also when the schedule is changed between two runs of a day", async () => {
    const { id, emails } = await client();
    await on.saveSettings({ remind_before: [7] });
    await on.subscribe(id, "2027-01-02", { amount: 43 });
    await on.subscribe(id, "2027-01-08", { amount: 44 });
    await on.sweep("2026-12-26");
    await on.saveSettings({ remind_before: [14, 7] });
    await on.sweep("2026-12-26");
    expect(await emails()).toHaveLength(1);
    await on.sweep("2026-12-27");
    expect(await emails()).toHaveLength(2);
  });
});
