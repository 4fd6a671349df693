import { type Check, resourcesOf } from "./template.ts";

type Pool = {
  AliasAttributes?: string[];
  EmailConfiguration?: { EmailSendingAccount?: string; SourceArn?: unknown };
  EnabledMfas?: string[];
  MfaConfiguration?: string;
  Schema?: unknown;
  UsernameAttributes?: string[];
};
type Client = {
  AccessTokenValidity?: number;
  ExplicitAuthFlows?: string[];
  RefreshTokenValidity?: number;
  TokenValidityUnits?: { AccessToken?: keyof typeof UNIT_SECONDS; RefreshToken?: keyof typeof UNIT_SECONDS };
};

const UNIT_SECONDS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };
const MFA_TYPES = ["SOFTWARE_TOKEN_MFA", "SMS_MFA", "EMAIL_OTP"];

export const userPoolsAreValid: Check = (template) =>
  resourcesOf<Pool>(template, "AWS::Cognito::UserPool").flatMap(({ id, properties }) => {
    const { EnabledMfas = [], MfaConfiguration = "OFF", EmailConfiguration } = properties;
    return [
      // An attribute can never be removed, and one without a type fails at the second deployment.
      ...(properties.Schema === undefined ? [] : [`${id}: declares attributes`]),
      ...(MfaConfiguration !== "OFF" && EnabledMfas.length === 0
        ? [`${id}: MFA is on, but there is no MFA type`]
        : []),
      ...EnabledMfas.filter((type) => !MFA_TYPES.includes(type)).map(
        (type) => `${id}: there is no MFA type ${type}`,
      ),
      ...(properties.UsernameAttributes && properties.AliasAttributes
        ? [`${id}: UsernameAttributes and AliasAttributes exclude each other`]
        : []),
      ...(EmailConfiguration?.EmailSendingAccount === "DEVELOPER" && !EmailConfiguration.SourceArn
        ? [`${id}: sends through SES without an identity`]
        : []),
    ];
  });

export const userPoolClientsAreValid: Check = (template) =>
  resourcesOf<Client>(template, "AWS::Cognito::UserPoolClient").flatMap(({ id, properties }) => {
    const { AccessTokenValidity = 1, RefreshTokenValidity = 30, TokenValidityUnits: units } = properties;
    const access = AccessTokenValidity * UNIT_SECONDS[units?.AccessToken ?? "hours"];
    const refresh = RefreshTokenValidity * UNIT_SECONDS[units?.RefreshToken ?? "days"];
    const old = (properties.ExplicitAuthFlows ?? []).filter((flow) => !flow.startsWith("ALLOW_"));
    return [
      ...(old.length > 0 ? [`${id}: ${old} uses a legacy flow name`] : []),
      // The role is in the access token: after a change the old role stays until the token expires.
      ...(access >= 300 && access <= UNIT_SECONDS.hours ? [] : [`${id}: access tokens last ${access} s`]),
      ...(refresh > access && refresh <= 30 * UNIT_SECONDS.days
        ? []
        : [`${id}: refresh tokens last ${refresh} s`]),
    ];
  });
