import { Resolver } from "node:dns/promises";
import {
  GetIdentityDkimAttributesCommand,
  GetIdentityMailFromDomainAttributesCommand,
} from "@aws-sdk/client-ses";
import {
  checkDmarc,
  checkSpf,
  type Dns,
  type DnsRecord,
  type DomainCheck,
  isInDns,
  type MailSender,
  mailFromDomain,
  recordFor,
} from "../../shared/mail-domain.ts";
import { ses } from "../platform/email/ses.ts";
import { variable } from "../platform/environment.ts";
import { logFailure } from "../platform/log.ts";

/** The sender address, and whether SES and the DNS confirm its domain now. */
export async function mailSender(): Promise<MailSender> {
  const address = variable("MAIL_FROM");
  const { MAIL_DOMAIN: domain, DNS_SERVER: server } = process.env;
  if (!domain) return { address, checks: [] };
  // Uses Lambda's name servers unless DNS_SERVER is set.
  const dns = new Resolver({ timeout: 1_000, tries: 2 });
  if (server) dns.setServers([server]);
  const bounceDomain = mailFromDomain(domain);
  const results: Record<DomainCheck["check"], Promise<CheckResult>> = {
    dkim: checkDkim(dns, domain),
    mail_from: checkMailFrom(dns, domain, recordFor.mail_from(bounceDomain, variable("AWS_REGION"))),
    spf: checkSpf(dns, bounceDomain).then(({ state }) => ({ state, records: [recordFor.spf(bounceDomain)] })),
    dmarc: checkDmarc(dns, domain).then(({ state }) => ({ state, records: [recordFor.dmarc(domain)] })),
  };
  return { address, domain, checks: await Promise.all(Object.entries(results).map(settled)) };
}

type CheckResult = Omit<DomainCheck, "check">;

/** A check that fails is `unknown`. */
async function settled([name, result]: [string, Promise<CheckResult>]): Promise<DomainCheck> {
  const check = name as DomainCheck["check"];
  try {
    return { check, ...(await result) };
  } catch (error) {
    logFailure("mail domain not checked", error, { check });
    return { check, state: "unknown", records: [] };
  }
}

/** The status in SES; if not verified yet, whether the DNS has the records, which SES checks again within three days. */
async function sesResult(status: string | undefined, dns: Dns, records: DnsRecord[]): Promise<CheckResult> {
  if (status === "Success") return { state: "fine", records };
  const entered = await Promise.all(records.map((record) => isInDns(dns, record)));
  return { state: records.length > 0 && entered.every(Boolean) ? "waiting" : "missing", records };
}

async function checkDkim(dns: Dns, domain: string): Promise<CheckResult> {
  const { DkimAttributes } = await ses.send(new GetIdentityDkimAttributesCommand({ Identities: [domain] }));
  const { DkimVerificationStatus, DkimTokens = [] } = DkimAttributes?.[domain] ?? {};
  return sesResult(
    DkimVerificationStatus,
    dns,
    DkimTokens.map((token) => recordFor.dkim(domain, token)),
  );
}

async function checkMailFrom(dns: Dns, domain: string, record: DnsRecord): Promise<CheckResult> {
  const { MailFromDomainAttributes } = await ses.send(
    new GetIdentityMailFromDomainAttributesCommand({ Identities: [domain] }),
  );
  return sesResult(MailFromDomainAttributes?.[domain]?.MailFromDomainStatus, dns, [record]);
}
