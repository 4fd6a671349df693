import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Alarms } from "./alarms.ts";
import { Api } from "./api.ts";
import { Auth } from "./auth.ts";
import { Contact } from "./contact.ts";
import { Dashboard } from "./dashboard.ts";
import { Data } from "./data.ts";
import { Mail } from "./mail.ts";
import { Reminders } from "./reminders.ts";
import type { Stage } from "./stages.ts";
import { Website } from "./website.ts";

/** The whole product: visitors and staff → website → api → data, and the letters that go out. */
export class ProductStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const data = new Data(this, "Data");
    const mail = new Mail(this, "Mail", stage);
    const auth = new Auth(this, "Auth", { data, mail, stage });
    const contact = new Contact(this, "Contact", { data, mail, stage });
    const reminders = new Reminders(this, "Reminders", { data, mail, stage });
    const api = new Api(this, "Api", { auth, data, contact, reminders, stage });
    const website = new Website(this, "Website", { api, auth, stage });
    const alarms = new Alarms(this, "Alarms", { api, auth, contact, reminders, stage });
    new Dashboard(this, "Dashboard", { alarms, api, auth, contact, data, reminders });

    new CfnOutput(this, "SiteUrl", { value: website.url });
    new CfnOutput(this, "DistributionDomain", { value: website.distributionDomain });
    new CfnOutput(this, "UserPoolId", { value: auth.pool.userPoolId });
    new CfnOutput(this, "UserPoolClientId", { value: auth.client.userPoolClientId });
  }
}
