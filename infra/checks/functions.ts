import { checkEach, textOf } from "./template.ts";

type Function = {
  Code: { ZipFile?: unknown; S3Key?: unknown };
  Environment?: { Variables?: Record<string, unknown> };
  Handler?: string;
  MemorySize?: number;
  ReservedConcurrentExecutions?: number;
  Role: unknown;
};

const FUNCTION = "AWS::Lambda::Function";
const variables = ({ Environment }: Function) => Object.entries(Environment?.Variables ?? {});

/** The longest value of a reference: a queue's URL has up to about 130 characters. */
const LONGEST_REFERENCE = "x".repeat(140);

/** Lambda allows 4 KB for all names and values together. */
export const environmentsFitSizeLimit = checkEach<Function>(FUNCTION, (properties) => {
  const written = variables(properties).map(
    ([name, value]) => name + textOf(value).replace(/\$\{[^}]+\}/g, LONGEST_REFERENCE),
  );
  const bytes = Buffer.byteLength(written.join(""));
  return [bytes > 4096 && `its environment can reach ${bytes} bytes`];
});

/** Lambda sets these itself and refuses other values. */
const RESERVED_VARIABLES =
  /^(_HANDLER|_X_AMZN_TRACE_ID|AWS_(DEFAULT_)?REGION|AWS_EXECUTION_ENV|AWS_ACCESS_KEY(_ID)?|AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|AWS_LAMBDA_(FUNCTION|LOG|INITIALIZATION|RUNTIME|MAX|METADATA)_\w+|LAMBDA_(TASK_ROOT|RUNTIME_DIR))$/;

export const variableNamesAreAllowed = checkEach<Function>(FUNCTION, (properties) =>
  variables(properties)
    .filter(([name]) => !/^[A-Za-z]\w+$/.test(name) || RESERVED_VARIABLES.test(name))
    .map(([name]) => `Lambda refuses a variable named ${name}`),
);

/** A new account runs ten functions at once, none of them reserved, with at most 3,008 MB each. */
export const newAccountQuotasSuffice = checkEach<Function>(
  FUNCTION,
  ({ MemorySize = 128, ReservedConcurrentExecutions }) => [
    MemorySize > 3008 && `a new account does not allow ${MemorySize} MB for a function`,
    ReservedConcurrentExecutions !== undefined && "a new account cannot reserve concurrency",
  ],
);

export const functionsAreComplete = checkEach<Function>(FUNCTION, ({ Code, Handler, Role }) => [
  (Code.ZipFile === undefined) === (Code.S3Key === undefined) && "needs exactly one source of code",
  !Handler && "has no handler",
  !/^(\$\{\w+\.Arn\}|arn:)/.test(textOf(Role)) && "its role is not an ARN",
]);

const TRUSTED_SERVICES = ["lambda", "scheduler", "apigateway", "backup", "events", "sns", "ses"];

type Role = { AssumeRolePolicyDocument: { Statement: { Principal?: { Service?: string | string[] } }[] } };

export const rolesTrustKnownServices = checkEach<Role>("AWS::IAM::Role", ({ AssumeRolePolicyDocument }) =>
  AssumeRolePolicyDocument.Statement.flatMap(({ Principal }) => Principal?.Service ?? [])
    .filter((service) => !TRUSTED_SERVICES.includes(service.replace(/\.amazonaws\.com$/, "")))
    .map((service) => `trusts ${service}, which this stack does not use`),
);
