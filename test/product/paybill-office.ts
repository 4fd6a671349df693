import type { Daraja } from "daraja-local";
import { afterAll, beforeAll, vi } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { callbackPath } from "../../shared/paybill/connection.ts";
import {
  askDaraja,
  registerPull,
  secret,
  shortCode,
  startPaybillDaraja,
  withPaybillSecrets,
} from "./paybill-secrets.ts";
import { companyProfile } from "./reminder-product.ts";
import { statementOffice } from "./statement-office.ts";

type Said = { TransID: string; TransAmount: number | string; BillRefNumber: string };

/** A product that is connected with M-Pesa, for a test file. */
export function paybillOffice() {
  const running = {} as { daraja: Daraja };
  beforeAll(async () => {
    // The product starts later.
    running.daraja = await startPaybillDaraja(() => office.on.product?.now() ?? Date.now());
  });
  afterAll(() => running.daraja?.stop());
  const office = statementOffice({
    template: (template) => withPaybillSecrets(template, running.daraja.url),
  });
  const { on } = office;
  // What M-Pesa pays is on invoices.
  beforeAll(async () => {
    await on.asAdmin("POST /api/v1/settings", {
      body: { ...companyProfile, invoices_from: "2026-01-01", vat_registered: true },
    });
  });
  let codes = 0;
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
        TransID,
        amount,
        account,
        at: Date.parse(`${at}+03:00`),
        ...payer,
      });
    },
    /** A callback, as M-Pesa or anybody else sends it. */
    callback: (said: Said, more: object = {}, sourceIp?: string) =>
      on.product.call("POST /api/v1/paybill/{secret}/confirmation", {
        params: { secret },
        ...(sourceIp && { sourceIp }),
        body: {
          TransactionType: "Pay Bill",
          TransTime: "20261224085900",
          BusinessShortCode: shortCode,
          ...said,
          MSISDN: "9f86d081884c7d65",
          FirstName: "JANE",
          OrgAccountBalance: "",
          ...more,
        },
      }),
    /** A result of a Transaction Status query, as anybody can send it. */
    result: (ReceiptNo: string, ConversationID: string, DebitPartyName = "") => {
      const said = { ReceiptNo, Amount: 100, TransactionStatus: "Completed", DebitPartyName };
      const ResultParameter = Object.entries(said).map(([Key, Value]) => ({ Key, Value }));
      const ResultParameters = { ResultParameter };
      return on.product.call("POST /api/v1/paybill/{secret}/result", {
        params: { secret },
        body: { Result: { ResultCode: 0, ConversationID, ResultParameters } },
      });
    },
    /** The connection, as Settings show it. */
    status: async () => (await on.asStaff("GET /api/v1/settings/mpesa")).body.mpesa,
    /** The announced payments, once all work that follows is done. */
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
      const schedule = localSchedule(name === "Pull" ? "paybill-pull" : "paybill-compare");
      return on.product.runSchedule(schedule, Date.parse(`${at}+03:00`));
    },
    /** As `npm run mpesa -- connect` does for the callbacks. */
    async registerCallbacks() {
      const address = (kind: "confirmation" | "validation") => on.product.site + callbackPath(secret, kind);
      const [ConfirmationURL, ValidationURL] = [address("confirmation"), address("validation")];
      const body = { ShortCode: shortCode, ResponseType: "Completed", ConfirmationURL, ValidationURL };
      await askDaraja(running.daraja.url, "/mpesa/c2b/v2/registerurl", body);
    },
    registerPull: () => registerPull(running.daraja.url),
    notifyOffice: (more: { send_receipts?: boolean } = {}) =>
      on.asAdmin("POST /api/v1/settings", {
        body: { ...companyProfile, notification_email: "office@mwamba.example", ...more },
      }),
  };
}
