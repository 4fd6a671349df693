import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AwsCall, intercept } from "../../test/product/interception.ts";
import { papersOf } from "../../test/product/papers.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let clients = 0;
/** The numbers that are given, in every year. */
const takenNumbers = new Set<string>();

beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on?.product.stop());
beforeEach(async () => {
  intercept(on.product, (_, pass) => pass());
  await on.saveSettings({ send_receipts: true, company_kra_pin: "P052345678Y" });
});

const newClient = async (more: object = {}) => {
  clients += 1;
  const client = await on.newClient({
    name: `Client ${clients}`,
    email: `client${clients}@client.example`,
    kra_pin: "A123456789Z",
    ...more,
  });
  await on.subscribe(client.id, "2026-12-28");
  return client;
};
type Client = Awaited<ReturnType<typeof newClient>>;

const pay = async ({ id }: Client, more: object = {}) =>
  (
    await on.call("POST /api/v1/clients/{id}/payments", {
      params: { id },
      body: { id: crypto.randomUUID(), amount: 149.99, reference: `R${Math.random()}`, ...more },
    })
  ).body.payment;

const receiptsTo = async ({ email }: Client) =>
  (await on.mails(/^(Payment received|Malipo yamepokelewa)/)).filter(({ to }) => to[0] === email);
const numberIn = (subject = "") => /\((?:receipt|risiti) (\d{4}-\d{6})\)$/.exec(subject)?.[1] ?? "";
const paymentOf = async (id: string, client: Client) =>
  (await on.call("GET /api/v1/clients/{id}/account", { params: { id: client.id } })).body.payments.find(
    (payment) => payment.id === id,
  );

/** Every number of a year is given once, from the first to the last. */
async function expectNoGaps(year = "2026") {
  const rows = await on.rows("Payments");
  const numbers = rows
    .flatMap(({ receipts = [] }) => receipts as { number: string }[])
    .map(({ number }) => number)
    .filter((number) => number.startsWith(year))
    .sort();
  expect(numbers).toEqual(numbers.map((_, at) => `${year}-${String(at + 1).padStart(6, "0")}`));
  const counter = (await on.rows("Settings")).find(({ name }) => name === `receipts-${year}`);
  expect(Number(counter?.last ?? 0)).toBe(numbers.length);
  for (const number of numbers) takenNumbers.add(number);
  return numbers;
}

test("twenty receipts at once get twenty numbers, also of one client, and everybody shows the same one", async () => {
  const payers = await Promise.all([newClient(), newClient(), newClient(), newClient(), newClient()]);
  const paid = await Promise.all(
    [1, 2, 3, 4].flatMap(() => payers.map((payer) => pay(payer, { credit: true }))),
  );
  await on.product.idle();
  expect(await expectNoGaps()).toHaveLength(20);
  const mails = (await Promise.all(payers.map(receiptsTo))).flat();
  expect(new Set(mails.map(({ subject }) => numberIn(subject))).size).toBe(20);
  for (const mail of mails) {
    expect(mail.text).toContain(`Receipt number: ${numberIn(mail.subject)}`);
    expect(mail.text).toContain("Your KRA PIN: A123456789Z");
    expect(mail.text).toContain("KRA PIN: P052345678Y");
  }
  const listed = (await on.call("GET /api/v1/payments")).body.payments;
  const entry = listed.find(({ id }) => id === paid[0]?.id);
  expect(entry?.receipt_number).toBe((await paymentOf(paid[0]?.id ?? "", payers[0]))?.receipt_number);
  const log = (await on.call("GET /api/v1/reminders", { query: { day: "2026-12-24" } })).body.reminders;
  expect(log.map(({ receipt_number }) => receipt_number)).toContain(entry?.receipt_number);
  const { url } = (await on.call("GET /api/v1/clients/{id}/link", { params: { id: payers[0].id } })).body;
  const secret = url.split("/").at(-1) ?? "";
  for (const view of ["", "statement"]) {
    const page = String(
      (await on.call("GET /account/{secret}", { params: { secret }, query: { view } })).body,
    );
    expect(page).toContain(`Receipt number <span class="amount">${entry?.receipt_number}</span>`);
    expect(page).toContain("KRA PIN: P052345678Y");
    expect(page.includes("A123456789Z")).toBe(view === "statement");
  }
});

