export interface IdentityProperties {
  EmailIdentity: string;
  MailFromAttributes?: { MailFromDomain?: string };
  ConfigurationSetAttributes?: { ConfigurationSetName?: string };
}

/** What SES says of an identity's records in the DNS, by the operation that asks for it. */
const fields: Record<string, (state: string, identity: IdentityProperties) => string> = {
  GetIdentityDkimAttributes: (state) =>
    `<DkimEnabled>true</DkimEnabled><DkimVerificationStatus>${state}</DkimVerificationStatus>` +
    `<DkimTokens>${["one", "two", "three"].map((token) => `<member>${token}</member>`).join("")}</DkimTokens>`,
  GetIdentityMailFromDomainAttributes: (state, { MailFromAttributes = {} }) =>
    `<MailFromDomain>${MailFromAttributes.MailFromDomain ?? ""}</MailFromDomain>` +
    `<MailFromDomainStatus>${state}</MailFromDomainStatus>`,
};

/** The XML inside the answer, where the operation is one of these; `state` is `Success` or `Pending`. */
export function dnsStatus(operation: string, identities: IdentityProperties[], state: string) {
  const of = fields[operation];
  if (!of) return undefined;
  const name = operation.replace("GetIdentity", "");
  const values = identities.map((one) => `<key>${one.EmailIdentity}</key><value>${of(state, one)}</value>`);
  return `<${name}>${values.map((value) => `<entry>${value}</entry>`).join("")}</${name}>`;
}
