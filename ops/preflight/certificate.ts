import { DescribeCertificateCommand, ResourceNotFoundException } from "@aws-sdk/client-acm";
import type { NamedStage } from "../../infra/stages.ts";
import type { Aws } from "./aws-clients.ts";
import { blocker, checkAws, type Finding, ok } from "./findings.ts";

const requestCommand = (domain: string) =>
  `aws acm request-certificate --region us-east-1 --validation-method DNS --domain-name ${domain}, add its record to the domain's DNS, and its ARN to stages.json.`;

/** CloudFront refuses a certificate in another region, not issued, or for another domain. */
export const checkCertificate = (aws: Aws, { domain, certificateArn }: NamedStage): Promise<Finding[]> =>
  checkAws("The certificate", "acm:DescribeCertificate", async () => {
    if (domain === undefined || certificateArn === undefined) return [];
    const certificate = await describe(aws, certificateArn);
    if (!certificate)
      return blocker(`There is no certificate ${certificateArn} in this account.`, requestCommand(domain));
    const names = [certificate.DomainName ?? "", ...(certificate.SubjectAlternativeNames ?? [])];
    if (!names.some((name) => covers(name, domain)))
      return blocker(
        `The certificate is for ${[...new Set(names)].join(", ")}, not for ${domain}.`,
        requestCommand(domain),
      );
    if (certificate.Status === "PENDING_VALIDATION") {
      const record = certificate.DomainValidationOptions?.[0]?.ResourceRecord;
      return blocker(
        `The certificate for ${domain} waits for the DNS record that proves you own the domain.`,
        record
          ? `Add to the domain's DNS: ${record.Name} ${record.Type} ${record.Value}`
          : "ACM console (us-east-1) → the certificate → Domains.",
      );
    }
    if (certificate.Status !== "ISSUED")
      return blocker(
        `The certificate for ${domain} has the status ${certificate.Status}.`,
        requestCommand(domain),
      );
    return ok(`The certificate for ${domain} is issued.`);
  });

async function describe({ acm }: Aws, CertificateArn: string) {
  try {
    return (await acm.send(new DescribeCertificateCommand({ CertificateArn }))).Certificate;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** A wildcard covers one label. */
const covers = (name: string, domain: string) =>
  name === domain || (name.startsWith("*.") && domain.slice(domain.indexOf(".")) === name.slice(1));
