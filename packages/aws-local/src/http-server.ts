import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AwsError } from "./aws-error.ts";

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;
type ErrorHandler = (request: IncomingMessage, response: ServerResponse, error: unknown) => unknown;

/** Listens on 127.0.0.1. `onError` responds if `handle` throws before it has sent anything. */
export async function serve(
  port: number,
  handle: RequestHandler,
  onError: ErrorHandler = (_request, response) => response.destroy(),
  options: ServerOptions = {},
) {
  const server = createServer(options, async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      if (response.headersSent || response.destroyed) response.destroy();
      else onError(request, response, error);
    }
  });
  await once(server.listen(port, "127.0.0.1"), "listening").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE" ? new Error(`Port ${port} is taken by another program.`) : error;
  });
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @throws AwsError with status 413 if the body is longer than `maxBytes` */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) throw new AwsError("RequestEntityTooLarge", "Request Entity Too Large", 413);
  return Buffer.concat(chunks);
}
