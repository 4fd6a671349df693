import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

// WebKitGTK, driven by WebDriver (https://www.w3.org/TR/webdriver2/), because Playwright drives only a WebKit of its own.

const START_TIMEOUT_MS = 60_000;
/** A driver that loses a command while it replaces a page never answers it. */
const COMMAND_TIMEOUT_MS = 30_000;
const RETRY_MS = 50;
/** The code points of keys without a character. */
const keyCodes: Record<string, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Control: "\uE009",
  Escape: "\uE00C",
};

type Place = { x: number; y: number };
type InPage = (...args: never[]) => unknown;
type Action = { type: "keyDown" | "keyUp"; value: string };

/** The driver, and a display of its own. It has one session at a time. */
export async function startWebKit(driver: string, xvfb: string) {
  const display = start(xvfb, ["-displayfd", "3", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"]);
  const [number] = await once(display.stdio[3] as Readable, "data");
  const port = await freePort();
  const server = start(driver, [`--port=${port}`, "--host=127.0.0.1"], {
    DISPLAY: `:${String(number).trim()}`,
    GDK_BACKEND: "x11",
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
    click: (place: Place) =>
      post("actions", {
        actions: [
          {
            type: "pointer",
            id: "mouse",
            actions: [
              { type: "pointerMove", ...place },
              { type: "pointerDown", button: 0 },
              { type: "pointerUp", button: 0 },
            ],
          },
        ],
      }),
    type: (text: string) => perform([...text].flatMap((character) => together([character]))),
    press: (key: string) => perform(together(key.split("+").map((key) => keyCodes[key] ?? key))),
    resize: (width: number, height: number) => post("window/rect", { width, height }),
    screenshot: async () => Buffer.from(await send<string>("GET", `${session}/screenshot`), "base64"),
    close: () => send("DELETE", session),
  };
}

async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
  });
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

/** Its input closes by `stop`, or by the operating system when this process ends, however that happens. */
const RUN_UNTIL_INPUT_CLOSES = 'trap "" INT; "$0" "$@" & cat; kill $!; wait';

const start = (program: string, args: readonly string[], env?: Record<string, string>) =>
  spawn("sh", ["-c", RUN_UNTIL_INPUT_CLOSES, program, ...args], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "ignore", "ignore", "pipe"],
  });

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  program.stdin?.end();
  await once(program, "exit");
}
