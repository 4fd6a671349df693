/** The template's identities and configuration sets. */
import type { EmailIdentities } from "../iam/permissions.ts";
import type { Template } from "../template/template.ts";
import { covers } from "./address.ts";
import { openSes, type SesOptions } from "./ses.ts";

interface IdentityProperties {
  EmailIdentity: string;
  ConfigurationSetAttributes?: { ConfigurationSetName?: string };
}

type Given = Pick<SesOptions, "directory" | "port" | "now" | "publish">;

export async function openSesService(template: Template, given: Given) {
  const declared = template
    .all<IdentityProperties>("AWS::SES::EmailIdentity")
    .map(({ properties }) => properties);
  const names = declared.map(({ EmailIdentity }) => EmailIdentity);
  const ses = await openSes({
    identities: names,
    configurationSets: template.all<unknown>("AWS::SES::ConfigurationSet").map(({ name }) => name),
    ...given,
  });
  const identities: EmailIdentities = {
    identityOf: (address) =>
      names.find((name) => name === address) ?? names.find((name) => covers(name, address)) ?? address,
    defaultConfigurationSet: (identity) =>
      declared.find(({ EmailIdentity }) => EmailIdentity === identity)?.ConfigurationSetAttributes
        ?.ConfigurationSetName,
    inSandbox: ses.inSandbox,
  };
  return {
    ...ses,
    identities,
    call(operation: string, parameters: Record<string, string>): Promise<string> {
      const address = /<([^>]*)>/.exec(parameters.Source ?? "")?.[1] ?? parameters.Source ?? "";
      const set =
        parameters.ConfigurationSetName ?? identities.defaultConfigurationSet(identities.identityOf(address));
      return ses.call(operation, { ...parameters, ...(set !== undefined && { ConfigurationSetName: set }) });
    },
  };
}
