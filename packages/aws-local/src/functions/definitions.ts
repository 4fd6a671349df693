/** The template's functions, except those that CloudFormation calls. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FUNCTION_KEY } from "../aws.ts";
import type { Assembly } from "../template/assembly.ts";
import { REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { FunctionError } from "./sandbox.ts";

interface FunctionProperties {
  Code: { S3Key: string };
  Handler: string;
  Runtime?: string;
  MemorySize?: number;
  Timeout?: number;
  Environment?: { Variables?: Record<string, unknown> };
  LoggingConfig?: { LogGroup?: string };
  TracingConfig?: { Mode: string };
  DeadLetterConfig?: unknown;
}

interface InvokeConfigProperties {
  FunctionName: string;
  MaximumRetryAttempts?: number;
  MaximumEventAgeInSeconds?: number;
  DestinationConfig?: { OnFailure?: { Destination: string }; OnSuccess?: unknown };
}

export type LocalFunction = ReturnType<typeof readFunctions>[number];

export type FunctionDefinition = Omit<LocalFunction, keyof AsynchronousSettings | "logGroup" | "traced">;
export type AsynchronousSettings = Pick<LocalFunction, "maximumRetries" | "maximumAge" | "onFailure">;

export function readFunctions(template: Template, assembly: Assembly) {
  const providers = Object.values(template.raw.Resources).map(({ Properties }) =>
    template.resolve(Properties?.ServiceToken),
  );
  const configs = template.all<InvokeConfigProperties>("AWS::Lambda::EventInvokeConfig");
  return template
    .all<FunctionProperties>("AWS::Lambda::Function")
    .filter(({ arn, properties }) => !providers.includes(arn) && properties.Runtime?.startsWith("nodejs"))
    .map(({ id, name, arn = "", properties }) => {
      const config = configs.find(({ properties }) => [name, arn].includes(properties.FunctionName));
      const { MaximumRetryAttempts, MaximumEventAgeInSeconds, DestinationConfig } = config?.properties ?? {};
      const onFailure = DestinationConfig?.OnFailure?.Destination;
      if (DestinationConfig?.OnSuccess ?? properties.DeadLetterConfig)
        throw new Error(`${id}: only the failure destination of an asynchronous event is supported.`);
      const variables = Object.entries(properties.Environment?.Variables ?? {});
      return {
        id,
        name,
        arn,
        code: assembly.assetPath(properties.Code.S3Key),
        /** `file.export` */
        handler: properties.Handler,
        memorySize: Number(properties.MemorySize ?? 128),
        /** Seconds. */
        timeout: Number(properties.Timeout ?? 3),
        environment: Object.fromEntries(variables.map(([key, value]) => [key, String(value)])),
        logGroup: properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`,
        traced: properties.TracingConfig?.Mode === "Active",
        maximumRetries: Number(MaximumRetryAttempts ?? 2),
        /** Seconds after which an event is not retried. */
        maximumAge: Number(MaximumEventAgeInSeconds ?? 21_600),
        ...(onFailure !== undefined && { onFailure }),
      };
    });
}

export function findModule({ id, code, handler }: FunctionDefinition): { module: string; handler: string } {
  const dot = handler.indexOf(".", handler.lastIndexOf("/") + 1);
  const name = handler.slice(0, dot);
  const file = ["mjs", "js", "cjs"].map((ending) => join(code, `${name}.${ending}`)).find(existsSync);
  if (file) return { module: pathToFileURL(file).href, handler: handler.slice(dot + 1) };
  const errorMessage = `Error: Cannot find module '${name}' of ${id}`;
  throw new FunctionError({ errorType: "Runtime.ImportModuleError", errorMessage });
}

/** @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime */
export function runtimeEnvironment(
  { id, name, handler, memorySize, code, environment }: FunctionDefinition,
  { awsEndpoint, localize = (value) => value }: { awsEndpoint: string; localize?(value: string): string },
): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, localize(value)])),
    _HANDLER: handler,
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memorySize),
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local/[$LATEST]0",
    AWS_ACCESS_KEY_ID: `${FUNCTION_KEY}${id}`,
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_SESSION_TOKEN: "local",
    AWS_ENDPOINT_URL: awsEndpoint,
    LAMBDA_TASK_ROOT: code,
    LANG: "en_US.UTF-8",
    PATH: "/usr/local/bin:/usr/bin/:/bin",
    TZ: ":UTC",
  };
}
