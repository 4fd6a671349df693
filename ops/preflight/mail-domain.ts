import { Resolver } from "node:dns/promises";
import { GetEmailIdentityCommand, NotFoundException } from "@aws-sdk/client-sesv2";
import {
  bouncesOf,
  type Dns,
  type DnsRecord,
  dmarcOf,
  domainOf,
  isEntered,
  recordFor,
  spfAt,
} from "../../shared/mail-domain.ts";
import type { NamedStage } from "../deploy/stage-settings.ts";
import type { Aws } from "./aws.ts";
import { asking, type Finding, fine, warns } from "./findings.ts";

/** The machine's own, or the one that `DNS_SERVER` names (`1.1.1.1`, `127.0.0.1:5353`). */
export function openDns(server = process.env.DNS_SERVER): Dns {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (server) resolver.setServers([server]);
  return resolver;
}

/** As they are entered at the domain's DNS. */
export const toEnter = (records: DnsRecord[]) =>
  `At the domain's DNS, enter: ${records
    .map(({ name, type, value }) => `${name} ${type} ${type === "TXT" ? `"${value}"` : value}`)
    .join(", ")}`;

/** Says that the DNS could not be asked, and what to look for. */
const unasked = (about: string, error: unknown, mend: string): Finding =>
  warns(
    `${about}: the DNS could not be asked (${error instanceof Error ? error.message : String(error)}).`,
    `Look from another network. ${mend}`,
  );

/** The domain that a stage's emails come from; undefined where SES knows an address alone. */
const mailDomainOf = ({ domain, mailFrom }: NamedStage): string | undefined =>
  domain !== undefined && mailFrom !== undefined ? domainOf(mailFrom) : undefined;

/**
 * Whether bounces come back to a name of the domain's own. Only then does SPF speak for the domain that readers see,
 * which DMARC asks for.
 */
export const bounces = (aws: Aws, stage: NamedStage, dns: Dns): Promise<Finding[]> =>
  asking("Where bounces go", "ses:GetEmailIdentity", async () => {
    const domain = mailDomainOf(stage);
    if (domain === undefined) return [];
    const found = await mailFromOf(aws, domain);
    // That there is none yet is said of the sender itself.
    if (!found) return [];
    const { MailFromDomain: name, MailFromDomainStatus: status } = found;
    if (name === undefined)
      return [
        warns(
          `Bounces of emails from ${domain} go to a name of Amazon's, so SPF does not speak for ${domain}; the next deployment has them go to ${bouncesOf(domain)}.`,
          toEnter(recordsFor(bouncesOf(domain), stage)),
        ),
      ];
    if (status === "SUCCESS") return [fine(`Bounces go to ${name}, so SPF speaks for ${domain}.`)];
    const says = `Bounces still go to a name of Amazon's, as ${name} is not set up (${status ?? "unknown"})`;
    const [mx, spf] = recordsFor(name, stage);
    const mend = toEnter([mx, spf]);
    try {
      const [entered, sends] = await Promise.all([isEntered(dns, mx), spfAt(dns, name)]);
      const missing = [...(entered ? [] : ["its MX"]), ...(sends.state === "fine" ? [] : ["its SPF (TXT)"])];
      if (missing.length === 0)
        return [warns(`${says}; the DNS has both records by now, and SES looks within three days.`)];
      return [warns(`${says}: the DNS lacks ${missing.join(" and ")}.`, mend)];
    } catch (error) {
      return [warns(`${says}.`, mend), unasked(`The records of ${name}`, error, "")];
    }
  });

const recordsFor = (name: string, { region }: NamedStage): [mx: DnsRecord, spf: DnsRecord] => [
  recordFor.mail_from(name, region),
  recordFor.spf(name),
];

async function mailFromOf({ ses }: Aws, EmailIdentity: string) {
  try {
    const { MailFromAttributes } = await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return MailFromAttributes ?? { MailFromDomain: undefined, MailFromDomainStatus: undefined };
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

/** Whether mailboxes are told what to make of mail that only says it is from the domain. */
export async function dmarc(stage: NamedStage, dns: Dns): Promise<Finding[]> {
  const domain = mailDomainOf(stage);
  if (domain === undefined) return [];
  const mend = toEnter([recordFor.dmarc(domain)]);
  try {
    const { state, name, texts } = await dmarcOf(dns, domain);
    if (state === "several")
      return [warns(`${name} has ${texts.length} policies, which counts as none.`, "Leave one of them.")];
    if (state === "fine") return [fine(`DMARC of ${domain}: ${texts[0]}`)];
  } catch (error) {
    return [unasked(`DMARC of ${domain}`, error, mend)];
  }
  return [
    warns(
      `${domain} has no DMARC policy, so emails from it are trusted less; Gmail and Yahoo demand one of whoever sends much.`,
      mend,
    ),
  ];
}
