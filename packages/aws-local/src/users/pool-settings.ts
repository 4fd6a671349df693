import * as z from "zod";

const PasswordPolicy = z.object({
  MinimumLength: z.number().default(8),
  RequireLowercase: z.boolean().default(false),
  RequireUppercase: z.boolean().default(false),
  RequireNumbers: z.boolean().default(false),
  RequireSymbols: z.boolean().default(false),
  TemporaryPasswordValidityDays: z.number().default(7),
  PasswordHistorySize: z.number().default(0),
});

/** What Cognito uses when a pool declares no policy. */
const DEFAULT_POLICY = {
  RequireLowercase: true,
  RequireUppercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
};

const Template = z.object({ EmailSubject: z.string().optional(), EmailMessage: z.string().optional() });

const PoolProperties = z.object({
  Policies: z.object({ PasswordPolicy: PasswordPolicy.prefault(DEFAULT_POLICY) }).prefault({}),
  MfaConfiguration: z.enum(["OFF", "OPTIONAL", "ON"]).default("OFF"),
  EnabledMfas: z.array(z.string()).default([]),
  UsernameAttributes: z.array(z.string()).default([]),
  AliasAttributes: z.array(z.string()).default([]),
  AutoVerifiedAttributes: z.array(z.string()).default([]),
  UsernameConfiguration: z.object({ CaseSensitive: z.boolean().default(true) }).prefault({}),
  UserAttributeUpdateSettings: z
    .object({ AttributesRequireVerificationBeforeUpdate: z.array(z.string()).default([]) })
    .prefault({}),
  Schema: z
    .array(
      z.object({
        Name: z.string(),
        Mutable: z.boolean().default(true),
        Required: z.boolean().default(false),
      }),
    )
    .default([]),
  AdminCreateUserConfig: z
    .object({
      AllowAdminCreateUserOnly: z.boolean().default(false),
      InviteMessageTemplate: Template.prefault({}),
    })
    .prefault({}),
  AccountRecoverySetting: z
    .object({ RecoveryMechanisms: z.array(z.object({ Name: z.string() })).default([]) })
    .optional(),
  VerificationMessageTemplate: Template.prefault({}),
  EmailVerificationSubject: z.string().optional(),
  EmailVerificationMessage: z.string().optional(),
  EmailConfiguration: z
    .object({ EmailSendingAccount: z.string().default("COGNITO_DEFAULT"), From: z.string().optional() })
    .prefault({}),
  LambdaConfig: z.looseObject({ CustomMessage: z.string().optional() }).default({}),
});

export type PoolSettings = ReturnType<typeof poolSettings>;

/** The properties of AWS::Cognito::UserPool that change what its people see, with Cognito's defaults. */
export function poolSettings(properties: Record<string, unknown>) {
  const pool = PoolProperties.parse(properties);
  const { CustomMessage: customMessage, ...others } = pool.LambdaConfig;
  const triggers = Object.keys(others);
  if (triggers.length > 0) throw new Error(`User pool triggers do not run here: ${triggers.join(", ")}`);
  const recovery = pool.AccountRecoverySetting?.RecoveryMechanisms;
  return {
    properties,
    /** The function that words what is mailed. */
    customMessage,
    /** The address that what is mailed comes from. */
    from:
      (pool.EmailConfiguration.EmailSendingAccount === "DEVELOPER" && pool.EmailConfiguration.From) ||
      "no-reply@verificationemail.com",
    passwordPolicy: pool.Policies.PasswordPolicy,
    mfa: pool.MfaConfiguration,
    totpEnabled: pool.MfaConfiguration !== "OFF" && pool.EnabledMfas.includes("SOFTWARE_TOKEN_MFA"),
    emailIsUsername: pool.UsernameAttributes.includes("email"),
    emailIsAlias: pool.AliasAttributes.includes("email"),
    caseSensitive: pool.UsernameConfiguration.CaseSensitive,
    emailAutoVerified: pool.AutoVerifiedAttributes.includes("email"),
    emailVerifiedBeforeUpdate:
      pool.UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate.includes("email"),
    schema: pool.Schema,
    adminCreatesOnly: pool.AdminCreateUserConfig.AllowAdminCreateUserOnly,
    invitation: {
      subject: pool.AdminCreateUserConfig.InviteMessageTemplate.EmailSubject ?? "Your temporary password",
      message:
        pool.AdminCreateUserConfig.InviteMessageTemplate.EmailMessage ??
        "Your username is {username} and temporary password is {####}.",
    },
    verification: {
      subject:
        pool.VerificationMessageTemplate.EmailSubject ??
        pool.EmailVerificationSubject ??
        "Your verification code",
      message:
        pool.VerificationMessageTemplate.EmailMessage ??
        pool.EmailVerificationMessage ??
        "Your verification code is {####}.",
    },
    recoveryByEmail: recovery === undefined || recovery.some(({ Name }) => Name === "verified_email"),
  };
}

const UNIT_SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };
const Unit = z.enum(["seconds", "minutes", "hours", "days"]);

const ClientProperties = z.object({
  ExplicitAuthFlows: z
    .array(z.string())
    .default(["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_CUSTOM_AUTH"]),
  AccessTokenValidity: z.number().default(1),
  IdTokenValidity: z.number().default(1),
  RefreshTokenValidity: z.number().default(30),
  TokenValidityUnits: z
    .object({
      AccessToken: Unit.default("hours"),
      IdToken: Unit.default("hours"),
      RefreshToken: Unit.default("days"),
    })
    .prefault({}),
  AuthSessionValidity: z.number().default(3),
  PreventUserExistenceErrors: z.enum(["ENABLED", "LEGACY"]).default("LEGACY"),
  EnableTokenRevocation: z.boolean().default(true),
  RefreshTokenRotation: z
    .object({ Feature: z.enum(["ENABLED", "DISABLED"]), RetryGracePeriodSeconds: z.number().default(0) })
    .optional(),
  ReadAttributes: z.array(z.string()).optional(),
  WriteAttributes: z.array(z.string()).optional(),
  GenerateSecret: z.boolean().default(false),
});

export type ClientSettings = ReturnType<typeof clientSettings>;

/** The properties of AWS::Cognito::UserPoolClient that change what its people see. */
export function clientSettings(id: string, properties: Record<string, unknown>) {
  const client = ClientProperties.parse(properties);
  if (client.GenerateSecret) throw new Error(`User pool client ${id} has a secret, which is not emulated`);
  const units = client.TokenValidityUnits;
  const rotation = client.RefreshTokenRotation;
  return {
    id,
    properties,
    // Before 2020 the flows had names without ALLOW_; templates may still say USER_SRP_AUTH.
    allows: (flow: string) =>
      client.ExplicitAuthFlows.some((name) => name === flow || name === `ALLOW_${flow}`),
    accessSeconds: client.AccessTokenValidity * UNIT_SECONDS[units.AccessToken],
    idSeconds: client.IdTokenValidity * UNIT_SECONDS[units.IdToken],
    refreshSeconds: client.RefreshTokenValidity * UNIT_SECONDS[units.RefreshToken],
    challengeSeconds: client.AuthSessionValidity * 60,
    hidesUsers: client.PreventUserExistenceErrors === "ENABLED",
    revocable: client.EnableTokenRevocation,
    rotationGraceSeconds: rotation?.Feature === "ENABLED" ? rotation.RetryGracePeriodSeconds : undefined,
    readable: client.ReadAttributes,
    writable: client.WriteAttributes,
  };
}
