import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { text } from "node:stream/consumers";
import { type RequestHandler, serve } from "../http-server.ts";
import { type Faults, readFaults } from "./faults.ts";
import type { Email, Inbox } from "./inbox.ts";
import { inboxPage } from "./inbox-page.ts";

/** Allows inline styles, because an email's frame inherits this policy in addition to its own. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; font-src data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const readAsset = (name: string) => readFile(new URL(name, import.meta.url), "utf8");

/** Attachments have their number of bytes in place of their content. */
const withoutContents = ({ attachments, ...email }: Email) => ({
  ...email,
  ...(attachments && {
    attachments: attachments.map(({ content, ...attachment }) => ({
      ...attachment,
      bytes: Buffer.byteLength(content, "base64"),
    })),
  }),
});

/** The inbox over HTTP, for people (`/`) and tests (`/messages`, `/attachment`, `/faults`), on this machine only. */
export function serveInbox(port: number, head: string, inbox: Inbox, setFaults: (faults: Faults) => void) {
  async function handle(...[request, response]: Parameters<RequestHandler>): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    response.setHeader("cache-control", "no-store").setHeader("x-content-type-options", "nosniff");
    response.setHeader("content-security-policy", policy).setHeader("referrer-policy", "no-referrer");
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const sendText = (type: string, body: string) =>
      response.writeHead(200, { "content-type": `text/${type}; charset=utf-8` }).end(body);
    const sendNothing = () => response.writeHead(204).end();
    // Against DNS rebinding: another site must not read the emails.
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ""))
      return send({ message: "Use the address 127.0.0.1." }, 403);
    switch (`${request.method} ${pathname}`) {
      case "GET /":
        return sendText("html", inboxPage(inbox.list(), searchParams, head));
      case "GET /inbox.css":
        return sendText("css", await readAsset("inbox.css"));
      case "GET /inbox.js":
        return sendText("javascript", stripTypeScriptTypes(await readAsset("inbox-browser.ts")));
      case "GET /messages":
        return send(inbox.list().map(withoutContents));
      case "GET /attachment": {
        const { attachments = [] } = inbox.list().find(({ id }) => id === searchParams.get("email")) ?? {};
        const attachment = attachments[Number(searchParams.get("number"))];
        if (!attachment) return send({ message: "Not found" }, 404);
        return response
          .writeHead(200, { "content-type": attachment.contentType })
          .end(Buffer.from(attachment.content, "base64"));
      }
      case "DELETE /messages":
        inbox.clear();
        return sendNothing();
      case "GET /changes":
        response.writeHead(200, { "content-type": "text/event-stream" }).write(": listening\n\n");
        return response.on(
          "close",
          inbox.onChange(() => response.write("data: changed\n\n")),
        );
      case "PUT /faults":
        setFaults(readFaults(await text(request)));
        return sendNothing();
      case "DELETE /faults":
        setFaults({});
        return sendNothing();
      default:
        return send({ message: "Not found" }, 404);
    }
  }

  return serve(port, handle, (_request, response, error) => response.writeHead(400).end(String(error)));
}
