/** Safaricom's Daraja on this machine, with a phone to pay with. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Credentials, openApi, type Plays } from "./api.ts";
import { callbackModes, openCallbacks } from "./callbacks.ts";
import { type Answer, answers, invalid, openLedger, Refusal } from "./ledger.ts";
import { page, script } from "./page.ts";

interface DarajaOptions extends Credentials {
  /** Without it, or 0, any free port. */
  port?: number;
  /** In epoch milliseconds; by default the real time. */
  now?: () => number;
  /** How long a `late` callback waits. */
  lateMs?: number;
}

export type Daraja = Awaited<ReturnType<typeof startDaraja>>;

const policy = "default-src 'self'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

export async function startDaraja(options: DarajaOptions) {
  const { shortCode, now = Date.now, lateMs = 10_000 } = options;
  const callbacks = openCallbacks(lateMs);
  const ledger = openLedger(shortCode, callbacks, now);
  const plays: Plays = { unlisted: new Set() };
  const api = openApi(options, ledger, callbacks, now, plays);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const { authorization = "", host, origin = url } = request.headers;
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const sendText = (type: string, body: string) =>
      response.writeHead(200, { "content-type": `text/${type}; charset=utf-8` }).end(body);
    response.setHeader("content-security-policy", policy);
    // Another site must not pay, or read who paid.
    if (`http://${host}` !== url || origin !== url) return send({ error: `Use the address ${url}.` }, 403);
    const requestText = await text(request); // Some clients send JSON with the type of a form.
    const isForm =
      request.headers["content-type"]?.includes("form-urlencoded") && !requestText.startsWith("{");
    const prompt = /^\/prompts\/(\w+)$/.exec(pathname)?.[1];
    const isPhone = pathname === "/pay" || prompt !== undefined;
    try {
      if (request.method === "GET") {
        if (pathname === "/") return sendText("html", page(shortCode, ledger, searchParams));
        if (pathname === "/page.js") return sendText("javascript", script);
        if (pathname === "/transactions") return send([...ledger.transactions.values()]);
        if (pathname === "/prompts") return send([...ledger.prompts.values()]);
        if (pathname === "/oauth/v1/generate") return send(api.token(authorization));
      }
      const body = isForm ? Object.fromEntries(new URLSearchParams(requestText)) : objectIn(requestText);
      if (request.method === "POST" && isPhone) {
        const paid = prompt ? answer(prompt, body) : await pay(body);
        return isForm ? response.writeHead(303, { location: "/" }).end() : send({ TransID: paid?.TransID });
      }
      const answered = request.method === "POST" ? api.call(pathname, authorization, body) : undefined;
      return answered ? send(answered) : send({ error: "There is nothing at this address." }, 404);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message } = error;
      if (isForm)
        return response.writeHead(303, { location: `/?${new URLSearchParams({ error: message })}` }).end();
      if (isPhone) return send({ error: message, ResultCode: code }, status);
      return send({ requestId: crypto.randomUUID(), errorCode: code, errorMessage: message }, status);
    }
  }

  const modeIn = (value: unknown = "once") => choiceIn(callbackModes, value, "callback");
  const answer = (id: string, body: Record<string, unknown>) =>
    ledger.answer(
      id,
      choiceIn(Object.keys(answers) as Answer[], body.answer, "answer"),
      modeIn(body.callback),
    );
  const pay = ({ account, amount, phone, name, callback }: Record<string, unknown>) =>
    ledger.pay({
      account: String(account ?? "").trim(),
      amount: Number(amount),
      phone: String(phone),
      ...(name ? { name: String(name) } : {}),
      callback: modeIn(callback),
    });

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await once(server.listen(options.port ?? 0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    transactions: ledger.transactions,
    prompts: ledger.prompts,
    plays,
    endTokens: api.endTokens,
    pay: ledger.pay,
    answer: ledger.answer,
    /** Resolves when every callback was sent. */
    idle: callbacks.idle,
    async stop(): Promise<void> {
      callbacks.stop();
      server.close();
      server.closeAllConnections();
      await callbacks.idle();
    },
  };
}

function objectIn(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {}
  throw new Refusal("400.002.05", "Invalid Request Payload");
}

function choiceIn<T extends string>(choices: readonly T[], value: unknown, field: string): T {
  const choice = choices.find((candidate) => candidate === value);
  if (!choice) throw invalid(field);
  return choice;
}