test("a receipt waits for the number of the invoice that its payment paid, and links to it", async () => {
  const papers = papersOf(on.product);
  const payer = await newClient();
  const unnumbered = await papers.invoice(payer, { unnumbered: true });
  let tries = 0;
  intercept(on.product, async ({ from, operation, body }, pass) => {
    const answer = await pass();
    const isRead =
      from?.startsWith("RemindersSend") && operation === "BatchGetItem" && body.includes(unnumbered.id);
    if (isRead) tries += 1;
    if (isRead && tries === 1)
      await papers.put([{ ...unnumbered, number: "INV-2026-000401", to_number: undefined }]);
    return answer;
  });
  await pay(payer);
  await on.product.idle();
  const [receipt, ...others] = await receiptsTo(payer);
  expect(others).toEqual([]);
  expect(tries).toBeGreaterThan(1);
  const { url } = (await on.call("GET /api/v1/clients/{id}/link", { params: { id: payer.id } })).body;
  expect(receipt?.text).toContain(`Invoice INV-2026-000401: ${url}/invoices/INV-2026-000401`);
  await expectNoGaps();
});

const takesNumber = ({ operation, body }: AwsCall) =>
  operation === "TransactWriteItems" && body.includes("receipts-2026");
const isMail = ({ operation }: AwsCall) => operation === "SendRawEmail";

test.each<[string, (call: AwsCall) => boolean, "before" | "after"]>([
  ["after it took the number", takesNumber, "after"],
  ["after SES accepted the email", isMail, "after"],
])("a sender killed %s neither skips nor doubles a number", async (_, isTheCall, when) => {
  const client = await newClient();
  let isKilled = false;
  intercept(on.product, async (call, pass) => {
    if (isKilled || !call.from?.startsWith("RemindersSend") || !isTheCall(call)) return pass();
    isKilled = true;
    if (when === "after") await pass();
    await on.product.kill(call.from);
    return undefined;
  });
  const { id } = await pay(client);
  await on.product.idle();
  expect(isKilled).toBe(true);
  const before = takenNumbers.size;
  await expectNoGaps();
  expect(takenNumbers.size).toBe(before + 1);
  const [mail, ...more] = await receiptsTo(client);
  expect(more).toEqual([]);
  expect(numberIn(mail?.subject)).toBe((await paymentOf(id, client))?.receipt_number);
});

test("an email that fails keeps its number, and takes it again when it is sent again", async () => {
  const client = await newClient();
  await on.faults({ refuse: [client.email] });
  const { id } = await pay(client);
  await on.product.idle();
  await on.faults();
  const numbers = await expectNoGaps();
  expect(await receiptsTo(client)).toEqual([]);
  await on.sweepOutbox();
  expect(await expectNoGaps()).toEqual(numbers);
  const [mail] = await receiptsTo(client);
  expect(numberIn(mail?.subject)).toBe((await paymentOf(id, client))?.receipt_number);
});

test("a payment without a receipt gets no number: opted out, old, no valid address, undone before", async () => {
  const [client, unreachable] = [await newClient(), await newClient({ email: "nobody@office.invalid" })];
  const before = await expectNoGaps();
  const row = (await on.rows("Clients")).find(({ id }) => id === unreachable.id);
  await on.put("Clients", { ...row, email: "" });
  await pay(unreachable);
  await pay(client, { receipt: false, credit: true });
  await pay(client, { paid_on: "2026-11-01", credit: true });
  await on.product.idle();
  expect(await expectNoGaps()).toEqual(before);
});

test("a correction is a receipt of its own that names the one it replaces; an undone payment keeps its number", async () => {
  const client = await newClient();
  const { id } = await pay(client);
  await on.product.idle();
  await on.call("PUT /api/v1/payments/{id}", { params: { id }, body: { amount: 100 } });
  await on.product.idle();
  const [second, first] = await receiptsTo(client);
  const [oldNumber, newNumber] = [numberIn(first?.subject), numberIn(second?.subject)];
  expect(second?.text).toContain(`This receipt replaces receipt ${oldNumber}.`);
  expect((await paymentOf(id, client))?.receipt_number).toBe(newNumber);
  await on.call("DELETE /api/v1/payments/{id}", { params: { id } });
  await on.product.idle();
  const [correction] = (await on.mails(/^Correction/)).filter(({ to }) => to[0] === client.email);
  expect(numberIn(correction?.subject)).toBe(newNumber);
  expect(await expectNoGaps()).toContain(oldNumber);
});

