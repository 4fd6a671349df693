import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { text } from "node:stream/consumers";
import { close, listen } from "../http-server.ts";
import { type Faults, readFaults } from "./faults.ts";
import type { Inbox } from "./inbox.ts";

/**
 * The page runs its own script and no other; the emails' styles are allowed because an email's frame inherits
 * this policy, on top of which comes its own (see inbox-browser.ts).
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; font-src data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page for people and what it loads, by path. */
const files = new Map([
  ["/", ["inbox.html", "text/html"]],
  ["/inbox.css", ["inbox.css", "text/css"]],
  ["/inbox.js", ["inbox-browser.ts", "text/javascript"]],
] as const);

/** The inbox over HTTP, for people (`/`) and tests (`/messages`, `/faults`), on this machine only. */
export async function serveInbox(port: number, inbox: Inbox, setFaults: (faults: Faults) => void) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    response.setHeader("cache-control", "no-store").setHeader("x-content-type-options", "nosniff");
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const done = () => response.writeHead(204).end();
    // Another site that points its name at this machine must not read the mail.
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ""))
      return send(403, { message: "Ask by 127.0.0.1." });
    switch (`${request.method} ${pathname}`) {
      case "GET /messages":
        return send(200, inbox.list());
      case "DELETE /messages":
        inbox.clear();
        return done();
      case "GET /changes":
        // A line each time the inbox changed (server-sent events).
        response.writeHead(200, { "content-type": "text/event-stream" }).write(": listening\n\n");
        return response.on(
          "close",
          inbox.onChange(() => response.write("data: changed\n\n")),
        );
      case "PUT /faults":
        try {
          setFaults(readFaults(await text(request)));
          return done();
        } catch (error) {
          return send(400, { message: String(error) });
        }
      case "DELETE /faults":
        setFaults({});
        return done();
    }
    const email = inbox.list().find(({ id }) => pathname === `/messages/${id}`);
    if (email) return send(200, email);
    const [file, type] = files.get(pathname as "/") ?? [];
    if (!file) return send(404, { message: "Not found" });
    const source = await readFile(new URL(file, import.meta.url), "utf8");
    response.setHeader("content-security-policy", policy).setHeader("referrer-policy", "no-referrer");
    response.setHeader("content-type", `${type}; charset=utf-8`);
    return response.end(file.endsWith(".ts") ? stripTypeScriptTypes(source) : source);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });
  return { url: await listen(server, port), close: () => close(server) };
}
