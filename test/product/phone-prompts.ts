import { beforeAll, expect } from "vitest";
import { accountPath } from "../../shared/account-page-routes.ts";
import { intercept } from "./interception.ts";
import { paybillOffice } from "./paybill-office.ts";
import { secret } from "./paybill-secrets.ts";

/** A product whose clients are asked to pay on their phones, for a test file. */
export function promptOffice() {
  const office = paybillOffice();
  const { on } = office;
  beforeAll(async () => {
    await office.registerCallbacks();
    await office.registerPull();
  });
  let phones = 0;
  type Client = Awaited<ReturnType<typeof office.newClient>>;

  /** A client who owes KES 300, with the page of their account and a phone. */
  async function newPayer() {
    phones += 1;
    const client = await office.newClient();
    const params = { id: client.id };
    const { url } = (await on.asStaff("GET /api/v1/clients/{id}/link", { params })).body;
    return { ...client, url, phone: `0712 000 ${String(phones).padStart(3, "0")}`, ...forms(client, url) };
  }

  const forms = ({ id }: Client, url: string) => ({
    /** The text of the page, as a person reads it; `html` is all of it. */
    async page() {
      const html = (await (await fetch(url)).text()).replaceAll("\u00a0", " ");
      const text = html.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]+>/g, " ");
      return { html, text: text.replace(/\s+/g, " ") };
    },
    /** Sends the form of the page. */
    async ask(phone: string, amount: number | string = 300) {
      const body = new URLSearchParams({ phone, amount: String(amount) });
      const response = await fetch(url, { method: "POST", body, redirect: "manual" });
      return {
        status: response.status,
        location: response.headers.get("location"),
        text: await response.text(),
      };
    },
    state: async () => (await on.asStaff("GET /api/v1/clients/{id}/prompt", { params: { id } })).body.prompt,
  });

  return {
    ...office,
    newPayer,
    secretOf: (url: string) => url.split(accountPath(""))[1] ?? "",
    /** The newest prompt on a phone. */
    shown() {
      const prompt = [...office.daraja().prompts.values()].at(-1);
      if (!prompt) throw new Error("No phone shows a prompt.");
      return prompt;
    },
    /** M-Pesa, or anybody else, says that a prompt was answered. */
    answered: (reference: string, CheckoutRequestID: string, ResultCode = 0, address = secret) =>
      on.product.call("POST /api/v1/paybill/{secret}/stk/{reference}", {
        params: { secret: address, reference },
        body: { Body: { stkCallback: { MerchantRequestID: "1", CheckoutRequestID, ResultCode } } },
      }),
    /** M-Pesa is asked about prompts after a second each time. */
    checkSoon: () =>
      intercept(on.product, ({ operation, body }, pass) =>
        operation === "SendMessage" ? pass(body.replace(/"DelaySeconds":\d\d/, '"DelaySeconds":1')) : pass(),
      ),
    async settle() {
      for (let round = 0; round < 2; round += 1) {
        await on.product.idle();
        await office.daraja().idle();
      }
      await on.product.idle();
    },
    paidOnce: async ({ account }: Pick<Client, "account">, amount = 300) => {
      const { payments } = await account();
      expect(payments.map((payment) => payment.amount)).toEqual([amount]);
      return payments[0]?.reference ?? "";
    },
  };
}
