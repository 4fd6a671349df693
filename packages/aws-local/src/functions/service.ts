/** The template's functions: their code, what their roles let them do, and what they print. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Access, openAccess } from "../iam/access.ts";
import type { Assembly } from "../template/assembly.ts";
import { arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type LocalFunction, readFunctions } from "./definitions.ts";
import { openFunctions } from "./functions.ts";

export interface FunctionServiceOptions {
  template: Template;
  assembly: Assembly;
  awsEndpoint: string;
  /** Puts this machine's addresses into an environment variable, when a function starts. */
  here?(value: string): string;
  /** Where a function's bundle is, in place of the assembly's copy. */
  bundleOf?(functionId: string, copy: string): Promise<string>;
  /** Where what each function prints is written; without it, it is lost. */
  logs?: string;
  log(line: string): void;
}

export async function openFunctionService(options: FunctionServiceOptions) {
  const { template, assembly, awsEndpoint, bundleOf = async (_id, copy) => copy, logs, log } = options;
  const definitions = new Map<string, LocalFunction>();
  for (const one of readFunctions(template, assembly))
    definitions.set(one.id, { ...one, code: await bundleOf(one.id, one.code) });
  const access = openAccess(template, [...definitions.keys()]);
  if (logs !== undefined) mkdirSync(logs, { recursive: true });
  let taken = 0;

  const definition = (functionId: string) => definitions.get(functionId) as LocalFunction;

  const functions = openFunctions({
    definitions: [...definitions.values()],
    awsEndpoint,
    ...(options.here && { here: options.here }),
    output(functionId, chunk) {
      if (logs !== undefined) appendFileSync(join(logs, `${functionId}.log`), chunk);
    },
    started(functionId) {
      taken += 1;
      noteLambdaItself(access, definition(functionId));
    },
    /** Says in a line what a function failed with; the whole of it is in its log. */
    failed(functionId, error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      log(`${functionId} failed: ${reason}`.slice(0, 300));
    },
  });
  return {
    ...functions,
    access,
    definition,
    /** How many events the functions have taken. */
    taken: () => taken,
  };
}

/** What Lambda does with a function's role whenever it runs. */
function noteLambdaItself(access: Access, { id, logGroup, traced }: LocalFunction): void {
  const resource = arn("logs", `log-group:${logGroup}:log-stream:local`);
  for (const action of ["logs:CreateLogStream", "logs:PutLogEvents"]) access.may(id, { action, resource });
  if (!traced) return;
  for (const action of ["xray:PutTraceSegments", "xray:PutTelemetryRecords"])
    access.may(id, { action, resource: "*" });
}
