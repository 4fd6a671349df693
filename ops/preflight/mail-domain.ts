import { Resolver } from "node:dns/promises";
import { GetEmailIdentityCommand, NotFoundException } from "@aws-sdk/client-sesv2";
import { bouncesOf, domainOf } from "../../infra/stages.ts";
import type { NamedStage } from "../deploy/stage-settings.ts";
import type { Aws } from "./aws.ts";
import { asking, type Finding, fine, warns } from "./findings.ts";

/** What is asked of the DNS, which everybody can read. */
export type Dns = Pick<Resolver, "resolveTxt" | "resolveMx">;

/** The machine's own, or the one that `DNS_SERVER` names (`1.1.1.1`, `127.0.0.1:5353`). */
export function openDns(server = process.env.DNS_SERVER): Dns {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (server) resolver.setServers([server]);
  return resolver;
}

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

const textsAt = async (dns: Dns, name: string) =>
  (await recordsAt(dns.resolveTxt(name))).map((parts) => parts.join(""));

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
          recordsOf(bouncesOf(domain), stage),
        ),
      ];
    if (status === "SUCCESS") return [fine(`Bounces go to ${name}, so SPF speaks for ${domain}.`)];
    const says = `Bounces still go to a name of Amazon's, as ${name} is not set up (${status ?? "unknown"})`;
    try {
      const [mx, spf] = await Promise.all([
        recordsAt(dns.resolveMx(name)),
        textsAt(dns, name).then((texts) => texts.filter((text) => /^v=spf1\b/i.test(text))),
      ]);
      const missing = [
        ...(mx.some(({ exchange }) => exchange.toLowerCase() === exchangeOf(stage)) ? [] : ["its MX"]),
        ...(spf.some((text) => text.includes("include:amazonses.com")) ? [] : ["its SPF (TXT)"]),
      ];
      if (missing.length === 0)
        return [warns(`${says}; the DNS has both records by now, and SES looks within three days.`)];
      return [warns(`${says}: the DNS lacks ${missing.join(" and ")}.`, recordsOf(name, stage))];
    } catch (error) {
      return [warns(`${says}.`, recordsOf(name, stage)), unasked(`The records of ${name}`, error, "")];
    }
  });

const exchangeOf = ({ region }: NamedStage) => `feedback-smtp.${region}.amazonses.com`;

const recordsOf = (name: string, stage: NamedStage) =>
  `At the domain's DNS, enter: ${name} MX 10 ${exchangeOf(stage)}, ${name} TXT "v=spf1 include:amazonses.com ~all"`;

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
  const mend = `At the domain's DNS, enter: _dmarc.${domain} TXT "v=DMARC1; p=none"`;
  try {
    for (const name of namesAbove(domain)) {
      const policies = (await textsAt(dns, `_dmarc.${name}`)).filter((text) => /^v=DMARC1\b/i.test(text));
      if (policies.length > 1)
        return [
          warns(
            `_dmarc.${name} has ${policies.length} policies, which counts as none.`,
            "Leave one of them.",
          ),
        ];
      if (policies[0] !== undefined) return [fine(`DMARC of ${domain}: ${policies[0]}`)];
    }
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

/** A name and those above it that can have a policy for it: `a.example.com`, `example.com`. */
function namesAbove(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join("."));
}
