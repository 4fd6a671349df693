import { AwsError } from "../aws-error.ts";
import type { Input } from "../iam/permissions.ts";
import { FunctionError } from "./sandbox.ts";

/** Lambda's Invoke: what the function returns, or its error, is in the payload. @throws AwsError if there is no such function */
export async function invokeForFunction(
  invoke: (name: string, event: unknown) => Promise<unknown>,
  { FunctionName, Payload }: Input,
): Promise<Input> {
  try {
    const result = await invoke(String(FunctionName), JSON.parse(String(Payload) || "null"));
    return { Payload: JSON.stringify(result) ?? "null" };
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    const { errorType, message: errorMessage, trace } = error;
    if (errorType === "ResourceNotFoundException") throw new AwsError(errorType, errorMessage, 404);
    return { Payload: JSON.stringify({ errorType, errorMessage, trace }), FunctionError: "Unhandled" };
  }
}
