import type { CDPSession, Page } from "playwright-core";

/** A phone in Nairobi, a stack in Ireland. Latency is a round trip in milliseconds. */
export const link = { latency: 150, bytesPerSecond: 1_600_000 / 8 };

type LinkRequest = { url: string; start: number; end: number; bytes: number };

/** Slows the link of a page, and records its requests since `restart`, without those answered by its cache. */
export async function slowLink(page: Page, bytesPerSecond = link.bytesPerSecond) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const open = new Map<string, LinkRequest>();
  let requests: LinkRequest[] = [];
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith("http")) return;
    const opened = { url: request.url, start: timestamp, end: Number.POSITIVE_INFINITY, bytes: 0 };
    open.set(requestId, opened);
    requests.push(opened);
  });
  const remove = (requestId: string) => {
    requests = requests.filter((request) => request !== open.get(requestId));
  };
  session.on("Network.requestServedFromCache", ({ requestId }) => remove(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) remove(requestId);
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
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  return {
    /** Clears the recorded requests. */
    restart: () => {
      requests = [];
    },
    requests: () => [...requests],
    /**
     * The round of the last request that matches. Each round begins when a request of the round before has ended.
     * @throws Error when none matches
     */
    roundOf(address: RegExp): number {
      const rounds = [...roundsOf(requests)].filter(([{ url }]) => address.test(url));
      if (rounds.length === 0) throw new Error(`No request matches ${address}.`);
      return Math.max(...rounds.map(([, round]) => round));
    },
  };
}

/** The round of each request: one more than the rounds of all requests that had ended when it began. */
function roundsOf(requests: readonly LinkRequest[]): Map<LinkRequest, number> {
  const rounds = new Map<LinkRequest, number>();
  for (const request of [...requests].sort((a, b) => a.start - b.start)) {
    const before = [...rounds].filter(([{ end }]) => end <= request.start).map(([, round]) => round);
    rounds.set(request, 1 + Math.max(0, ...before));
  }
  return rounds;
}
