import * as z from "zod/mini";
import { Instant } from "../text.ts";

/** Safaricom's own address; its sandbox and a local one can be used instead. */
export const DARAJA_URL = "https://api.safaricom.co.ke";

/** M-Pesa's own list reaches back this far. */
export const PULL_BACK_HOURS = 48;
/** After this time, what M-Pesa announced and did not confirm is removed. */
export const ANNOUNCED_DAYS = 30;

/** The name of the SSM parameter (a SecureString with JSON) of a stack. */
export const paybillParameter = (stackName: string): string => `/${stackName}/paybill`;

const Value = z.string().check(z.minLength(1), z.maxLength(1_000));

/** The IP addresses from which Safaricom says that it calls, and this machine's. They drift, so another one is only noted. */
const PUBLISHED_ADDRESSES = new Set([
  "196.201.214.200",
  "196.201.214.206",
  "196.201.214.207",
  "196.201.214.208",
  "196.201.213.114",
  "196.201.213.44",
  "196.201.212.127",
  "196.201.212.138",
  "196.201.212.129",
  "196.201.212.136",
  "196.201.212.74",
  "196.201.212.69",
  "127.0.0.1",
]);
export const isPublishedAddress = (address: string): boolean => PUBLISHED_ADDRESSES.has(address);

/** The functions need this to speak with Daraja. Only the parameter has it. */
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
  /** The addresses that Safaricom calls: of which paybill number, at which site, since when. */
  registered: z.optional(z.object({ short_code: z.string(), site: z.string(), at: Instant })),
});
export type PaybillConnection = z.output<typeof PaybillConnection>;

/** Where Safaricom calls: no word of its names may be in it. */
export const callbackPath = (
  secret: string,
  kind: "confirmation" | "validation" | "result" | "stk",
): string => `/api/v1/paybill/${secret}/${kind}`;
