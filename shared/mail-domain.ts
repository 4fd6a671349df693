import * as z from "zod/mini";
import { Text } from "./text.ts";

/** The part of Node's DNS resolver that is used. */
export type Dns = {
  resolveTxt(name: string): Promise<string[][]>;
  resolveMx(name: string): Promise<{ exchange: string }[]>;
  resolveCname(name: string): Promise<string[]>;
};

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** SES's custom MAIL FROM domain, which receives bounces. */
export const mailFromDomain = (mailDomain: string): string => `bounces.${mailDomain}`;

const DnsRecord = z.object({ name: Text, type: z.enum(["CNAME", "MX", "TXT"]), value: Text });
export type DnsRecord = z.output<typeof DnsRecord>;

/** The DNS records that authenticate emails of a domain. */
export const recordFor = {
  dkim: (domain: string, token: string): DnsRecord => ({
    name: `${token}._domainkey.${domain}`,
    type: "CNAME",
    value: `${token}.dkim.amazonses.com`,
  }),
  mail_from: (name: string, region: string): DnsRecord => ({
    name,
    type: "MX",
    value: `10 feedback-smtp.${region}.amazonses.com`,
  }),
  spf: (name: string): DnsRecord => ({ name, type: "TXT", value: "v=spf1 include:amazonses.com ~all" }),
  dmarc: (domain: string): DnsRecord => ({
    name: `_dmarc.${domain}`,
    type: "TXT",
    value: "v=DMARC1; p=none",
  }),
};

/** The records of a name, or none. @throws Error if the DNS does not answer */
async function recordsOrNone<T>(lookup: Promise<T[]>): Promise<T[]> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof Error && "code" in error && /^(ENOTFOUND|ENODATA)$/.test(String(error.code)))
      return [];
    throw error;
  }
}

/** Whether the DNS has a CNAME or MX record; the preference of an MX does not matter. */
export async function isInDns(dns: Dns, { name, type, value }: DnsRecord): Promise<boolean> {
  const hosts =
    type === "CNAME"
      ? await recordsOrNone(dns.resolveCname(name))
      : (await recordsOrNone(dns.resolveMx(name))).map(({ exchange }) => exchange);
  return hosts.some((host) => host.toLowerCase() === value.replace(/^\d+ /, ""));
}

const txtRecords = async (dns: Dns, name: string, kind: RegExp) =>
  (await recordsOrNone(dns.resolveTxt(name)))
    .map((parts) => parts.join(""))
    .filter((text) => kind.test(text));

/**
 * `waiting`: the record exists, and SES has not checked it since. `several`: more than one record, which counts as none.
 * `unknown`: the lookup failed.
 */
const State = z.enum(["fine", "waiting", "missing", "several", "unknown"]);
type State = z.output<typeof State>;

const severalOr = (texts: string[], state: State): State => (texts.length > 1 ? "several" : state);

/** Whether SPF allows SES to send for the MAIL FROM domain. @throws Error if the DNS does not answer */
export async function checkSpf(dns: Dns, name: string) {
  const texts = await txtRecords(dns, name, /^v=spf1\b/i);
  const allowsSes = texts.some((text) => text.includes("include:amazonses.com"));
  return { state: severalOr(texts, allowsSes ? "fine" : "missing") };
}

/**
 * The DMARC policy of the domain or of the nearest domain above it, and the name of its record.
 * @throws Error if the DNS does not answer
 */
export async function checkDmarc(dns: Dns, domain: string) {
  const labels = domain.split(".");
  for (const name of labels.slice(0, -1).map((_, from) => `_dmarc.${labels.slice(from).join(".")}`)) {
    const texts = await txtRecords(dns, name, /^v=DMARC1\b/i);
    if (texts.length > 0) return { state: severalOr(texts, "fine"), name, texts };
  }
  return { state: "missing" as const, name: `_dmarc.${domain}`, texts: [] };
}

const DomainCheck = z.object({
  /** `dkim`: emails are signed. `mail_from`: bounces come back. `spf`: SES may send. `dmarc`: there is a policy. */
  check: z.enum(["dkim", "mail_from", "spf", "dmarc"]),
  state: State,
  /** The records to enter in the DNS. */
  records: z.array(DnsRecord),
});
export type DomainCheck = z.output<typeof DomainCheck>;

/** The sender of emails. Without a domain there are no checks: SES verified only the address. */
export const MailSender = z.object({
  address: Text,
  domain: z.optional(Text),
  checks: z.array(DomainCheck),
});
export type MailSender = z.output<typeof MailSender>;
