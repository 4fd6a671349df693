import type { AllRoutes } from "../../shared/api/api.ts";
import { omit } from "../../shared/omit.ts";
import { type Loose, today } from "../../test/product/product.ts";
import { startReminderProduct } from "../../test/product/reminder-product.ts";
import { subscriptionList } from "../../test/product/subscription-list.ts";

// Plays requests against the running product, and writes their answers so that two runs of the same build are the same.

/** One request, or something else that happens. Ids that the server made are written as `<id 3>`. */
export type Request =
  | ({ route: keyof AllRoutes & string; as?: "admin"; waits?: true } & Loose)
  /** Sets the clock to 9:00 of a day. */
  | { clock: string }
  /** The daily run of a day. */
  | { run: string }
  /** Everything that people can see, and the rows of the ledger. */
  | { look: readonly string[] };

export type Played = { request: Request; status: number; body: unknown };

/** The beginning of every id that the recorder makes; all others are the server's. */
export const OWN_PREFIX = "5eed5eed";

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const TOKEN = /<id \d+>/g;

/** Replaces what differs from run to run: ids of the server, times of the day, secrets. */
class Writer {
  private readonly tokens = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  /** A request with the server's ids of this run. */
  read<T>(recorded: T): T {
    return JSON.parse(JSON.stringify(recorded).replace(TOKEN, (token) => this.ids.get(token) ?? token));
  }

  write<T>(value: T): T {
    const sorted = this.sorted(JSON.parse(JSON.stringify(value ?? null)));
    return JSON.parse(this.blank(JSON.stringify(sorted), (id) => this.tokenOf(id)));
  }

  /** Rows of a table, which come in no order. */
  inOneOrder(rows: readonly unknown[]): unknown[] {
    const keyOf = (row: unknown) => this.blank(JSON.stringify(row), (id) => this.tokens.get(id) ?? "<id>");
    return rows.map((row) => this.sorted(row)).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  private tokenOf(id: string): string {
    const token = this.tokens.get(id) ?? `<id ${this.tokens.size + 1}>`;
    this.tokens.set(id, token);
    this.ids.set(token, id);
    return token;
  }

  private blank(text: string, unknown: (id: string) => string): string {
    return text
      .replace(
        /\d{4}-\d\d-\d\d(T\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d))/g,
        (instant) => `${instant.slice(0, 10)}T…`,
      )
      .replace(/T…#[0-9a-f]{8}/g, "T…#…")
      .replace(/\/account\/[\w-]{10,}/g, "/account/…")
      .replace(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, "http://…")
      .replace(/"(expires_at|lease_until|lease|mark|requestId|cursor)":("[^"]*"|[\d.]+)/g, '"$1":"…"')
      .replace(UUID, (id) => (id.startsWith(OWN_PREFIX) ? id : unknown(id)));
  }

  /** Lists in the order of ids that the server made are written in the order of their contents. */
  private sorted(value: unknown): unknown {
    if (Array.isArray(value)) {
      const parts = value.map((part) => this.sorted(part));
      const keys = new Map(
        parts.map((part) => [part, this.blank(JSON.stringify(part), (id) => this.tokens.get(id) ?? "<id>")]),
      );
      const isByServer = parts.some((part) => /<id|T…#…/.test(keys.get(part) ?? ""));
      return isByServer ? parts.sort((a, b) => ((keys.get(a) ?? "") < (keys.get(b) ?? "") ? -1 : 1)) : parts;
    }
    if (value instanceof Object)
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, part]): [string, unknown] => [name, this.sorted(part)])
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    return value;
  }
}

/** The rows that only the ledger writes; the others show in the answers. */
const TABLES = ["Accounts", "Charges", "Payments", "Subscriptions"];

