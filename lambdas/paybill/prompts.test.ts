import { expect, test } from "vitest";
import { endInterception, intercept, throttled } from "../../test/product/interception.ts";
import { promptOffice } from "../../test/product/phone-prompts.ts";

const office = promptOffice();
const { on, newPayer, shown, answered, settle, paidOnce, daraja } = office;

const waits = '<meta http-equiv="refresh" content="3;url=?">';
const form = '<form method="post"';

test("a client asks on the page, enters the PIN, and reads there that it is paid", async () => {
  const client = await newPayer();
  const before = await client.page();
  expect(before.html).toContain('value="300"');
  expect(before.html).not.toContain(waits);
  const prompts = daraja().prompts.size;
  expect(await client.ask(client.phone)).toMatchObject({
    status: 303,
    location: new URL(client.url).pathname,
  });
  const pageAfterAsking = await client.page();
  expect(pageAfterAsking.text).toContain("Enter your PIN on your phone.");
  expect([pageAfterAsking.html.includes(waits), pageAfterAsking.html.includes(form)]).toEqual([true, false]);
  expect(daraja().prompts.size).toBe(prompts + 1);
  expect(shown()).toMatchObject({ account: client.payment_reference, amount: 300 });
  daraja().answer(shown().CheckoutRequestID, "pin");
  await settle();
  const code = await paidOnce(client);
  const paid = await client.page();
  expect(paid.text).toContain(`Paid: KES 300.00, M-Pesa code ${code}. Thank you.`);
  expect(paid.html).not.toContain(waits);
  expect(await office.withCode(code)).toMatchObject([{ client_id: client.id }, {}, {}]);
  expect(await office.settled()).toEqual([]);
});

test.each(["wrong-pin", "no-money", "cancel", "timeout"] as const)(
  "%s: the page says so, asks again, and nothing is paid",
  async (answer) => {
    const client = await newPayer();
    await client.ask(client.phone);
    daraja().answer(shown().CheckoutRequestID, answer);
    await settle();
    const sentences = {
      "wrong-pin": "The PIN was wrong.",
      "no-money": "There is not enough money in M-Pesa",
      cancel: "You cancelled the request",
      timeout: "Your phone did not answer in time.",
    };
    const { html, text } = await client.page();
    expect(text).toContain(sentences[answer]);
    expect([html.includes(waits), html.includes(form)]).toEqual([false, true]);
    expect((await client.account()).payments).toEqual([]);
  },
);

test("callbacks that come twice book one payment, and the next prompt is another one", async () => {
  const client = await newPayer();
  await client.ask(client.phone, 100);
  daraja().answer(shown().CheckoutRequestID, "pin", "twice");
  await settle();
  await paidOnce(client, 100);
  await client.ask(client.phone, 100);
  await office.run("Pull", "2026-12-24T09:30:00");
  expect(await client.state()).toMatchObject({ state: "sent" });
  daraja().answer(shown().CheckoutRequestID, "pin", "twice");
  await settle();
  expect(await client.state()).toMatchObject({ state: "paid" });
  expect((await client.account()).payments).toHaveLength(2);
});

test("without any callback, M-Pesa is asked, and its list names the payment", async () => {
  const client = await newPayer();
  const refused = await newPayer();
  office.checkSoon();
  await refused.ask(refused.phone);
  daraja().answer(shown().CheckoutRequestID, "cancel", "dropped");
  await client.ask(client.phone);
  daraja().answer(shown().CheckoutRequestID, "pin", "dropped");
  const states = async () => [(await client.state())?.state, (await refused.state())?.state];
  await expect.poll(states, { timeout: 20_000 }).toEqual(["paid", "refused"]);
  endInterception(on.product);
  await paidOnce(client);
});

test("without the callback of the prompt, the announcement of the payment is enough", async () => {
  const client = await newPayer();
  await client.ask(client.phone);
  shown().url = `${daraja().url}/nowhere`;
  daraja().answer(shown().CheckoutRequestID, "pin");
  await settle();
  expect(await client.state()).toMatchObject({ state: "paid", code: await paidOnce(client) });
});

test("a callback that is forged, altered, early or of another prompt says nothing: M-Pesa is asked", async () => {
  const [client, otherPayer] = [await newPayer(), await newPayer()];
  await otherPayer.ask(otherPayer.phone);
  const otherCheckout = shown().CheckoutRequestID;
  await client.ask(client.phone);
  const ownCheckout = shown().CheckoutRequestID;
  const reference = client.payment_reference;
  daraja().answer(otherCheckout, "cancel", "dropped");
  for (const [checkout, code] of [
    ["ws_CO_not_stored_yet", 0],
    [otherCheckout, 1032],
    [ownCheckout, 1032],
    [ownCheckout, 0],
  ] as const)
    expect((await answered(reference, checkout, code)).status).toBe(200);
  await settle();
  expect([await client.state(), await otherPayer.state()]).toMatchObject([
    { state: "sent" },
    { state: "sent" },
  ]);
  expect((await answered(reference, ownCheckout, 0, "wrong")).status).toBe(404);
  // Refused, says the callback; but the PIN was right.
  daraja().answer(ownCheckout, "pin", "dropped");
  await answered(reference, ownCheckout, 1032);
  await settle();
  expect(await client.state()).toMatchObject({ state: "accepted" });
  const page = await client.page();
  expect(page.text).toContain("please do not pay a second time");
  expect([page.html.includes(waits), page.html.includes(form)]).toEqual([true, false]);
  expect((await client.account()).payments).toEqual([]);
  await office.run("Pull", "2026-12-24T09:30:00");
  expect(await client.state()).toMatchObject({ state: "paid", code: await paidOnce(client) });
  expect(await otherPayer.state()).toMatchObject({ state: "sent" });
});

