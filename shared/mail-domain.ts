import * as z from "zod/mini";
import { Text } from "./text.ts";

/** What of the DNS is asked; as Node's resolver has it. */
export type Dns = {
  resolveTxt(name: string): Promise<string[][]>;
  resolveMx(name: string): Promise<{ exchange: string }[]>;
  resolveCname(name: string): Promise<string[]>;
};

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** Where what cannot be delivered comes back to, by a name of a mail domain's own: SES's custom MAIL FROM domain. */
export const bouncesOf = (mailDomain: string): string => `bounces.${mailDomain}`;

const DnsRecord = z.object({ name: Text, type: z.enum(["CNAME", "MX", "TXT"]), value: Text });
export type DnsRecord = z.output<typeof DnsRecord>;

/** The records by which mailboxes believe that an email is from a domain. */
export const recordFor = {
  dkim: (domain: string, token: string): DnsRecord => ({
    ...{ name: `${token}._domainkey.${domain}`, type: "CNAME" },
    value: `${token}.dkim.amazonses.com`,
  }),
  mail_from: (name: string, region: string): DnsRecord => ({
    ...{ name, type: "MX", value: `10 feedback-smtp.${region}.amazonses.com` },
  }),
  spf: (name: string): DnsRecord => ({ name, type: "TXT", value: "v=spf1 include:amazonses.com ~all" }),
  dmarc: (domain: string): DnsRecord => ({
    name: `_dmarc.${domain}`,
    type: "TXT",
    value: "v=DMARC1; p=none",
  }),
};

/** The records of a name: none where the DNS knows of none. @throws Error where it does not answer */
async function recordsAt<T>(ask: Promise<T[]>): Promise<T[]> {
  try {
    return await ask;
  } catch (error) {
    if (error instanceof Error && "code" in error && /^(ENOTFOUND|ENODATA)$/.test(String(error.code)))
      return [];
    throw error;
  }
}

/** Whether a CNAME or an MX stands in the DNS, whatever an MX's preference. */
export async function isEntered(dns: Dns, { name, type, value }: DnsRecord): Promise<boolean> {
  const found =
    type === "CNAME"
      ? await recordsAt(dns.resolveCname(name))
      : (await recordsAt(dns.resolveMx(name))).map(({ exchange }) => exchange);
  return found.some((host) => host.toLowerCase() === value.replace(/^\d+ /, ""));
}

const textsAt = async (dns: Dns, name: string, kind: RegExp) =>
  (await recordsAt(dns.resolveTxt(name))).map((parts) => parts.join("")).filter((text) => kind.test(text));

/**
 * `waiting`: the DNS has it, and SES has not looked since. `several`: more than one, which counts as none.
 * `unknown`: could not be looked up.
 */
const State = z.enum(["fine", "waiting", "missing", "several", "unknown"]);
type State = z.output<typeof State>;

/** Several count as none. */
const severalOr = (texts: string[], state: State): State => (texts.length > 1 ? "several" : state);

/** Whether SES may send for the name that bounces come back to. @throws Error where the DNS does not answer */
export async function spfAt(dns: Dns, name: string) {
  const texts = await textsAt(dns, name, /^v=spf1\b/i);
  const ours = texts.some((text) => text.includes("include:amazonses.com"));
  return { state: severalOr(texts, ours ? "fine" : "missing") };
}

/**
 * What mailboxes are told to make of mail that only says it is from the domain, and at which name: the domain's own or
 * one above it. @throws Error where the DNS does not answer
 */
export async function dmarcOf(dns: Dns, domain: string) {
  const labels = domain.split(".");
  for (const name of labels.slice(0, -1).map((_, from) => `_dmarc.${labels.slice(from).join(".")}`)) {
    const texts = await textsAt(dns, name, /^v=DMARC1\b/i);
    if (texts.length > 0) return { state: severalOr(texts, "fine"), name, texts };
  }
  return { state: "missing" as const, name: `_dmarc.${domain}`, texts: [] };
}

const DomainCheck = z.object({
  /** `dkim`: signed by the domain. `mail_from`: bounces come back to it. `spf`: SES may send for it. `dmarc`: its policy. */
  check: z.enum(["dkim", "mail_from", "spf", "dmarc"]),
  state: State,
  /** What is to stand in the DNS. */
  records: z.array(DnsRecord),
});
export type DomainCheck = z.output<typeof DomainCheck>;

/** Where emails come from. Without a domain there is nothing to be checked: SES knows the address alone. */
export const MailSender = z.object({
  address: Text,
  domain: z.optional(Text),
  checks: z.array(DomainCheck),
});
export type MailSender = z.output<typeof MailSender>;
