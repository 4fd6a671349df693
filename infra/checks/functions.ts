import { all, type Check, text } from "./template.ts";

type Function = {
  Code: { ZipFile?: unknown; S3Key?: unknown };
  Environment?: { Variables?: Record<string, unknown> };
  Handler?: string;
  MemorySize?: number;
  ReservedConcurrentExecutions?: number;
  Role: unknown;
};

const functions = (template: Parameters<Check>[0]) => all<Function>(template, "AWS::Lambda::Function");
const variables = ({ Environment }: Function) => Object.entries(Environment?.Variables ?? {});

/** What a reference may come to: a queue's URL with the longest name is 130 characters or so. */
const reference = "x".repeat(140);

/** Lambda takes 4 KB of names and values together. */
export const environmentsFit: Check = (template) =>
  functions(template).flatMap(({ id, properties }) => {
    const written = variables(properties).map(
      ([name, value]) => name + text(value).replace(/\$\{[^}]+\}/g, reference),
    );
    const bytes = Buffer.byteLength(written.join(""));
    return bytes > 4096 ? [`${id}: its environment may come to ${bytes} bytes`] : [];
  });

/** Names that Lambda sets itself and lets nobody else set. */
const reserved =
  /^(_HANDLER|_X_AMZN_TRACE_ID|AWS_(DEFAULT_)?REGION|AWS_EXECUTION_ENV|AWS_ACCESS_KEY(_ID)?|AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|AWS_LAMBDA_(FUNCTION|LOG|INITIALIZATION|RUNTIME|MAX|METADATA)_\w+|LAMBDA_(TASK_ROOT|RUNTIME_DIR))$/;

export const variableNamesAreFree: Check = (template) =>
  functions(template).flatMap(({ id, properties }) =>
    variables(properties)
      .filter(([name]) => !/^[A-Za-z]\w+$/.test(name) || reserved.test(name))
      .map(([name]) => `${id}: Lambda refuses a variable named ${name}`),
  );

/** A new account runs ten functions at once, all of which Lambda wants unreserved, and gives them 3,008 MB at most. */
export const newAccountsSuffice: Check = (template) =>
  functions(template).flatMap(({ id, properties: { MemorySize = 128, ReservedConcurrentExecutions } }) => [
    ...(MemorySize > 3008 ? [`${id}: a new account has no ${MemorySize} MB for a function`] : []),
    ...(ReservedConcurrentExecutions !== undefined ? [`${id}: a new account has nothing to reserve`] : []),
  ]);

export const functionsCanStart: Check = (template) =>
  functions(template).flatMap(({ id, properties: { Code, Handler, Role } }) => [
    ...((Code.ZipFile === undefined) === (Code.S3Key === undefined)
      ? [`${id}: not exactly one source of code`]
      : []),
    ...(Handler ? [] : [`${id}: no handler`]),
    ...(/^(\$\{\w+\.Arn\}|arn:)/.test(text(Role)) ? [] : [`${id}: its role is no ARN`]),
  ]);

const services = ["lambda", "scheduler", "apigateway", "events", "sns", "ses"];

export const rolesTrustServices: Check = (template) =>
  all<{ AssumeRolePolicyDocument: { Statement: { Principal?: { Service?: string | string[] } }[] } }>(
    template,
    "AWS::IAM::Role",
  ).flatMap(({ id, properties }) =>
    properties.AssumeRolePolicyDocument.Statement.flatMap(({ Principal }) => Principal?.Service ?? [])
      .filter((service) => !services.includes(service.replace(/\.amazonaws\.com$/, "")))
      .map((service) => `${id}: trusts ${service}, which nothing here is run by`),
  );
