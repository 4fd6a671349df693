import type { Day } from "../../day.ts";
import type { Currency } from "../../money.ts";
import type { Account } from "../account.ts";

// The server looked these up for the lines of a call.

export type FoundClient = {
  id: string;
  name: string;
  company: string;
  phone: string;
  reference?: string | undefined;
  active: boolean;
  sample?: boolean | undefined;
  erased?: boolean | undefined;
};

/** A payment on record. Without a client nobody has it. */
export type FoundPayment = {
  id: string;
  client_id?: string | undefined;
  client_name?: string | undefined;
  paid_on: Day;
  cents: number;
  currency: Currency;
  method?: string | undefined;
  /** A code of M-Pesa, a bank's reference, the number of a cheque. */
  reference?: string | undefined;
};

export type RecordedPayment = FoundPayment & { client_id: string; client_name: string };

/** Who did something, and at which instant. */
type Change = { by: string; at: string };

/** The record of an identity. */
export type Known = {
  /** One line can be recorded in several payments. */
  recorded?: readonly RecordedPayment[] | undefined;
  /** The payment that waits for somebody to assign it. */
  unmatched?: { id: string } | undefined;
  ignored?: (Change & { reason: string }) | undefined;
  /** The last time that a payment of it was undone. */
  undone?: Change | undefined;
  /** M-Pesa or the bank took it back. */
  reversed?: boolean | undefined;
};

export type LookupResults = {
  /** Clients by the keys of `lookupsOf`; `references` has those that are near, too. */
  references: ReadonlyMap<string, FoundClient>;
  phones: ReadonlyMap<string, readonly FoundClient[]>;
  names: ReadonlyMap<string, readonly FoundClient[]>;
  /** The accounts of these clients, and of those with payments in `known`. */
  accounts: ReadonlyMap<string, Account>;
  /** By identity, and by the codes that lines name. */
  known: ReadonlyMap<string, Known>;
  /** Payments that people typed for these clients, by client. */
  typed: ReadonlyMap<string, readonly FoundPayment[]>;
  /** The payments of lines of these clients, and those with the bank's references of the lines. */
  booked: readonly FoundPayment[];
};
