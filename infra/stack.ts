import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Alarms } from "./alarms.ts";
import { Api } from "./api.ts";
import { Auth } from "./auth.ts";
import { Billing } from "./billing.ts";
import { Dashboard } from "./dashboard.ts";
import { Data } from "./data.ts";
import { Invoicing } from "./invoicing.ts";
import { Mail } from "./mail.ts";
import { Messages } from "./messages.ts";
import { Outbox } from "./outbox.ts";
import { PaperPdf } from "./paper-pdf.ts";
import { Paybill } from "./paybill.ts";
import { Probe } from "./probe.ts";
import { Reminders } from "./reminders.ts";
import { Retention } from "./retention.ts";
import { Secrets } from "./secrets.ts";
import type { Stage } from "./stages.ts";
import { Backups } from "./vault.ts";
import { Website } from "./website.ts";

/** The whole product: website → API → tables, and emails. */
export class ProductStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const data = new Data(this, "Data");
    const { vault } = stage;
    const backups =
      vault && new Backups(this, "Backups", { stage: { ...stage, vault }, tables: data.backedUp });
    const secrets = new Secrets(this, "Secrets");
    const mail = new Mail(this, "Mail", stage);
    const auth = new Auth(this, "Auth", { data, mail, stage });
    const invoicing = new Invoicing(this, "Invoicing", { data, stage });
    const paperPdf = new PaperPdf(this, "PaperPdf", stage);
    const reminders = new Reminders(this, "Reminders", { data, invoicing, mail, paperPdf, stage });
    const { deadLetters: deadLetterQueue } = reminders;
    const messages = new Messages(this, "Messages", { data, deadLetterQueue, mail, stage });
    const retention = new Retention(this, "Retention", { auth, data, deadLetterQueue, stage });
    const billing = new Billing(this, "Billing", { data, invoicing, reminders, stage });
    const { mpesa } = stage;
    const paybill =
      mpesa && new Paybill(this, "Paybill", { billing, data, invoicing, mpesa, reminders, stage });
    const queues = { billing, messages, paybill, reminders };
    const outbox = new Outbox(this, "Outbox", { data, deadLetterQueue, invoicing, queues, stage });
    const api = new Api(this, "Api", {
      auth,
      billing,
      data,
      invoicing,
      messages,
      paybill,
      reminders,
      secrets,
      stage,
    });
    paperPdf.grantDraw(api.functions.account);
    mail.grantReadDomainStatus(api.functions.reminders);
    const website = new Website(this, "Website", { api, auth, secrets, stage });
    // No circular reference: the distribution refers to the API, not to its functions. ADR 058.
    const accountLinks = [reminders.sender, api.functions.reminders, api.functions.clients];
    for (const paybillFunction of [paybill?.job, api.functions.paybill])
      paybillFunction?.addEnvironment("SITE_URL", website.url);
    for (const linkingFunction of [...accountLinks, api.functions.calendar, messages.sender])
      linkingFunction.addEnvironment("SITE_URL", website.url);
    for (const linkingFunction of [...accountLinks, api.functions.account, api.functions.paybill])
      if (linkingFunction) secrets.grantReadLinks(linkingFunction);
    const probe = new Probe(this, "Probe", { auth, deadLetterQueue, siteUrl: website.url, stage });
    const parts = {
      api,
      auth,
      billing,
      invoicing,
      messages,
      outbox,
      paperPdf,
      paybill,
      probe,
      reminders,
      retention,
    };
    website.uploadPagesAfter(Object.values(parts).filter((part) => part !== undefined));
    const alarms = new Alarms(this, "Alarms", { ...parts, ...(backups && { backups }), stage });
    new Dashboard(this, "Dashboard", { alarms, ...parts, data });

    new CfnOutput(this, "SiteUrl", { value: website.url });
    new CfnOutput(this, "DistributionDomain", { value: website.distributionDomain });
    new CfnOutput(this, "OriginSecretArn", { value: secrets.originSecretArn });
    new CfnOutput(this, "SiteBucket", { value: website.bucketName });
    new CfnOutput(this, "UserPoolId", { value: auth.pool.userPoolId });
    new CfnOutput(this, "UserPoolClientId", { value: auth.client.userPoolClientId });
  }
}
