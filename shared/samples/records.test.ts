import { expect, test } from "vitest";
import { sampleClients, sampleSubscriptions } from "./records.ts";

test("the samples are five clients with .example addresses, and six subscriptions of all frequencies", () => {
  expect(sampleClients).toHaveLength(5);
  expect(sampleClients.every(({ email }) => email.endsWith(".example"))).toBe(true);
  expect(sampleSubscriptions).toHaveLength(6);
  expect(new Set(sampleSubscriptions.map(({ frequency }) => frequency)).size).toBe(4);
  const amounts = sampleSubscriptions.map(({ amount }) => amount);
  expect([Math.min(...amounts), Math.max(...amounts)]).toEqual([149.99, 1999.99]);
  const emails = new Set(sampleClients.map(({ email }) => email));
  expect(sampleSubscriptions.every(({ client }) => emails.has(client))).toBe(true);
});