export async function startPlayer() {
  const on = await startReminderProduct();
  const { product } = on;
  const asAdmin = product.callerFor((await product.signIn(await product.createStaff("admin"))).access);
  const writer = new Writer();
  let day = today;
  await product.setClock(`${day}T09:00`);

  const call = async (route: keyof AllRoutes & string, input: Loose = {}, caller = on.call) => {
    try {
      const { status, body } = await caller(route, input);
      return { status, body: body as unknown };
    } catch (error) {
      return { status: 500, body: { failed: String(error).slice(0, 200) } };
    }
  };

  async function look(clients: readonly string[]) {
    await product.idle();
    const lists: [string, unknown][] = [];
    const add = async (route: keyof AllRoutes & string, input: Loose = {}) => {
      const { body } = await call(route, input);
      lists.push([`${route} ${Object.values({ ...input.params, ...input.query }).join(" ")}`, body]);
      return body;
    };
    await add("GET /api/v1/clients");
    lists.push(["subscriptions with what is owed", await subscriptionList(on.call)]);
    await add("GET /api/v1/payments", { query: { from: "2026-06-01", to: day } });
    for (const state of ["unmatched", "ignored"]) await add("GET /api/v1/payments", { query: { state } });
    await add("GET /api/v1/dashboard/stats");
    await add("GET /api/v1/reminders/upcoming");
    await add("GET /api/v1/activity", { query: { from: day, to: day } });
    for (const id of clients) {
      const params = { id };
      await add("GET /api/v1/clients/{id}/account", { params });
      await add("GET /api/v1/clients/{id}", { params });
      await add("GET /api/v1/clients/{id}/statement", { params });
      await add("GET /api/v1/clients/{id}/timeline", { params });
      const { url } = (await call("GET /api/v1/clients/{id}/link", { params })).body as { url?: string };
      const secret = url?.split("/").at(-1);
      if (secret) {
        const shown = await product.call("GET /account/{secret}", {
          params: { secret },
          sourceIp: `10.0.0.${clients.indexOf(id)}`,
        });
        lists.push([`own page ${id}`, String(shown.body)]);
      }
    }
    for (const table of TABLES) {
      lists.push([table, writer.inOneOrder(await on.rows(table))]);
    }
    for (const [table, part] of [
      ["Totals", /#\d+$/],
      ["Settings", /(?<=^counters).*$/],
    ] as const)
      lists.push([table, sumsOf(await on.rows(table), part)]);
    const mails = (await product.inbox()).map(({ subject, to, text }) => ({ subject, to, text }));
    lists.push(["emails", mails.map((mail) => JSON.stringify(mail)).sort()]);
    return { status: 200, body: Object.fromEntries(lists) };
  }

  async function perform(request: Request): Promise<{ status: number; body: unknown }> {
    if ("route" in request) {
      const { route, as, waits, ...input } = request;
      const answer = await call(route, input, as && asAdmin);
      if (waits) await product.idle();
      return answer;
    }
    if ("clock" in request) {
      await product.idle();
      day = request.clock;
      await product.setClock(`${day}T09:00`);
      return { status: 200, body: {} };
    }
    if ("run" in request) return { status: 200, body: await on.sweep(request.run) };
    return look(request.look);
  }

  return {
    on,
    /** Plays a recorded request. */
    async replay(request: Request): Promise<Played> {
      const { status, body } = await perform(writer.read(request));
      return { request, status, body: writer.write(body) };
    },
    /** Plays a request with ids of this run. */
    async play(request: Request): Promise<{ played: Played; body: unknown }> {
      const recorded = writer.write(request);
      const { status, body } = await perform(request);
      return { played: { request: recorded, status, body: writer.write(body) }, body };
    },
    saveSettings: (more: object) => on.saveSettings(more),
    stop: () => product.stop(),
  };
}
export type Player = Awaited<ReturnType<typeof startPlayer>>;

/** Sums and counters are spread over several rows at random: what counts is what they add up to. */
function sumsOf(rows: readonly Record<string, unknown>[], part: RegExp) {
  const sums: Record<string, number> = {};
  for (const { name, month_part, ...row } of rows) {
    const key = String(month_part ?? name);
    if (!part.test(key)) continue;
    for (const [field, value] of Object.entries(omit(row, "changes", "version")))
      if (typeof value === "number") {
        const sum = `${key.replace(part, "")} ${field}`;
        sums[sum] = (sums[sum] ?? 0) + value;
      }
  }
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => sum !== 0)
      .sort(),
  );
}
