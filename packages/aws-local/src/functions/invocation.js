/**
 * A handler's context, and its errors. JavaScript, because lambda-runtime.js loads it in every thread.
 * @import { EventMessage, FunctionFailure, RuntimeData } from "./sandbox.ts"
 */

/**
 * @param {Omit<EventMessage, "event">} message
 * @param {Omit<RuntimeData, "module" | "handler">} data
 * @param {Record<string, string | undefined>} environment
 */
export const lambdaContext = (
  { requestId, deadline },
  { functionName, functionArn, memorySize },
  environment,
) => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName,
  functionVersion: "$LATEST",
  invokedFunctionArn: functionArn,
  memoryLimitInMB: String(memorySize),
  awsRequestId: requestId,
  logGroupName: environment.AWS_LAMBDA_LOG_GROUP_NAME,
  logStreamName: environment.AWS_LAMBDA_LOG_STREAM_NAME,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

/**
 * @param {unknown} error
 * @returns {FunctionFailure}
 */
export function toFailure(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  const { name, message, stack } = error;
  return { errorType: name, errorMessage: message, ...(stack && { trace: stack.split("\n") }) };
}
