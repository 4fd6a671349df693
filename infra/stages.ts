import type { App } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";

export type Stage = {
  name: "dev" | "prod";
  /** The address letters come from; its domain, or itself, is verified with SES. */
  mailFrom: string;
  /** Where contact messages go until an address is entered in the settings. */
  companyEmail: string;
  /** Who is told of alarms, besides those who subscribe to the topic themselves. */
  alarmEmail?: string;
  /** The site's own name, with its certificate (in us-east-1, as CloudFront wants it). */
  domain?: { name: string; certificateArn: string };
  logRetention: RetentionDays;
};

const retention = { dev: RetentionDays.ONE_MONTH, prod: RetentionDays.THREE_MONTHS };

/** The stage as chosen on the command line: `-c stage=prod -c domain=… -c certificateArn=… -c mailFrom=… -c companyEmail=… -c alarmEmail=…`. */
export function stageOf(app: App): Stage {
  const context = (name: string): string | undefined => app.node.tryGetContext(name);
  const name = context("stage") ?? "dev";
  if (name !== "dev" && name !== "prod") throw new Error(`There is no stage "${name}": choose dev or prod.`);

  const domain = context("domain");
  const certificateArn = context("certificateArn");
  if (Boolean(domain) !== Boolean(certificateArn)) {
    throw new Error("A domain needs its certificate: give both -c domain=… and -c certificateArn=…");
  }
  const alarmEmail = context("alarmEmail");
  return {
    name,
    mailFrom: context("mailFrom") ?? `no-reply@${domain ?? "mwamba.example"}`,
    companyEmail: context("companyEmail") ?? `hello@${domain ?? "mwamba.example"}`,
    ...(alarmEmail && { alarmEmail }),
    ...(domain && certificateArn && { domain: { name: domain, certificateArn } }),
    logRetention: retention[name],
  };
}
