import * as z from "zod/mini";
import { PaymentReference } from "../payment-reference.ts";
import type { Routes } from "../route.ts";
import { Id, Text } from "../text.ts";
import { NewPrompt, Prompt } from "./prompt.ts";

// Safaricom's callbacks carry no signature, so they are hints. New fields may come at any time.

/** Far more than Safaricom sends. */
const MAX_LENGTH = 500;

/** Numbers come as text or as numbers, and empty ones as null. */
const CallbackText = z.pipe(
  z.nullish(z.union([z.string().check(z.maxLength(MAX_LENGTH)), z.number()])),
  z.transform((value) => String(value ?? "").trim()),
);

const notACode = "TransID is not a receipt code of M-Pesa.";

/** M-Pesa's receipt code. Only such a code can be recognised in every place where a payment can come from. */
export const ReceiptCode = z.pipe(
  z.string().check(
    z.regex(/^[A-Za-z][A-Za-z0-9]{9}$/, notACode),
    z.refine((code) => /\d/.test(code), notACode),
  ),
  z.transform((code) => code.toUpperCase()),
);

/** Money that a client paid to the paybill number. */
export const Confirmation = z.object({
  TransID: ReceiptCode,
  /** `20261112143000`, in Nairobi. */
  TransTime: CallbackText,
  TransAmount: CallbackText,
  BusinessShortCode: CallbackText,
  /** The account number that the client typed. */
  BillRefNumber: CallbackText,
  FirstName: CallbackText,
  MiddleName: CallbackText,
  LastName: CallbackText,
});
export type Confirmation = z.output<typeof Confirmation>;

/** The result of a Transaction Status query. It has parameters only if the transaction was found. */
export const StatusResult = z.object({
  Result: z.object({
    ResultCode: CallbackText,
    ConversationID: z.string().check(z.minLength(1), z.maxLength(200)),
    ResultParameters: z.optional(
      z.nullable(
        z.object({
          ResultParameter: z
            .array(z.object({ Key: z.string().check(z.maxLength(MAX_LENGTH)), Value: CallbackText }))
            .check(z.maxLength(100, "There are too many parameters.")),
        }),
      ),
    ),
  }),
});
export type StatusResult = z.output<typeof StatusResult>;

/** Safaricom expects this answer. `C2B00012`: there is no such account, so no money moves. */
const Answer = z.object({
  ResultCode: z.union([z.literal(0), z.literal("C2B00012")]),
  ResultDesc: z.string(),
});
export type Answer = z.output<typeof Answer>;

/** M-Pesa says that a prompt was answered. Only its id is used: M-Pesa is asked for the answer. */
const PromptCallback = z.object({
  Body: z.object({ stkCallback: z.object({ CheckoutRequestID: z.string().check(z.maxLength(200)) }) }),
});

const ofClient = z.strictObject({ id: Id });
const PromptAnswer = z.object({ prompt: Prompt });

const params = z.object({ secret: z.string().check(z.maxLength(200)) });
const callback = { access: "public", sharedAddresses: true, params, response: Answer } as const;

const forSafaricom =
  "For Safaricom: the address contains a secret, and a wrong one returns 404. The fields are Safaricom's. Only in stages with M-Pesa.";
const prompts =
  "Only in stages with M-Pesa. One prompt is open for an account at a time, and at most five an hour are sent for an account and to a phone. The payment is booked when M-Pesa confirms it.";

export const paybillRoutes = {
  "POST /api/v1/paybill/{secret}/confirmation": {
    summary: "Announce a payment",
    description: `${forSafaricom} It is stored once for each \`TransID\`, and counts once M-Pesa has confirmed it.`,
    ...callback,
    body: Confirmation,
  },
  "POST /api/v1/paybill/{secret}/validation": {
    summary: "Ask whether a payment may go ahead",
    description: `${forSafaricom} Only an account number with a wrong check digit is refused, with \`C2B00012\`.`,
    ...callback,
    body: z.object({ BillRefNumber: z.optional(z.unknown()) }),
  },
  "POST /api/v1/paybill/{secret}/result": {
    summary: "Give the result of a Transaction Status query",
    description: `${forSafaricom} It counts only if it names our query.`,
    ...callback,
    body: StatusResult,
  },
  "POST /api/v1/paybill/{secret}/stk/{reference}": {
    summary: "Say that a prompt was answered",
    description: `${forSafaricom} M-Pesa is asked what the answer was, and a payment counts only by its \`TransID\`.`,
    ...callback,
    params: z.extend(params, { reference: PaymentReference }),
    body: PromptCallback,
  },
  "POST /account/{secret}": {
    summary: "Ask for a payment on the client's phone",
    description: `For the client, who has no sign-in: the secret address gives access. ${prompts} A form of the page can send the same fields, and is led back to the page.`,
    errors: [429],
    access: "public",
    sharedAddresses: true,
    limit: { maxCalls: 60, seconds: 60 },
    params,
    body: NewPrompt,
    response: PromptAnswer,
  },
  "GET /api/v1/clients/{id}/prompt": {
    summary: "Show the last prompt on a client's phone",
    description:
      "Only in stages with M-Pesa. `connected` says whether prompts can be sent; `phone` is the client's, if it can have M-Pesa.",
    access: "staff",
    params: ofClient,
    /** `phone` is the client's, if it can have M-Pesa; `prompt` is the last one, for an hour. */
    response: z.object({ connected: z.boolean(), phone: z.optional(Text), prompt: z.optional(Prompt) }),
  },
  "POST /api/v1/clients/{id}/prompt": {
    summary: "Ask for a payment on a client's phone",
    description: prompts,
    errors: [429],
    access: "staff",
    params: ofClient,
    body: NewPrompt,
    response: PromptAnswer,
  },
} as const satisfies Routes;
