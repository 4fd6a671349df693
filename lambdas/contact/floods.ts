/** One address may send so many messages within an hour before the next ones are suspected; an office shares one. */
const most = 20;
const hour = 3_600_000;
/** A memory of more addresses than this is a flood of addresses: it is begun anew. */
const mostAddresses = 10_000;

/**
 * When each address sent, as far as this running function saw it. Addresses are personal data, so they are written
 * nowhere; functions that run beside each other see a part each, and the route's throttle bounds them together.
 */
const sent = new Map<string, number[]>();

/** Notes a message of an address at an instant (epoch milliseconds), and tells whether it is one too many. */
export function isFlood(address: string, at: number): boolean {
  const recent = [...(sent.get(address) ?? []).filter((one) => one > at - hour), at].slice(-most - 1);
  if (sent.size >= mostAddresses) sent.clear();
  sent.set(address, recent);
  return recent.length > most;
}
