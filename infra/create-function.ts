import { Duration, RemovalPolicy } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import * as logs from "aws-cdk-lib/aws-logs";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { bundles, type FunctionName } from "./function-entries.ts";

/** The id of a construct: `daily-run` as `DailyRun`. */
export const pascalCase = (name: string) =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

type Options = { timeout?: Duration; logRetention: logs.RetentionDays };

/** Creates a function with its own bundle, structured logs that expire, and tracing. */
export function createFunction(
  scope: Construct,
  name: FunctionName,
  { timeout = Duration.seconds(15), logRetention }: Options,
): lambda.Function {
  const id = pascalCase(name);
  const logGroup = new logs.LogGroup(scope, `${id}Logs`, {
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // The CDK's default role can write to every log group of the account.
  const role = new iam.Role(scope, `${id}Role`, {
    assumedBy: new iam.ServicePrincipal("lambda.amazonaws.com"),
  });
  logGroup.grantWrite(role);
  return new lambda.Function(scope, id, {
    role,
    code: lambda.Code.fromAsset(`${bundles}/${name}`),
    handler: "index.handler",
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: lambda.Architecture.ARM_64,
    // 0.29 vCPU (512/1,769): the smallest size with cold starts below a second.
    memorySize: 512,
    timeout,
    tracing: lambda.Tracing.ACTIVE,
    loggingFormat: lambda.LoggingFormat.JSON,
    logGroup,
    environment: { POWERTOOLS_SERVICE_NAME: name },
  });
}

/** Puts an event that failed three times into the queue, for a person. When Lambda retries, an interrupted run continues. */
export function keepFailures(fn: lambda.Function, queue: sqs.IQueue, maxEventAge = Duration.hours(6)): void {
  fn.configureAsyncInvoke({ retryAttempts: 2, maxEventAge, onFailure: new SqsDestination(queue) });
}

/** For runs that the next one makes up for. */
export const keepShortFailures = (fn: lambda.Function, queue: sqs.IQueue): void =>
  keepFailures(fn, queue, Duration.minutes(10));
