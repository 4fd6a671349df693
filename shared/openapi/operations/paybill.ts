import type { paybillRoutes } from "../../paybill/routes.ts";
import type { Operations } from "./operation.ts";

const accepted = { ResultCode: 0, ResultDesc: "Accepted" } as const;
const secret =
  "For Safaricom: the address contains a secret, and a wrong one returns 404. The fields are Safaricom's. Only in stages with M-Pesa.";

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
};
