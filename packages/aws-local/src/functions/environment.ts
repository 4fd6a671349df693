/** What a function runs with: its code, and the variables that Lambda sets besides the template's. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FUNCTION_KEY } from "../aws.ts";
import { REGION } from "../template/resource-names.ts";
import { FunctionError } from "./sandbox.ts";

export interface FunctionDefinition {
  id: string;
  name: string;
  arn: string;
  /** The directory with the bundle. */
  code: string;
  /** `file.export` */
  handler: string;
  memorySize: number;
  /** Seconds. */
  timeout: number;
  environment: Record<string, string>;
}

/** The module and the export that a handler's name stands for. @throws FunctionError */
export function moduleOf({ id, code, handler }: FunctionDefinition): { module: string; handler: string } {
  const slash = handler.lastIndexOf("/") + 1;
  const dot = handler.indexOf(".", slash);
  const file = ["mjs", "js", "cjs"]
    .map((ending) => join(code, `${handler.slice(0, dot)}.${ending}`))
    .find(existsSync);
  if (!file)
    throw new FunctionError({
      errorType: "Runtime.ImportModuleError",
      errorMessage: `Error: Cannot find module '${handler.slice(0, dot)}' of ${id}`,
    });
  return { module: pathToFileURL(file).href, handler: handler.slice(dot + 1) };
}

/** @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime */
export function environmentOf(definition: FunctionDefinition, awsEndpoint: string): Record<string, string> {
  const { id, name, handler, memorySize, code, environment } = definition;
  return {
    ...environment,
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
