import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AwsError } from "./aws-error.ts";

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Listens on this machine only; a taken port rejects with a sentence. `refuse` answers where `answer` throws, unless
 * half of an answer has gone out already.
 */
export async function serve(
  port: number,
  answer: Answer,
  refuse: (...exchange: [...Parameters<Answer>, error: unknown]) => unknown = (_, response) =>
    response.destroy(),
  options: ServerOptions = {},
) {
  const server = createServer(options, async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      if (response.headersSent || response.destroyed) response.destroy();
      else refuse(request, response, error);
    }
  });
  await once(server.listen(port, "127.0.0.1"), "listening").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE" ? new Error(`Port ${port} is taken by another program.`) : error;
  });
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Stops listening and ends the connections that are left. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Throws AwsError with status 413 once more than `limit` bytes have come. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new AwsError("RequestEntityTooLarge", "Request Entity Too Large", 413);
  return Buffer.concat(chunks);
}
