import { checkEach } from "./template.ts";

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

export const userPoolsAreValid = checkEach<Pool>("AWS::Cognito::UserPool", (pool) => {
  const { EnabledMfas = [], MfaConfiguration = "OFF", EmailConfiguration } = pool;
  return [
    // An attribute can never be removed, and one without a type fails at the second deployment.
    pool.Schema !== undefined && "declares attributes",
    MfaConfiguration !== "OFF" && EnabledMfas.length === 0 && "MFA is on, but there is no MFA type",
    ...EnabledMfas.map((type) => !MFA_TYPES.includes(type) && `there is no MFA type ${type}`),
    pool.UsernameAttributes !== undefined &&
      pool.AliasAttributes !== undefined &&
      "UsernameAttributes and AliasAttributes exclude each other",
    EmailConfiguration?.EmailSendingAccount === "DEVELOPER" &&
      !EmailConfiguration.SourceArn &&
      "sends through SES without an identity",
  ];
});

export const userPoolClientsAreValid = checkEach<Client>("AWS::Cognito::UserPoolClient", (client) => {
  const { AccessTokenValidity = 1, RefreshTokenValidity = 30, TokenValidityUnits: units } = client;
  const access = AccessTokenValidity * UNIT_SECONDS[units?.AccessToken ?? "hours"];
  const refresh = RefreshTokenValidity * UNIT_SECONDS[units?.RefreshToken ?? "days"];
  const legacyFlows = (client.ExplicitAuthFlows ?? []).filter((flow) => !flow.startsWith("ALLOW_"));
  return [
    legacyFlows.length > 0 && `${legacyFlows} uses a legacy flow name`,
    // The role is in the access token: after a change the old role stays until the token expires.
    !(access >= 300 && access <= UNIT_SECONDS.hours) && `access tokens last ${access} s`,
    !(refresh > access && refresh <= 30 * UNIT_SECONDS.days) && `refresh tokens last ${refresh} s`,
  ];
});
