import { Resolver } from "node:dns/promises";
import { GetEmailIdentityCommand, NotFoundException } from "@aws-sdk/client-sesv2";
import type { NamedStage } from "../../infra/stages.ts";
import {
  checkDmarc,
  checkSpf,
  type Dns,
  type DnsRecord,
  domainOf,
  isInDns,
  mailFromDomain,
  recordFor,
} from "../../shared/mail-domain.ts";
import type { Aws } from "./aws-clients.ts";
import { checkAws, type Finding, ok, warning } from "./findings.ts";

/** The system's DNS server, or `DNS_SERVER` (`1.1.1.1`, `127.0.0.1:5353`). */
export function createDns(server = process.env.DNS_SERVER): Dns {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (server) resolver.setServers([server]);
  return resolver;
}

export const dnsInstructions = (records: DnsRecord[]) =>
  `Add to the domain's DNS: ${records
    .map(({ name, type, value }) => `${name} ${type} ${type === "TXT" ? `"${value}"` : value}`)
    .join(", ")}`;

const dnsFailure = (subject: string, error: unknown, fix: string): Finding =>
  warning(
    `${subject}: the DNS did not answer (${error instanceof Error ? error.message : String(error)}).`,
    `Try from another network. ${fix}`,
  );

/** The domain of a stage's sender. Undefined if SES only verifies the address. */
const senderDomain = ({ domain, mailFrom }: NamedStage): string | undefined =>
  domain !== undefined && mailFrom !== undefined ? domainOf(mailFrom) : undefined;

/** Whether bounces go to a subdomain of the sender's domain. Only then SPF covers the sender, which DMARC needs. */
export const checkMailFrom = (aws: Aws, stage: NamedStage, dns: Dns): Promise<Finding[]> =>
  checkAws("Where bounces go", "ses:GetEmailIdentity", async () => {
    const domain = senderDomain(stage);
    if (domain === undefined) return [];
    const mailFrom = await mailFromAttributes(aws, domain);
    // checkSender reports a missing identity.
    if (!mailFrom) return [];
    const { MailFromDomain: name, MailFromDomainStatus: status } = mailFrom;
    if (name === undefined)
      return warning(
        `Bounces of emails from ${domain} go to Amazon's domain, so SPF does not cover ${domain}. The next deployment changes this to ${mailFromDomain(domain)}.`,
        dnsInstructions(recordsFor(mailFromDomain(domain), stage)),
      );
    if (status === "SUCCESS") return ok(`Bounces go to ${name}, so SPF covers ${domain}.`);
    const problem = `Bounces still go to Amazon's domain, because ${name} is not set up (${status ?? "unknown"})`;
    const [mx, spf] = recordsFor(name, stage);
    const fix = dnsInstructions([mx, spf]);
    try {
      const [hasMx, sends] = await Promise.all([isInDns(dns, mx), checkSpf(dns, name)]);
      const missing = [...(hasMx ? [] : ["its MX"]), ...(sends.state === "fine" ? [] : ["its SPF (TXT)"])];
      if (missing.length === 0)
        return warning(`${problem}. The DNS now has both records; SES checks them within three days.`);
      return warning(`${problem}: the DNS lacks ${missing.join(" and ")}.`, fix);
    } catch (error) {
      return [warning(`${problem}.`, fix), dnsFailure(`The records of ${name}`, error, "")];
    }
  });

const recordsFor = (name: string, { region }: NamedStage): [mx: DnsRecord, spf: DnsRecord] => [
  recordFor.mail_from(name, region),
  recordFor.spf(name),
];

async function mailFromAttributes({ ses }: Aws, EmailIdentity: string) {
  try {
    const { MailFromAttributes } = await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return MailFromAttributes ?? { MailFromDomain: undefined, MailFromDomainStatus: undefined };
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

/** Whether the domain tells mailboxes how to treat forged mail. */
export async function preflightDmarc(stage: NamedStage, dns: Dns): Promise<Finding | Finding[]> {
  const domain = senderDomain(stage);
  if (domain === undefined) return [];
  const fix = dnsInstructions([recordFor.dmarc(domain)]);
  try {
    const { state, name, texts } = await checkDmarc(dns, domain);
    if (state === "several")
      return warning(`${name} has ${texts.length} policies, so none is valid.`, "Keep one of them.");
    if (state === "fine") return ok(`DMARC of ${domain}: ${texts[0]}`);
  } catch (error) {
    return [dnsFailure(`DMARC of ${domain}`, error, fix)];
  }
  return warning(
    `${domain} has no DMARC policy, so its emails are trusted less. Gmail and Yahoo require one from bulk senders.`,
    fix,
  );
}
