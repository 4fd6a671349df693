import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

// WebKitGTK, driven by WebDriver (https://www.w3.org/TR/webdriver2/), because Playwright drives only a WebKit of its own.

const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 50;
/** The name of an element's reference in the protocol. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** The code points of keys without a character. */
const keyCodes: Record<string, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Control: "\uE009",
  Escape: "\uE00C",
};

type InPage = (...args: never[]) => unknown;
type Action = { type: "keyDown" | "keyUp"; value: string };

/** The driver, and a display of its own. It has one session at a time. */
export async function startWebKit(driver: string, xvfb: string) {
  const display = spawn(xvfb, ["-displayfd", "3", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await once(display.stdio[3] as Readable, "data");
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`, "--host=127.0.0.1"], {
    env: { ...process.env, DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: "x11" },
    stdio: "ignore",
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilReachable(`${origin}/status`);
  return {
    /** A browser window with these options of WebKitGTK. */
    open: (args: readonly string[]) => openSession(origin, args),
    close: () => Promise.all([server, display].map(stop)),
  };
}

export type WebDriverSession = Awaited<ReturnType<typeof openSession>>;

async function openSession(origin: string, args: readonly string[]) {
  const options = args.length > 0 ? { "webkitgtk:browserOptions": { args } } : {};
  const { sessionId } = await send<{ sessionId: string }>("POST", `${origin}/session`, {
    capabilities: { alwaysMatch: options },
  });
  const session = `${origin}/session/${sessionId}`;
  const post = <T>(path: string, body: object = {}) => send<T>("POST", `${session}/${path}`, body);
  const run = <T>(inPage: InPage, ...args: unknown[]) =>
    post<T>("execute/sync", { script: `return (${inPage})(...arguments)`, args });
  const perform = (actions: readonly Action[]) =>
    post("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  /** Presses keys while those before are held down, then lets all go. */
  const together = (keys: readonly string[]): Action[] => [
    ...keys.map((value): Action => ({ type: "keyDown", value })),
    ...keys.toReversed().map((value): Action => ({ type: "keyUp", value })),
  ];
  return {
    goto: (url: string) => post("url", { url }),
    run,
    async click(inPage: InPage, ...args: unknown[]) {
      const found = await run<{ [ELEMENT]: string } | null>(inPage, ...args);
      if (found) await post(`element/${found[ELEMENT]}/click`);
      return found !== null;
    },
    type: (text: string) => perform([...text].flatMap((character) => together([character]))),
    press: (key: string) => perform(together(key.split("+").map((one) => keyCodes[one] ?? one))),
    resize: (width: number, height: number) => post("window/rect", { width, height }),
    screenshot: async () => Buffer.from(await send<string>("GET", `${session}/screenshot`), "base64"),
    close: () => send("DELETE", session),
  };
}

async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function waitUntilReachable(url: string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;)
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(RETRY_MS);
    }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  program.kill();
  await once(program, "exit");
}
