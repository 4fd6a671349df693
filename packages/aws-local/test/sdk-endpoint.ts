import { readCall, sendError, sendResponse } from "../src/aws-protocol.ts";
import { serve } from "../src/http-server.ts";
import type { Input } from "../src/iam/permissions.ts";

/** An endpoint for one service. Returns the options of an SDK client. */
export async function sdkEndpoint(call: (operation: string, input: Input) => Promise<Input | string>) {
  const { url, close } = await serve(
    0,
    async (request, response) => {
      const { operation, input } = await readCall(request);
      sendResponse(request, response, await call(operation, input));
    },
    sendError,
  );
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  return { client: { region: "eu-west-1", endpoint: url, credentials }, close };
}
