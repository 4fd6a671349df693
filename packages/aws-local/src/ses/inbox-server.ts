import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { close, listen } from "../http-server.ts";
import { type Faults, readFaults } from "./faults.ts";
import type { Inbox } from "./inbox.ts";
import { inboxPage } from "./inbox-page.ts";

/** The inbox over HTTP, for people (`/`) and tests (`/messages`, `/faults`), on this machine only. */
export async function serveInbox(port: number, inbox: Inbox, setFaults: (faults: Faults) => void) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    // Another site that points its name at this machine must not read the mail.
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ""))
      return json(response, 403, { message: "Ask by 127.0.0.1." });
    switch (`${request.method === "HEAD" ? "GET" : request.method} ${pathname}`) {
      case "GET /messages":
        return json(response, 200, inbox.list());
      case "DELETE /messages":
        inbox.clear();
        return void response.writeHead(204).end();
      case "GET /changes":
        return follow(response);
      case "PUT /faults":
        return putFaults(await text(request), response);
      case "DELETE /faults":
        setFaults({});
        return void response.writeHead(204).end();
    }
    const id = /^\/messages\/([^/]+)$/.exec(pathname)?.[1];
    const email = id && inbox.list().find((one) => one.id === id);
    if (email) return json(response, 200, email);
    const page = await inboxPage(pathname);
    if (!page) return json(response, 404, { message: "Not found" });
    response.writeHead(200, page.headers).end(page.body);
  }

  function putFaults(body: string, response: ServerResponse): void {
    try {
      setFaults(readFaults(body));
      response.writeHead(204).end();
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
      else json(response, 500, { message: String(error) });
    });
  });
  return { url: await listen(server, port), close: () => close(server) };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(JSON.stringify(body));
}
