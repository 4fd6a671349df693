import * as z from "zod/mini";

/** Safaricom's own address; its sandbox and a local one can be used instead. */
export const DARAJA_URL = "https://api.safaricom.co.ke";

/** The name of the SSM parameter (a SecureString with JSON) of a stack. */
export const paybillParameter = (stackName: string): string => `/${stackName}/paybill`;

const Value = z.string().check(z.minLength(1), z.maxLength(1_000));

/** What the functions need to speak with Daraja. Only the parameter has it. */
export const PaybillConnection = z.object({
  consumer_key: Value,
  consumer_secret: Value,
  /** For requests on a client's phone. */
  passkey: Value,
  initiator: Value,
  /** The initiator's password, encrypted with Safaricom's certificate. */
  security_credential: Value,
  /** In the path of the callback addresses. */
  secret: z.string().check(z.regex(/^[A-Za-z0-9_-]{22,100}$/)),
  url: z._default(z.string(), DARAJA_URL),
});
export type PaybillConnection = z.output<typeof PaybillConnection>;

/** Where Safaricom calls: no word of its names may be in it. */
export const callbackPath = (
  secret: string,
  kind: "confirmation" | "validation" | "result" | "stk",
): string => `/api/v1/paybill/${secret}/${kind}`;
