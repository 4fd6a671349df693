/** The template's mail service: its identities, configuration sets and what is told of the mails. */

import type { MailIdentities } from "../iam/permissions.ts";
import { ACCOUNT, REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { covers } from "./address.ts";
import { type Mail, type MailOptions, openMail } from "./mail.ts";

interface IdentityProperties {
  EmailIdentity: string;
  ConfigurationSetAttributes?: { ConfigurationSetName?: string };
}

export interface MailService extends Mail {
  identities: MailIdentities;
}

type Given = Pick<MailOptions, "directory" | "port" | "now" | "publish">;

export async function openMailService(template: Template, given: Given): Promise<MailService> {
  const declared = template
    .all<IdentityProperties>("AWS::SES::EmailIdentity")
    .map(({ properties }) => properties);
  const names = declared.map(({ EmailIdentity }) => EmailIdentity);
  const identities: MailIdentities = {
    identityOf: (address) =>
      names.find((name) => name === address) ?? names.find((name) => covers(name, address)) ?? address,
    defaultConfigurationSet: (identity) =>
      declared.find(({ EmailIdentity }) => EmailIdentity === identity)?.ConfigurationSetAttributes
        ?.ConfigurationSetName,
    inSandbox: () => mail.inSandbox(),
  };
  const mail = await openMail({
    region: REGION,
    account: ACCOUNT,
    identities: names,
    configurationSets: template.all<unknown>("AWS::SES::ConfigurationSet").map(({ name }) => name),
    ...given,
  });
  return {
    ...mail,
    identities,
    call(operation, parameters) {
      const address = /<([^>]*)>/.exec(parameters.Source ?? "")?.[1] ?? parameters.Source ?? "";
      const set =
        parameters.ConfigurationSetName ?? identities.defaultConfigurationSet(identities.identityOf(address));
      const sends = operation.startsWith("Send");
      return mail.call(operation, sends && set ? { ...parameters, ConfigurationSetName: set } : parameters);
    },
  };
}
