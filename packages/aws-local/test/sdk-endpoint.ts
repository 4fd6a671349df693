import { readCall, sendAnswer, sendError } from "../src/aws-protocol.ts";
import { serve } from "../src/http-server.ts";
import type { Input } from "../src/iam/permissions.ts";

/** What a client of the SDK is made with to reach one service alone, and how to end that. */
export async function sdkEndpoint(call: (operation: string, input: Input) => Promise<Input | string>) {
  const { url, close } = await serve(
    0,
    async (request, response) => {
      const { operation, input } = await readCall(request);
      sendAnswer(request, response, await call(operation, input));
    },
    sendError,
  );
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  return { client: { region: "eu-west-1", endpoint: url, credentials }, close };
}
