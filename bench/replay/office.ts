import { createHash } from "node:crypto";
import { today } from "../../test/product/product.ts";
import { OWN_PREFIX, type Played, type Player, type Request } from "./player.ts";

export type CompanyOptions = {
  seed: number;
  requests: number;
  /** Clients get receipts, so that every email has to be waited for. */
  receipts: boolean;
  /** Subscriptions can begin many years ago, so that changes do not fit into one transaction. */
  old: boolean;
};

export type RouteRequest = Extract<Request, { route: string }>;
export type Client = { id: string; name: string; email: string };

const LOOK_AFTER = 100;

/** Mulberry32. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (percent: number) => next() * 100 < percent,
    pick: <T>(all: readonly T[]): T | undefined => all[below(all.length)],
    of: <T>(...all: [T, ...T[]]): T => all[below(all.length)] as T,
  };
}

export type Office = ReturnType<typeof openOffice>;

/** The office of one company: its day, what its staff know of, and their requests. */
export function openOffice(
  player: Player,
  { seed, receipts, old }: CompanyOptions,
  save: (played: Played) => void,
) {
  const random = randomFrom(seed);
  let ids = 0;
  let codes = 0;
  const clients: Client[] = [];
  const office = {
    ...random,
    seed,
    old,
    day: today,
    /** The number of requests so far. */
    count: 0,
    clients,
    paymentIds: [] as string[],
    refundIds: [] as string[],
    lineIds: [] as string[],
    imports: [] as string[],
    /** The last payment that was recorded, to be sent again. */
    repeatable: undefined as RouteRequest | undefined,
    newId() {
      ids += 1;
      const hash = createHash("sha256").update(`${seed} ${ids}`).digest("hex");
      return `${OWN_PREFIX}-${hash.slice(0, 4)}-4${hash.slice(4, 7)}-8${hash.slice(7, 10)}-${hash.slice(10, 22)}`;
    },
    newCode() {
      codes += 1;
      return `T${String(seed % 1000).padStart(3, "0")}B${String(codes).padStart(5, "0")}`;
    },
    cents: () => 1 + random.below(400_00),
    currency: () => random.of("KES", "KES", "USD"),
    async ask(request: Request): Promise<{ status: number; body: unknown }> {
      const { played, body } = await player.play(request);
      save(played);
      if ("look" in request) return { status: played.status, body };
      office.count += 1;
      if (office.count % LOOK_AFTER === 0) await office.look();
      return { status: played.status, body };
    },
    look: () => office.ask({ look: clients.map(({ id }) => id) }),
    call(request: RouteRequest) {
      const waits = receipts || old || request.waits;
      return office.ask(waits && !request.route.startsWith("GET") ? { ...request, waits: true } : request);
    },
  };
  return office;
}
