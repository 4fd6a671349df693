import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Faults, readFaults } from "./faults.ts";
import type { Inbox } from "./inbox.ts";
import { inboxPage } from "./inbox-page.ts";

/** The inbox over HTTP, for people (`/`) and tests (`/messages`, `/faults`), on this machine only. */
export async function serveInbox(options: { port: number; inbox: Inbox; setFaults(faults: Faults): void }) {
  const { inbox, setFaults } = options;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const method = request.method === "HEAD" ? "GET" : request.method;
    // Another site that points its name at this machine must not read the mail.
    if (!isLoopback(request.headers.host)) return json(response, 403, { message: "Ask by 127.0.0.1." });
    const id = /^\/messages\/([^/]+)$/.exec(pathname)?.[1];
    if (method === "GET" && pathname === "/messages") return json(response, 200, inbox.list());
    if (method === "DELETE" && pathname === "/messages") {
      inbox.clear();
      return noContent(response);
    }
    if (method === "GET" && id !== undefined) {
      const email = inbox.get(id);
      return email ? json(response, 200, email) : json(response, 404, { message: "No such message" });
    }
    if (method === "GET" && pathname === "/changes") return follow(response);
    if (method === "PUT" && pathname === "/faults") return putFaults(request, response);
    if (method === "DELETE" && pathname === "/faults") {
      setFaults({});
      return noContent(response);
    }
    const page = method === "GET" ? await inboxPage(pathname) : undefined;
    if (!page) return json(response, 404, { message: "Not found" });
    response.writeHead(200, page.headers).end(page.body);
  }

  async function putFaults(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      setFaults(readFaults(Buffer.concat(chunks).toString("utf8")));
      noContent(response);
    } catch (error) {
      json(response, 400, { message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** A line each time the inbox changed (server-sent events). */
  function follow(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(": listening\n\n");
    const end = inbox.onChange(() => response.write("data: changed\n\n"));
    response.on("close", end);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else json(response, 500, { message: error instanceof Error ? error.message : String(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isLoopback(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? "");
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(JSON.stringify(body));
}

function noContent(response: ServerResponse): void {
  response.writeHead(204).end();
}
