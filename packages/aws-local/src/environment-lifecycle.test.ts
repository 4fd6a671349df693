import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { fixtureAssembly } from "../test/fixture.ts";
import { getItem, idsOf, messages, probe } from "../test/probe.ts";
import { startEnvironment } from "./environment.ts";
import { serve } from "./http-server.ts";
import { readAssembly } from "./template/assembly.ts";

let assembly: string;
let id: Record<string, string>;
beforeAll(async () => {
  assembly = await fixtureAssembly();
  id = idsOf(readAssembly(assembly).template);
});

test("after the clock is set, it runs on from there, and schedules skip the time between", async () => {
  const other = await startEnvironment({ assembly, now: "2026-12-24T09:00" });
  await other.setClock("2027-03-01T09:00");
  const event = (await probe({ do: "event" }, other)).body;
  expect(event.requestContext.time).toMatch(/^01\/Mar\/2027:06:00:/);
  await other.setClock("2027-03-02T06:59:59.500");
  await expect.poll(() => getItem("daily", other)).toBeTruthy();
  expect(JSON.parse((await getItem("daily", other)).event).time).toBe("2027-03-02T04:00:00Z");
  await other.stop();
});

test("a reset deletes all data, stops all work and resets the clock", async () => {
  const other = await startEnvironment({ assembly, now: "2026-12-24T09:00" });
  const person = { UserPoolId: other.userPoolId, Username: "anna@client.example", MessageAction: "SUPPRESS" };
  const inbox = async () => (await fetch(`${other.mail}/messages`)).json();
  await probe({ do: "put", id: "stored" }, other);
  await probe({ do: "mail" }, other);
  await other.userPool("AdminCreateUser", person);
  await probe({ do: "enqueue", message: { id: "again and again", fail: true } }, other);
  await fetch(`${other.mail}/faults`, {
    method: "PUT",
    body: JSON.stringify({ refuse: ["anna@client.example"] }),
  });
  expect((await probe({ do: "mail" }, other)).status).toBe(500);
  await other.setClock("2027-03-01T09:00");
  const eventCount = () =>
    other.calls().find(({ functionId, action }) => functionId === id.Probe && action === "logs:PutLogEvents")
      ?.count ?? 0;
  const before = eventCount();
  const lost = probe({ do: "wait", ms: 55_000 }, other).catch(() => ({ status: 0 }));
  await expect.poll(eventCount).toBe(before + 1);
  await other.reset();

  expect((await lost).status).not.toBe(200);
  const query = { do: "environment" };
  const { QUEUE_URL } = (await probe(query, other)).body;
  expect(await getItem("stored", other)).toBeNull();
  expect(await messages(QUEUE_URL.split("/").at(-1), other)).toEqual([]);
  expect(await inbox()).toEqual([]);
  expect((await other.userPool("ListUsers", person)).Users).toEqual([]);
  expect((await probe({ do: "event" }, other)).body.requestContext.time).toMatch(/^24\/Dec\/2026:06:00:/);
  expect((await probe({ do: "mail" }, other)).status).toBe(200);
  expect(await inbox()).toHaveLength(1);
  await other.userPool("AdminCreateUser", person);
  await other.stop();
});

test("a reset ends a function and its module state, unless it is idle and kept warm", async () => {
  const other = await startEnvironment({ assembly });
  const count = async () => (await probe({ do: "count" }, other)).body;
  const keepWarm = (functionId: string) => functionId === id.Probe;
  await count();
  await other.reset({ keepWarm });
  expect(await count()).toBe(2);
  const lost = probe({ do: "spin" }, other);
  await expect.poll(() => other.calls().find(({ count }) => count === 3)).toBeTruthy();
  await other.reset({ keepWarm });
  expect((await lost).status).toBe(500);
  expect(await count()).toBe(1);
  await other.reset();
  expect(await count()).toBe(1);
  await other.stop();
});

test("data survives a restart in the same directory", async () => {
  const directory = mkdtempSync(join(tmpdir(), "environment-"));
  const first = await startEnvironment({ assembly, directory });
  await probe({ do: "put", id: "stored" }, first);
  await probe({ do: "log", message: "a line" }, first);
  await first.stop();
  expect(readFileSync(join(directory, "logs", `${id.Probe}.log`), "utf8")).toContain("a line\n");
  const second = await startEnvironment({ assembly, directory });
  expect(await getItem("stored", second)).toEqual({ id: "stored", note: "stored" });
  expect(second.userPoolId).toBe(first.userPoolId);
  await second.stop();
  rmSync(directory, { recursive: true });
});

test("a port in use stops the start, and all opened ports are closed", async () => {
  const listen = (port: number) => serve(port, () => {});
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
  const blocker = await listen(0);
  const port = portOf(blocker);
  const probe = await listen(0);
  const free = portOf(probe);
  await probe.close();
  await expect(startEnvironment({ assembly, ports: { site: port, aws: free } })).rejects.toThrow(
    `Port ${port} is taken by another program.`,
  );
  const again = await listen(free);
  await Promise.all([again.close(), blocker.close()]);
});

test("stopping does not wait for running functions", async () => {
  const stopped = await startEnvironment({ assembly });
  const lost = stopped.invoke(String(id.Probe), { do: "spin" }).catch((error: Error) => error.message);
  const startedAt = performance.now();
  await stopped.stop();
  // The function's timeout is a minute.
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(await lost).toContain("signal: killed");
});
