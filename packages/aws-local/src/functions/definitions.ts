/** The template's functions that run here: not those that CloudFormation calls. */
import type { Assembly } from "../template/assembly.ts";
import type { Template } from "../template/template.ts";
import type { AsynchronousSettings } from "./asynchronous-invocations.ts";
import type { FunctionDefinition } from "./environment.ts";

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

export interface LocalFunction extends FunctionDefinition, AsynchronousSettings {
  logGroup: string;
  traced: boolean;
}

export function readFunctions(template: Template, assembly: Assembly): LocalFunction[] {
  const providers = new Set(
    Object.values(template.raw.Resources)
      .map(({ Properties }) => template.resolve(Properties?.ServiceToken ?? ""))
      .filter(Boolean),
  );
  const configurations = template.all<InvokeConfigProperties>("AWS::Lambda::EventInvokeConfig");
  return template
    .all<FunctionProperties>("AWS::Lambda::Function")
    .filter(({ arn, properties }) => !providers.has(arn) && properties.Runtime?.startsWith("nodejs"))
    .map(({ id, name, arn = "", properties }) => {
      const invoked = configurations.find(({ properties: { FunctionName } }) =>
        [name, arn].includes(FunctionName),
      );
      const { MaximumRetryAttempts, MaximumEventAgeInSeconds, DestinationConfig } = invoked?.properties ?? {};
      const onFailure = DestinationConfig?.OnFailure?.Destination;
      if (DestinationConfig?.OnSuccess ?? properties.DeadLetterConfig)
        throw new Error(`${id}: of an event's destinations only that of failures runs here.`);
      const variables = Object.entries(properties.Environment?.Variables ?? {});
      return {
        id,
        name,
        arn,
        code: assembly.assetPath(properties.Code.S3Key),
        handler: properties.Handler,
        memorySize: Number(properties.MemorySize ?? 128),
        timeout: Number(properties.Timeout ?? 3),
        environment: Object.fromEntries(variables.map(([key, value]) => [key, String(value)])),
        logGroup: properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`,
        traced: properties.TracingConfig?.Mode === "Active",
        maximumRetries: Number(MaximumRetryAttempts ?? 2),
        maximumAge: Number(MaximumEventAgeInSeconds ?? 21_600),
        ...(onFailure && { onFailure }),
      };
    });
}
