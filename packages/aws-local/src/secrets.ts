import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { AwsError } from "./aws-error.ts";
import type { Input } from "./iam/permissions.ts";
import { readAll, type Template } from "./template/template.ts";

const Generation = z.strictObject({
  ExcludePunctuation: z.boolean().default(false),
  PasswordLength: z.number().default(32),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});
const SecretProperties = z.strictObject({
  Name: z.string().optional(),
  Description: z.string().optional(),
  SecretString: z.string().optional(),
  GenerateSecretString: Generation.optional(),
});

const Version = z.object({ id: z.string(), value: z.string(), created: z.number() });
/** The versions of each secret by ARN, the oldest first. The last is `AWSCURRENT`, the one before `AWSPREVIOUS`. */
const Stored = z.record(z.string(), z.array(Version));

const KINDS = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];
const PUNCTUATION = "!#$%&()*+,-./:;<=>?@[]^_`{|}~";

/**
 * Secrets Manager with the template's secrets. Their texts are generated at the first start.
 * @param directory keeps them across restarts; without it they are in memory
 */
export function openSecrets(template: Template, directory: string | undefined) {
  const file = directory === undefined ? undefined : join(directory, "secrets.json");
  let stored: z.infer<typeof Stored> | undefined;

  function secrets() {
    stored ??=
      file !== undefined && existsSync(file) ? Stored.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
    return stored;
  }

  function save(arn: string, value: string, id: string = crypto.randomUUID()) {
    const version = { id, value, created: Date.now() };
    secrets()[arn] = [...(secrets()[arn] ?? []), version].slice(-2);
    if (file === undefined || directory === undefined) return version;
    mkdirSync(directory, { recursive: true });
    const temporary = `${file}.${process.pid}.tmp`;
    writeFileSync(temporary, JSON.stringify(secrets()), { mode: 0o600, flush: true });
    renameSync(temporary, file);
    return version;
  }

  /** `SecretId` is a name or an ARN. */
  function find(SecretId: unknown) {
    const secret = readAll(template, "AWS::SecretsManager::Secret", SecretProperties).find(
      ({ name, arn }) => SecretId === name || SecretId === arn,
    );
    if (!secret?.arn)
      throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    const { SecretString, GenerateSecretString } = secret.properties;
    if (!secrets()[secret.arn])
      save(secret.arn, SecretString ?? generate(GenerateSecretString ?? Generation.parse({})));
    return { name: secret.name, arn: secret.arn, versions: secrets()[secret.arn] ?? [] };
  }

  function read(input: Input): Input {
    const { name, arn, versions } = find(input.SecretId);
    const stageOf = (at: number) => (at === versions.length - 1 ? "AWSCURRENT" : "AWSPREVIOUS");
    const at =
      input.VersionId === undefined
        ? versions.findIndex((_, at) => stageOf(at) === (input.VersionStage ?? "AWSCURRENT"))
        : versions.findIndex(({ id }) => id === input.VersionId);
    const version = versions[at];
    if (!version)
      throw new AwsError(
        "ResourceNotFoundException",
        "Secrets Manager can't find the specified secret value.",
      );
    return {
      ARN: arn,
      Name: name,
      VersionId: version.id,
      SecretString: version.value,
      VersionStages: [stageOf(at)],
      CreatedDate: version.created / 1000,
    };
  }

  return {
    call: async (operation: string, input: Input): Promise<Input> => {
      if (operation === "GetSecretValue") return read(input);
      if (operation !== "PutSecretValue")
        throw new AwsError("UnknownOperationException", `${operation} is not supported`);
      const { name, arn } = find(input.SecretId);
      const version = save(arn, String(input.SecretString), input.ClientRequestToken as string | undefined);
      return { ARN: arn, Name: name, VersionId: version.id, VersionStages: ["AWSCURRENT"] };
    },
    /**
     * The value of a dynamic reference without its braces, such as `resolve:secretsmanager:arn:SecretString:key::`.
     * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
     */
    resolve(reference: string): string {
      const [, SecretId, key, VersionStage, VersionId] =
        /^resolve:secretsmanager:(.+?)(?::SecretString(?::([^:]*)(?::([^:]*)(?::([^:]*))?)?)?)?$/.exec(
          reference,
        ) ?? [];
      if (!SecretId) throw new Error(`the dynamic reference ${reference} is not supported`);
      const text = String(
        read({ SecretId, ...(VersionStage && { VersionStage }), ...(VersionId && { VersionId }) })
          .SecretString,
      );
      if (!key) return text;
      const value = JSON.parse(text)[key];
      if (value === undefined) throw new Error(`the secret ${SecretId} has no key ${key}`);
      return String(value);
    },
  };
}

function generate(settings: z.infer<typeof Generation>): string {
  const kinds = [...KINDS, ...(settings.ExcludePunctuation ? [] : [PUNCTUATION])];
  const letters = kinds.join("");
  const pick = (from: string) => from[randomInt(from.length)] ?? "";
  // As Secrets Manager does, at least one letter of each kind.
  const rest = Array.from({ length: settings.PasswordLength - kinds.length }, () => pick(letters));
  const text = [...rest, ...kinds.map(pick)]
    .map((letter) => ({ letter, order: randomInt(2 ** 32) }))
    .sort((a, b) => a.order - b.order)
    .map(({ letter }) => letter)
    .join("");
  const { SecretStringTemplate, GenerateStringKey } = settings;
  if (SecretStringTemplate === undefined || GenerateStringKey === undefined) return text;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: text });
}
