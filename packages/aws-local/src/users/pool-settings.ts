import * as z from "zod";

const PasswordPolicy = z.object({
  MinimumLength: z.number().default(8),
  RequireLowercase: z.boolean().default(false),
  RequireUppercase: z.boolean().default(false),
  RequireNumbers: z.boolean().default(false),
  RequireSymbols: z.boolean().default(false),
  TemporaryPasswordValidityDays: z.number().default(7),
});
const defaultPolicy = {
  RequireLowercase: true,
  RequireUppercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
};
const messageTemplate = (subject: string, message: string) =>
  z
    .object({ EmailSubject: z.string().default(subject), EmailMessage: z.string().default(message) })
    .prefault({})
    .transform(({ EmailSubject, EmailMessage }) => ({ subject: EmailSubject, message: EmailMessage }));

/** The supported properties of AWS::Cognito::UserPool; other values are an error. */
const Pool = z.object({
  Policies: z.object({ PasswordPolicy: PasswordPolicy.prefault(defaultPolicy) }).prefault({}),
  MfaConfiguration: z.enum(["OFF", "OPTIONAL"]).default("OFF"),
  EnabledMfas: z.array(z.string()).default([]),
  UsernameAttributes: z.tuple([z.literal("email")]),
  UsernameConfiguration: z.object({ CaseSensitive: z.literal(false) }),
  AdminCreateUserConfig: z.object({
    AllowAdminCreateUserOnly: z.literal(true),
    InviteMessageTemplate: messageTemplate(
      "Your temporary password",
      "Your username is {username} and temporary password is {####}.",
    ),
  }),
  VerificationMessageTemplate: messageTemplate("Your verification code", "Your verification code is {####}."),
  EmailConfiguration: z
    .object({ EmailSendingAccount: z.string().default("COGNITO_DEFAULT"), From: z.string().optional() })
    .prefault({}),
  LambdaConfig: z.strictObject({ CustomMessage: z.string().optional() }).default({}),
});

export type PoolSettings = ReturnType<typeof poolSettings>;

export function poolSettings(properties: Record<string, unknown>) {
  const pool = Pool.parse(properties);
  const { EmailSendingAccount, From } = pool.EmailConfiguration;
  const { InviteMessageTemplate } = pool.AdminCreateUserConfig;
  return {
    customMessage: pool.LambdaConfig.CustomMessage,
    from: (EmailSendingAccount === "DEVELOPER" && From) || "no-reply@verificationemail.com",
    passwordPolicy: pool.Policies.PasswordPolicy,
    totpEnabled: pool.MfaConfiguration !== "OFF" && pool.EnabledMfas.includes("SOFTWARE_TOKEN_MFA"),
    /** By trigger name. */
    messages: { AdminCreateUser: InviteMessageTemplate, ForgotPassword: pool.VerificationMessageTemplate },
  };
}

const UNIT_SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };
const Unit = z.enum(["seconds", "minutes", "hours", "days"]);
const hours = Unit.default("hours");

const Client = z.object({
  ExplicitAuthFlows: z.array(z.string()).default(["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]),
  AccessTokenValidity: z.number().default(1),
  IdTokenValidity: z.number().default(1),
  RefreshTokenValidity: z.number().default(30),
  TokenValidityUnits: z
    .object({ AccessToken: hours, IdToken: hours, RefreshToken: Unit.default("days") })
    .prefault({}),
  AuthSessionValidity: z.number().default(3),
  PreventUserExistenceErrors: z.literal("ENABLED"),
  EnableTokenRevocation: z.literal(true).default(true),
  RefreshTokenRotation: z.undefined().optional(),
  ReadAttributes: z.array(z.string()).optional(),
  WriteAttributes: z.array(z.string()).optional(),
  GenerateSecret: z.literal(false).default(false),
});

export type ClientSettings = ReturnType<typeof clientSettings>;

export function clientSettings(id: string, properties: Record<string, unknown>) {
  const client = Client.parse(properties);
  const units = client.TokenValidityUnits;
  return {
    id,
    allows: (flow: string) => client.ExplicitAuthFlows.includes(`ALLOW_${flow}`),
    accessSeconds: client.AccessTokenValidity * UNIT_SECONDS[units.AccessToken],
    idSeconds: client.IdTokenValidity * UNIT_SECONDS[units.IdToken],
    refreshSeconds: client.RefreshTokenValidity * UNIT_SECONDS[units.RefreshToken],
    challengeSeconds: client.AuthSessionValidity * 60,
    readable: client.ReadAttributes,
    writable: client.WriteAttributes,
  };
}
