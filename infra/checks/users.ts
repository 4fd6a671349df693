import { all, type Check } from "./template.ts";

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
  TokenValidityUnits?: { AccessToken?: keyof typeof seconds; RefreshToken?: keyof typeof seconds };
};

const seconds = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };
const factors = ["SOFTWARE_TOKEN_MFA", "SMS_MFA", "EMAIL_OTP"];

export const poolsAreWhole: Check = (template) =>
  all<Pool>(template, "AWS::Cognito::UserPool").flatMap(({ id, properties }) => {
    const { EnabledMfas = [], MfaConfiguration = "OFF", EmailConfiguration } = properties;
    return [
      // Written without a type it deploys once and never again; and attributes are there for good.
      ...(properties.Schema === undefined ? [] : [`${id}: declares attributes`]),
      ...(MfaConfiguration !== "OFF" && EnabledMfas.length === 0
        ? [`${id}: a second factor, but none to choose`]
        : []),
      ...EnabledMfas.filter((factor) => !factors.includes(factor)).map(
        (factor) => `${id}: no factor ${factor}`,
      ),
      ...(properties.UsernameAttributes && properties.AliasAttributes
        ? [`${id}: user names are e-mails or have aliases`]
        : []),
      ...(EmailConfiguration?.EmailSendingAccount === "DEVELOPER" && !EmailConfiguration.SourceArn
        ? [`${id}: sends over an account of no identity`]
        : []),
    ];
  });

export const clientsAreWhole: Check = (template) =>
  all<Client>(template, "AWS::Cognito::UserPoolClient").flatMap(({ id, properties }) => {
    const { AccessTokenValidity = 1, RefreshTokenValidity = 30, TokenValidityUnits: units } = properties;
    const access = AccessTokenValidity * seconds[units?.AccessToken ?? "hours"];
    const refresh = RefreshTokenValidity * seconds[units?.RefreshToken ?? "days"];
    const old = (properties.ExplicitAuthFlows ?? []).filter((flow) => !flow.startsWith("ALLOW_"));
    return [
      ...(old.length > 0 ? [`${id}: ${old} is a flow of the old names`] : []),
      // The role is in the access token: who was shut out keeps it until the token ends.
      ...(access >= 300 && access <= seconds.hours ? [] : [`${id}: access tokens of ${access} s`]),
      ...(refresh > access && refresh <= 30 * seconds.days ? [] : [`${id}: refresh tokens of ${refresh} s`]),
    ];
  });