test("a payment that is undone while its receipt takes a number gets none, and the next one gets it", async () => {
  const [client, otherClient] = [await newClient(), await newClient()];
  const before = (await expectNoGaps()).length;
  let id = "";
  intercept(on.product, async (call, pass) => {
    if (id && takesNumber(call)) {
      const params = { id };
      id = "";
      await on.call("DELETE /api/v1/payments/{id}", { params });
    }
    return pass();
  });
  ({ id } = await pay(client));
  await on.product.idle();
  expect(id).toBe("");
  expect(await receiptsTo(client)).toEqual([]);
  await pay(otherClient);
  await on.product.idle();
  expect(await expectNoGaps()).toHaveLength(before + 1);
});

test("a correction that read the payment just before it got its number keeps the number", async () => {
  const client = await newClient();
  const [isCorrected, isNumbered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  intercept(on.product, async (call, pass) => {
    if (takesNumber(call)) {
      await isCorrected.promise;
      const answer = await pass();
      isNumbered.resolve();
      return answer;
    }
    if (
      call.from?.startsWith("ApiPayments") &&
      call.operation === "GetItem" &&
      call.body.includes("Accounts")
    ) {
      isCorrected.resolve();
      await isNumbered.promise;
    }
    return pass();
  });
  const before = (await expectNoGaps()).length;
  const { id } = await pay(client);
  await on.call("PUT /api/v1/payments/{id}", { params: { id }, body: { reference: "Corrected" } });
  await on.product.idle();
  expect(await receiptsTo(client)).toHaveLength(2);
  expect(await expectNoGaps()).toHaveLength(before + 2);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ["corrected", (id) => on.call("PUT /api/v1/payments/{id}", { params: { id }, body: { amount: 100 } })],
  ["undone", (id) => on.call("DELETE /api/v1/payments/{id}", { params: { id } })],
])("a payment that gets its number right before it is stored as %s keeps it", async (_, change) => {
  const client = await newClient();
  const [isChanging, isNumbered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  intercept(on.product, async (call, pass) => {
    if (takesNumber(call)) {
      await isChanging.promise;
      const answer = await pass();
      isNumbered.resolve();
      return answer;
    }
    if (call.from?.startsWith("ApiPayments") && call.operation === "TransactWriteItems") {
      isChanging.resolve();
      await isNumbered.promise;
    }
    return pass();
  });
  const before = await expectNoGaps();
  const { id } = await pay(client);
  await change(id);
  await on.product.idle();
  const numbers = await expectNoGaps();
  const row = (await on.rows("Payments")).find((payment) => payment.id === id);
  const own = ((row?.receipts ?? []) as { number: string }[]).map(({ number }) => number);
  expect(own).toEqual(numbers.filter((number) => !before.includes(number)));
  const mails = [...(await receiptsTo(client)), ...(await on.mails(/^Correction/))]
    .filter(({ to }) => to[0] === client.email)
    .map(({ subject }) => numberIn(subject));
  expect(new Set(mails)).toEqual(new Set(own));
});

test("the year is that of Nairobi's day on which the receipt is issued", async () => {
  const client = await newClient({ language: "sw" });
  await on.product.setClock("2026-12-31T23:59:30");
  await pay(client);
  await on.product.idle();
  await on.product.setClock("2027-01-01T00:00:30");
  await pay(client, { paid_on: "2026-12-31", credit: true });
  await on.product.idle();
  expect(await expectNoGaps("2027")).toEqual(["2027-000001"]);
  await expectNoGaps();
  const subjects = (await receiptsTo(client)).map(({ subject }) => numberIn(subject));
  expect(subjects).toEqual([
    "2027-000001",
    [...takenNumbers]
      .filter((number) => number < "2027")
      .sort()
      .at(-1),
  ]);
});