test("a part that the client chose is booked at once; a part that somebody typed waits for a decision", async () => {
  const client = await newPayer();
  await client.ask(client.phone, 50);
  daraja().answer(shown().CheckoutRequestID, "pin");
  await settle();
  await paidOnce(client, 50);
  await daraja().pay({ account: client.payment_reference, amount: 30, phone: client.phone });
  await settle();
  await paidOnce(client, 50);
});

test("a result code that is not final is asked again: the page says so, no second prompt goes out, and then nobody knows", async () => {
  const client = await newPayer();
  await client.ask(client.phone);
  const { CheckoutRequestID } = shown();
  const prompts = daraja().prompts.size;
  for (const code of ["4999", "1001", "9999"]) {
    daraja().plays.promptResult = { code, text: "The transaction is still under processing" };
    await answered(client.payment_reference, CheckoutRequestID, 1032);
    await settle();
    expect(await client.state()).toMatchObject({ state: "sent" });
    await client.ask(client.phone);
    expect((await client.ask(client.phone, 301)).status).toBe(409);
    expect(daraja().prompts.size).toBe(prompts);
  }
  await on.product.setClock("2026-12-24T09:20");
  expect((await client.page()).text).toContain("Look at your phone");
  expect(await client.state()).toMatchObject({ state: "unknown" });
  daraja().plays.promptResult = undefined;
  daraja().answer(CheckoutRequestID, "pin");
  await settle();
  expect(await client.state()).toMatchObject({ state: "paid", code: await paidOnce(client) });
});

test("a prompt whose request was answered with an unknown error can be on the phone: no second one goes out", async () => {
  const client = await newPayer();
  daraja().plays.promptRefusal = { code: "500.003.1001", text: "Service is currently unreachable." };
  const prompts = daraja().prompts.size;
  for (let times = 0; times < 2; times += 1) {
    expect((await client.ask(client.phone)).status).toBe(303);
    expect([(await client.state())?.state, daraja().prompts.size]).toEqual(["asked", prompts + 1]);
  }
  daraja().plays.promptRefusal = undefined;
  daraja().answer(shown().CheckoutRequestID, "pin");
  await settle();
  expect(await client.state()).toMatchObject({ state: "paid", code: await paidOnce(client) });
});

test("a token that Safaricom ended early is replaced, once", async () => {
  const client = await newPayer();
  daraja().endTokens();
  expect((await client.ask(client.phone)).status).toBe(303);
  expect(await client.state()).toMatchObject({ state: "sent" });
  daraja().endTokens();
  daraja().answer(shown().CheckoutRequestID, "pin");
  await settle();
  await paidOnce(client);
  // A token that is refused again is an error, not a loop.
  daraja().plays.promptRefusal = { code: "404.001.03", text: "Invalid Access Token", status: 404 };
  const otherPayer = await newPayer();
  await otherPayer.ask(otherPayer.phone);
  expect(await otherPayer.state()).toMatchObject({ state: "refused", reason: "not-sent" });
  daraja().plays.promptRefusal = undefined;
});

test("somebody else's payment of the same amount is not taken for the prompt's", async () => {
  const client = await newPayer();
  await client.ask(client.phone);
  await daraja().pay({ account: client.payment_reference, amount: 300, phone: "0799 999 999" });
  await settle();
  expect(await client.state()).toMatchObject({ state: "sent" });
  await paidOnce(client);
});

test("while a table is throttled nothing is asked, or the prompt is known by its payment", async () => {
  const client = await newPayer();
  const fail = (write: "Put" | "Update") =>
    intercept(on.product, async ({ operation, body }, pass) =>
      operation === "TransactWriteItems" && body.includes(`{"${write}":`) && /prompt#\d{7}"/.test(body)
        ? throttled()
        : pass(),
    );
  const prompts = daraja().prompts.size;
  fail("Put");
  expect((await client.ask(client.phone)).status).toBe(500);
  endInterception(on.product);
  expect([daraja().prompts.size, await client.state()]).toEqual([prompts, undefined]);
  fail("Update");
  expect((await client.ask(client.phone)).status).toBe(500);
  endInterception(on.product);
  expect([daraja().prompts.size, (await client.state())?.state]).toEqual([prompts + 1, "asked"]);
  // Again while it is open: no second prompt.
  expect((await client.ask(client.phone)).status).toBe(303);
  expect(daraja().prompts.size).toBe(prompts + 1);
  daraja().answer(shown().CheckoutRequestID, "pin");
  await settle();
  expect(await client.state()).toMatchObject({ state: "paid", code: await paidOnce(client) });
});
