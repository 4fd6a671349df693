import type { paybillRoutes } from "../../paybill/routes.ts";
import type { Operations } from "./operation.ts";

const accepted = { ResultCode: 0, ResultDesc: "Accepted" } as const;
const secret =
  "For Safaricom: the address contains a secret, and a wrong one returns 404. The fields are Safaricom's. Only in stages with M-Pesa.";

const prompts =
  "Only in stages with M-Pesa. One prompt is open for an account at a time, and at most five an hour are sent for an account and to a phone. The payment is booked when M-Pesa confirms it.";
const ask = { phone: "0712 345 678", amount: 4_500 };
const prompt = { state: "sent", amount: 4_500, at: "2026-11-12T11:30:00.000Z" } as const;

export const paybillOperations: Operations<typeof paybillRoutes> = {
  "POST /api/v1/paybill/{secret}/confirmation": {
    summary: "Announce a payment",
    description: `${secret} It is stored once for each \`TransID\`, and counts once M-Pesa has confirmed it.`,
    body: {
      TransID: "TKB4H7L2QX",
      TransTime: "20261112143000",
      TransAmount: "15000.00",
      BusinessShortCode: "600986",
      BillRefNumber: "4821072",
      FirstName: "JANE",
      MiddleName: "",
      LastName: "",
    },
    response: accepted,
  },
  "POST /api/v1/paybill/{secret}/validation": {
    summary: "Ask whether a payment may go ahead",
    description: `${secret} Only an account number with a wrong check digit is refused, with \`C2B00012\`.`,
    body: { BillRefNumber: "4821072" },
    response: accepted,
  },
  "POST /api/v1/paybill/{secret}/result": {
    summary: "Give the result of a Transaction Status query",
    description: `${secret} It counts only if it names our query.`,
    body: {
      Result: {
        ResultCode: 0,
        ConversationID: "AG_20261112_00004e48cf7e3533f581",
        ResultParameters: { ResultParameter: [{ Key: "ReceiptNo", Value: "TKB4H7L2QX" }] },
      },
    },
    response: accepted,
  },
  "POST /api/v1/paybill/{secret}/stk/{reference}": {
    summary: "Say that a prompt was answered",
    description: `${secret} M-Pesa is asked what the answer was, and a payment counts only by its \`TransID\`.`,
    body: { Body: { stkCallback: { CheckoutRequestID: "ws_CO_12112026143000123456" } } },
    response: accepted,
  },
  "POST /account/{secret}": {
    summary: "Ask for a payment on the client's phone",
    description: `For the client, who has no sign-in: the secret address gives access. ${prompts} A form of the page can send the same fields, and is led back to the page.`,
    body: ask,
    response: { prompt },
    errors: [429],
  },
  "GET /api/v1/clients/{id}/prompt": {
    summary: "Show the last prompt on a client's phone",
    description:
      "Only in stages with M-Pesa. `connected` says whether prompts can be sent; `phone` is the client's, if it can have M-Pesa.",
    response: { connected: true, phone: "0712 345 678", prompt },
  },
  "POST /api/v1/clients/{id}/prompt": {
    summary: "Ask for a payment on a client's phone",
    description: prompts,
    body: ask,
    response: { prompt },
    errors: [429],
  },
};
