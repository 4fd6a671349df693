import { type Daraja, startDaraja } from "daraja-local";
import { afterAll, beforeAll, vi } from "vitest";
import { stackName } from "../infra/stack-names.ts";
import { callbackPath, paybillParameter } from "../shared/paybill/connection.ts";
import { companyProfile } from "./reminder-product.ts";
import { statementOffice } from "./statement-office.ts";

export const shortCode = "600986";
export const secret = "0123456789abcdef0123456789abcdef";

type Said = { TransID: string; TransAmount: number | string; BillRefNumber: string };

/** A product that is connected with M-Pesa, for a test file. */
export function paybillOffice() {
  const running = {} as { daraja: Daraja };
  const credentials = { consumerKey: "key", consumerSecret: "secret", passkey: "pass", initiator: "api" };
  beforeAll(async () => {
    // The product starts later.
    const now = () => office.on.product?.now() ?? Date.now();
    running.daraja = await startDaraja({ shortCode, ...credentials, now });
  });
  afterAll(() => running.daraja?.stop());
  const office = statementOffice({
    template(template) {
      const { consumerKey: consumer_key, consumerSecret: consumer_secret, passkey, initiator } = credentials;
      const { url } = running.daraja;
      const registered = {
        short_code: shortCode,
        site: "https://mwamba.example",
        at: "2026-11-02T08:10:00Z",
      };
      const connection = { consumer_key, consumer_secret, passkey, initiator, secret, url, registered };
      template.Resources.PaybillSecrets = {
        Type: "AWS::SSM::Parameter",
        Properties: {
          Name: paybillParameter(stackName({ name: "dev" })),
          Type: "String",
          Value: JSON.stringify({ ...connection, security_credential: "encrypted" }),
        },
      };
      return template;
    },
  });
  const { on } = office;
  let codes = 0;
  async function post(path: string, body: object) {
    const { url } = running.daraja;
    const authorization = `Basic ${Buffer.from("key:secret").toString("base64")}`;
    const token = await fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization },
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  }
  return {
    ...office,
    async newClient() {
      const { payment_reference = "", ...client } = await office.newClient();
      return { ...client, payment_reference };
    },
    daraja: () => running.daraja,
    code: () => {
      codes += 1;
      return `TKB${String(codes).padStart(7, "0")}`;
    },
    /** M-Pesa moves money. */
    paid(TransID: string, amount: number, account: string, at = "2026-12-24T08:59:00") {
      const payer = { phone: "254711222333", name: "JANE", callback: "dropped" as const, confirmations: [] };
      running.daraja.transactions.set(TransID, {
        ...{ TransID, amount, account, at: Date.parse(`${at}+03:00`), ...payer },
      });
    },
    /** A callback, as M-Pesa or anybody else sends it. */
    callback: (said: Said, more: object = {}, sourceIp?: string) =>
      on.product.call("POST /api/v1/paybill/{secret}/confirmation", {
        params: { secret },
        ...(sourceIp && { sourceIp }),
        body: {
          ...{ TransactionType: "Pay Bill", TransTime: "20261224085900", BusinessShortCode: shortCode },
          ...{ ...said, MSISDN: "9f86d081884c7d65", FirstName: "JANE", OrgAccountBalance: "" },
          ...more,
        },
      }),
    /** What Settings say of the connection. */
    status: async () => (await on.asStaff("GET /api/v1/settings/mpesa")).body.mpesa,
    /** What is announced once all that follows is done. */
    async settled() {
      await on.product.idle();
      await running.daraja.idle();
      await on.product.idle();
      return office.listed("announced");
    },
    /** While this runs, Daraja cannot be reached. */
    async withoutDaraja<T>(work: () => Promise<T>): Promise<T> {
      const { fetch } = globalThis;
      const spy = vi.spyOn(globalThis, "fetch").mockImplementation((...args) => {
        if (String(args[0]).startsWith(running.daraja.url))
          return Promise.reject(new TypeError("fetch failed"));
        return fetch(...args);
      });
      return work().finally(() => spy.mockRestore());
    },
    /** Runs a schedule of M-Pesa. */
    async run(name: "Pull" | "Compare", at = "2026-12-24T09:00:00") {
      const schedule = on.product.schedules().find((one) => one.name.includes(`Paybill${name}`));
      return on.product.runSchedule(schedule?.name ?? name, Date.parse(`${at}+03:00`));
    },
    /** As `npm run mpesa -- connect` does for the callbacks. */
    async registerCallbacks() {
      const address = (kind: "confirmation" | "validation") => on.product.site + callbackPath(secret, kind);
      const [ConfirmationURL, ValidationURL] = [address("confirmation"), address("validation")];
      const body = { ShortCode: shortCode, ResponseType: "Completed", ConfirmationURL, ValidationURL };
      await post("/mpesa/c2b/v2/registerurl", body);
    },
    /** As `npm run mpesa -- connect` does for M-Pesa's list. */
    async registerPull() {
      await post("/pulltransactions/v1/register", {
        ...{ ShortCode: shortCode, RequestType: "Pull", NominatedNumber: "0712345678" },
        CallBackURL: `${running.daraja.url}/none`,
      });
    },
    notifyOffice: (more: { send_receipts?: boolean } = {}) =>
      on.asAdmin("POST /api/v1/settings", {
        body: { ...companyProfile, notification_email: "office@mwamba.example", ...more },
      }),
  };
}
