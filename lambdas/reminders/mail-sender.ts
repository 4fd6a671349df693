import { Resolver } from "node:dns/promises";
import {
  GetIdentityDkimAttributesCommand,
  GetIdentityMailFromDomainAttributesCommand,
} from "@aws-sdk/client-ses";
import {
  bouncesOf,
  type Dns,
  type DnsRecord,
  type DomainCheck,
  dmarcOf,
  isEntered,
  type MailSender,
  recordFor,
  spfAt,
} from "../../shared/mail-domain.ts";
import { variable } from "../environment.ts";
import { logFailure } from "../log.ts";
import { ses } from "../ses.ts";

/** Where emails come from, and what of it SES and the DNS confirm at this moment. */
export async function mailSender(): Promise<MailSender> {
  const address = variable("MAIL_FROM");
  const { MAIL_DOMAIN: domain, DNS_SERVER: server } = process.env;
  if (!domain) return { address, checks: [] };
  // Lambda's own name servers, unless another is named.
  const dns = new Resolver({ timeout: 1_000, tries: 2 });
  if (server) dns.setServers([server]);
  const [bounces, region] = [bouncesOf(domain), variable("AWS_REGION")];
  const looked: Record<DomainCheck["check"], Promise<Looked>> = {
    dkim: signing(dns, domain),
    mail_from: returning(dns, domain, recordFor.mail_from(bounces, region)),
    spf: spfAt(dns, bounces).then(({ state }) => ({ state, records: [recordFor.spf(bounces)] })),
    dmarc: dmarcOf(dns, domain).then(({ state }) => ({ state, records: [recordFor.dmarc(domain)] })),
  };
  return { address, domain, checks: await Promise.all(Object.entries(looked).map(checked)) };
}

type Looked = Omit<DomainCheck, "check">;

async function checked([name, looked]: [string, Promise<Looked>]): Promise<DomainCheck> {
  const check = name as DomainCheck["check"];
  try {
    return { check, ...(await looked) };
  } catch (error) {
    logFailure("What is known of the mail domain could not be looked up.", error, { check });
    return { check, state: "unknown", records: [] };
  }
}

/** As SES sees it; where it has not, whether it will the next time it looks, within three days. */
async function seenBySes(status: string | undefined, dns: Dns, records: DnsRecord[]): Promise<Looked> {
  if (status === "Success") return { state: "fine", records };
  const entered = await Promise.all(records.map((record) => isEntered(dns, record)));
  return { state: records.length > 0 && entered.every(Boolean) ? "waiting" : "missing", records };
}

async function signing(dns: Dns, domain: string): Promise<Looked> {
  const { DkimAttributes } = await ses.send(new GetIdentityDkimAttributesCommand({ Identities: [domain] }));
  const { DkimVerificationStatus, DkimTokens = [] } = DkimAttributes?.[domain] ?? {};
  return seenBySes(
    DkimVerificationStatus,
    dns,
    DkimTokens.map((token) => recordFor.dkim(domain, token)),
  );
}

async function returning(dns: Dns, domain: string, record: DnsRecord): Promise<Looked> {
  const { MailFromDomainAttributes } = await ses.send(
    new GetIdentityMailFromDomainAttributesCommand({ Identities: [domain] }),
  );
  return seenBySes(MailFromDomainAttributes?.[domain]?.MailFromDomainStatus, dns, [record]);
}
