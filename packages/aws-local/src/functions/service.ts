/** The template's functions: their code, what their roles let them do, and what they print. */
import { type Access, openAccess } from "../iam/access.ts";
import type { Assembly } from "../template/assembly.ts";
import { arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type LocalFunction, readFunctions } from "./definitions.ts";
import { type Functions, openFunctions } from "./functions.ts";
import { openFunctionLogs } from "./logs.ts";

export interface FunctionService extends Functions {
  access: Access;
  definition(functionId: string): LocalFunction;
  close(): Promise<void>;
  /** How many events the functions have taken. */
  taken(): number;
}

export interface FunctionServiceOptions {
  template: Template;
  assembly: Assembly;
  awsEndpoint: string;
  /** Where a function's bundle is, in place of the assembly's copy. */
  bundleOf?(functionId: string, copy: string): Promise<string>;
  /** Where the functions' logs are written. */
  logs?: string;
  log(line: string): void;
}

export async function openFunctionService(options: FunctionServiceOptions): Promise<FunctionService> {
  const { template, assembly, awsEndpoint, bundleOf = async (_id, copy) => copy, log } = options;
  const definitions = await Promise.all(
    readFunctions(template, assembly).map(async (one) => ({
      ...one,
      code: await bundleOf(one.id, one.code),
    })),
  );
  const access = openAccess(
    template,
    definitions.map(({ id }) => id),
  );
  const logs = openFunctionLogs(options.logs);
  let taken = 0;

  const functions = openFunctions({
    definitions,
    awsEndpoint,
    output: logs.write,
    started(functionId) {
      taken += 1;
      noteLambdaItself(access, definition(functionId));
    },
  });

  function definition(functionId: string): LocalFunction {
    const found = definitions.find(({ id }) => id === functionId);
    if (!found) throw new Error(`There is no function ${functionId}.`);
    return found;
  }

  return {
    ...functions,
    /** Says in a line what a function failed with; the whole of it is in its log. */
    async invoke(function_, event) {
      try {
        return await functions.invoke(function_, event);
      } catch (error) {
        const name = functions.has(function_) ? functions.idOf(function_) : function_;
        const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        log(`${name} failed: ${reason}`.slice(0, 300));
        throw error;
      }
    },
    access,
    definition,
    taken: () => taken,
    async close() {
      await functions.drop();
      await logs.close();
    },
  };
}

/** What Lambda does with a function's role whenever it runs. */
function noteLambdaItself(access: Access, { id, logGroup, traced }: LocalFunction): void {
  const logStream = arn("logs", `log-group:${logGroup}:log-stream:local`);
  for (const action of ["logs:CreateLogStream", "logs:PutLogEvents"])
    access.may(id, { action, resource: logStream });
  if (traced)
    for (const action of ["xray:PutTraceSegments", "xray:PutTelemetryRecords"])
      access.may(id, { action, resource: "*" });
}
