import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { text } from "node:stream/consumers";
import { type Answer, serve } from "../http-server.ts";
import { type Faults, readFaults } from "./faults.ts";
import type { Inbox } from "./inbox.ts";
import { inboxPage } from "./inbox-page.ts";

/**
 * The page runs its own script and no other; the emails' styles are allowed because an email's frame inherits
 * this policy, on top of which comes its own (see inbox-page.ts).
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; font-src data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const fileNamed = (name: string) => readFile(new URL(name, import.meta.url), "utf8");

/** The inbox over HTTP, for people (`/`) and tests (`/messages`, `/faults`), on this machine only. */
export function serveInbox(port: number, inbox: Inbox, setFaults: (faults: Faults) => void) {
  async function answer(...[request, response]: Parameters<Answer>): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    response.setHeader("cache-control", "no-store").setHeader("x-content-type-options", "nosniff");
    response.setHeader("content-security-policy", policy).setHeader("referrer-policy", "no-referrer");
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const sendText = (type: string, body: string) =>
      response.writeHead(200, { "content-type": `text/${type}; charset=utf-8` }).end(body);
    const done = () => response.writeHead(204).end();
    // Another site that points its name at this machine must not read the mail.
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ""))
      return send({ message: "Ask by 127.0.0.1." }, 403);
    switch (`${request.method} ${pathname}`) {
      case "GET /":
        return sendText("html", inboxPage(inbox.list(), searchParams));
      case "GET /inbox.css":
        return sendText("css", await fileNamed("inbox.css"));
      case "GET /inbox.js":
        return sendText("javascript", stripTypeScriptTypes(await fileNamed("inbox-browser.ts")));
      case "GET /messages":
        return send(inbox.list());
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
        setFaults(readFaults(await text(request)));
        return done();
      case "DELETE /faults":
        setFaults({});
        return done();
      default:
        return send({ message: "Not found" }, 404);
    }
  }

  return serve(port, answer, (_request, response, error) => response.writeHead(400).end(String(error)));
}
