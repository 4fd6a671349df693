import { DescribeCertificateCommand, ResourceNotFoundException } from "@aws-sdk/client-acm";
import type { NamedStage } from "../deploy/stage-settings.ts";
import type { Aws } from "./aws.ts";
import { asking, blocks, type Finding, fine } from "./findings.ts";

const request = (domain: string) =>
  `aws acm request-certificate --region us-east-1 --validation-method DNS --domain-name ${domain}, enter its record at the domain's DNS, and write its ARN into stages.json.`;

/** The certificate of the site's own name: CloudFront refuses one that is elsewhere, not issued, or of another name. */
export const certificate = (aws: Aws, { domain, certificateArn }: NamedStage): Promise<Finding[]> =>
  asking("The certificate", "acm:DescribeCertificate", async () => {
    if (domain === undefined || certificateArn === undefined) return [];
    const found = await describe(aws, certificateArn);
    if (!found)
      return [blocks(`There is no certificate ${certificateArn} in this account.`, request(domain))];
    const names = [found.DomainName ?? "", ...(found.SubjectAlternativeNames ?? [])];
    if (!names.some((name) => covers(name, domain)))
      return [
        blocks(
          `The certificate is for ${[...new Set(names)].join(", ")}, not for ${domain}.`,
          request(domain),
        ),
      ];
    if (found.Status === "PENDING_VALIDATION") {
      const record = found.DomainValidationOptions?.[0]?.ResourceRecord;
      return [
        blocks(
          `The certificate of ${domain} waits for the proof that the domain is yours.`,
          record
            ? `At the domain's DNS, enter: ${record.Name} ${record.Type} ${record.Value}`
            : "ACM console (us-east-1) → the certificate → Domains.",
        ),
      ];
    }
    if (found.Status !== "ISSUED")
      return [blocks(`The certificate of ${domain} is in the state ${found.Status}.`, request(domain))];
    return [fine(`The certificate of ${domain} is issued.`)];
  });

async function describe({ acm }: Aws, CertificateArn: string) {
  try {
    return (await acm.send(new DescribeCertificateCommand({ CertificateArn }))).Certificate;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** A star stands for one label. */
const covers = (name: string, domain: string) =>
  name === domain || (name.startsWith("*.") && domain.slice(domain.indexOf(".")) === name.slice(1));
