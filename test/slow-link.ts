import type { CDPSession, Page } from "playwright-core";

/** A phone in Nairobi, a stack in Ireland: milliseconds for a round trip, bytes a second either way. */
export const link = { latency: 150, bytesPerSecond: 1_600_000 / 8 };

type Asked = { url: string; start: number; end: number; bytes: number };

/** What a page asks for over a slow link, from `restart` on; what its cache has is not asked for. */
export async function slowLink(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const open = new Map<string, Asked>();
  let asked: Asked[] = [];
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith("http")) return;
    const one = { url: request.url, start: timestamp, end: Number.POSITIVE_INFINITY, bytes: 0 };
    open.set(requestId, one);
    asked.push(one);
  });
  const forget = (requestId: string) => {
    asked = asked.filter((one) => one !== open.get(requestId));
  };
  session.on("Network.requestServedFromCache", ({ requestId }) => forget(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) forget(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    Object.assign(open.get(requestId) ?? {}, { end: timestamp, bytes: encodedDataLength });
  });
  session.on("Network.loadingFailed", ({ requestId, timestamp }) => {
    Object.assign(open.get(requestId) ?? {}, { end: timestamp });
  });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: link.latency,
    downloadThroughput: link.bytesPerSecond,
    uploadThroughput: link.bytesPerSecond,
  });
  return {
    /** Forgets what was asked until now. */
    restart: () => {
      asked = [];
    },
    asked: () => [...asked],
    /** In which round the last of such addresses was asked for: each round begins when something before has ended. */
    roundOf: (address: RegExp) =>
      Math.max(0, ...[...roundsOf(asked)].flatMap(([{ url }, round]) => (address.test(url) ? [round] : []))),
  };
}

/** In which round each was asked: the first after all that had ended when it began. */
function roundsOf(asked: readonly Asked[]): Map<Asked, number> {
  const rounds = new Map<Asked, number>();
  for (const one of [...asked].sort((a, b) => a.start - b.start)) {
    const before = [...rounds].filter(([{ end }]) => end <= one.start).map(([, round]) => round);
    rounds.set(one, 1 + Math.max(0, ...before));
  }
  return rounds;
}
