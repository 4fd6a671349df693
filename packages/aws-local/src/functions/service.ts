/** The template's functions with their code, roles and logs. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Access, openAccess } from "../iam/access.ts";
import type { Assembly } from "../template/assembly.ts";
import { arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type LocalFunction, readFunctions } from "./definitions.ts";
import { type FunctionsOptions, openFunctions } from "./functions.ts";

export interface FunctionServiceOptions
  extends Pick<FunctionsOptions, "awsEndpoint" | "inProcess" | "localize"> {
  template: Template;
  assembly: Assembly;
  bundleOf?(functionId: string, copy: string): Promise<string>;
  logs?: string;
  log(line: string): void;
}

export async function openFunctionService(options: FunctionServiceOptions) {
  const { template, assembly, bundleOf = async (_id, copy) => copy, logs, log } = options;
  const definitions = new Map<string, LocalFunction>();
  for (const definition of readFunctions(template, assembly))
    definitions.set(definition.id, { ...definition, code: await bundleOf(definition.id, definition.code) });
  const access = openAccess(template, [...definitions.keys()]);
  if (logs !== undefined) mkdirSync(logs, { recursive: true });
  let startedEvents = 0;

  const definition = (functionId: string) => definitions.get(functionId) as LocalFunction;

  const functions = openFunctions({
    ...options,
    definitions: [...definitions.values()],
    output(functionId, chunk) {
      if (logs !== undefined) appendFileSync(join(logs, `${functionId}.log`), chunk);
    },
    started(functionId) {
      startedEvents += 1;
      recordRuntimePermissions(access, definition(functionId));
    },
    /** Logs one short line; the function's own log has the whole error. */
    failed(functionId, error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      log(`${functionId} failed: ${reason}`.slice(0, 300));
    },
  });
  return { ...functions, access, definition, startedEvents: () => startedEvents };
}

/** Lambda uses the function's role to write logs and traces. */
function recordRuntimePermissions(access: Access, { id, logGroup, traced }: LocalFunction): void {
  const resource = arn("logs", `log-group:${logGroup}:log-stream:local`);
  for (const action of ["logs:CreateLogStream", "logs:PutLogEvents"])
    access.isAllowed(id, { action, resource });
  if (!traced) return;
  for (const action of ["xray:PutTraceSegments", "xray:PutTelemetryRecords"])
    access.isAllowed(id, { action, resource: "*" });
}
