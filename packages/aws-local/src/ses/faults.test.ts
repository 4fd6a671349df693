import { expect, test } from "vitest";
import { email, startSes } from "../../test/ses-under-test.ts";

test("faults can be set and cleared over HTTP", async () => {
  const { service, ses, faults, emails } = await startSes();
  await faults({ down: true });
  await expect(ses.send(email())).rejects.toMatchObject({ name: "ServiceUnavailable" });
  await faults({ throttle: 1, refuse: ["bad@client.example"] });
  await expect(ses.send(email())).rejects.toMatchObject({ name: "Throttling" });
  await ses.send(email());
  await expect(
    ses.send(email({ Destination: { ToAddresses: ["bad@client.example"] } })),
  ).rejects.toMatchObject({ name: "MessageRejected" });
  await faults({ paused: true });
  await expect(ses.send(email())).rejects.toMatchObject({ name: "AccountSendingPausedException" });
  await faults({ dayUsedUp: true });
  await expect(ses.send(email())).rejects.toMatchObject({
    name: "Throttling",
    message: "Daily message quota exceeded.",
  });
  await faults({ delayMs: 60 });
  const startedAt = performance.now();
  await ses.send(email());
  expect(performance.now() - startedAt).toBeGreaterThan(55);
  expect(await faults({ dwon: true })).toBe(400);
  await fetch(`${service.url}/faults`, { method: "DELETE" });
  await ses.send(email());
  expect(await emails()).toHaveLength(3);
});

test("an email whose connection is cut after acceptance is in the inbox, and a retry sends it again", async () => {
  const { ses, faults, emails } = await startSes({}, 2);
  await faults({ acceptThenDrop: 1 });
  await ses.send(email());
  expect(await emails()).toHaveLength(2);
  await faults({ acceptThenDrop: 2 });
  await expect(ses.send(email())).rejects.toThrow();
  expect(await emails()).toHaveLength(4);
});
