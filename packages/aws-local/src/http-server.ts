import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AwsError } from "./aws-error.ts";

/** Listens on this machine only and answers the address; a taken port rejects with a sentence. */
export async function listen(server: Server, port: number): Promise<string> {
  await once(server.listen(port, "127.0.0.1"), "listening").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE" ? new Error(`Port ${port} is taken by another program.`) : error;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stops listening and ends the connections that are left. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
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
