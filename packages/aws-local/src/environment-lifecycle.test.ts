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
  const environment = await startEnvironment({ assembly, now: "2026-12-24T09:00" });
  await environment.setClock("2027-03-01T09:00");
  const event = (await probe({ do: "event" }, environment)).body;
  expect(event.requestContext.time).toMatch(/^01\/Mar\/2027:06:00:/);
  await environment.setClock("2027-03-02T06:59:59.500");
  await expect.poll(() => getItem("daily", environment)).toBeTruthy();
  expect(JSON.parse((await getItem("daily", environment)).event).time).toBe("2027-03-02T04:00:00Z");
  await environment.stop();
});

test("a reset deletes all data, stops all work and resets the clock", async () => {
  const environment = await startEnvironment({ assembly, now: "2026-12-24T09:00" });
  const person = {
    UserPoolId: environment.userPoolId,
    Username: "anna@client.example",
    MessageAction: "SUPPRESS",
  };
  const inbox = async () => (await fetch(`${environment.mail}/messages`)).json();
  await probe({ do: "put", id: "stored" }, environment);
  await probe({ do: "mail" }, environment);
  await environment.userPool("AdminCreateUser", person);
  await probe({ do: "enqueue", message: { id: "again and again", fail: true } }, environment);
  await fetch(`${environment.mail}/faults`, {
    method: "PUT",
    body: JSON.stringify({ refuse: ["anna@client.example"] }),
  });
  expect((await probe({ do: "mail" }, environment)).status).toBe(500);
  await environment.setClock("2027-03-01T09:00");
  const eventCount = () =>
    environment
      .calls()
      .find(({ functionId, action }) => functionId === id.Probe && action === "logs:PutLogEvents")?.count ??
    0;
  const before = eventCount();
  const lost = probe({ do: "wait", ms: 55_000 }, environment).catch(() => ({ status: 0 }));
  await expect.poll(eventCount).toBe(before + 1);
  await environment.reset();

  expect((await lost).status).not.toBe(200);
  const query = { do: "environment" };
  const { QUEUE_URL } = (await probe(query, environment)).body;
  expect(await getItem("stored", environment)).toBeNull();
  expect(await messages(QUEUE_URL.split("/").at(-1), environment)).toEqual([]);
  expect(await inbox()).toEqual([]);
  expect((await environment.userPool("ListUsers", person)).Users).toEqual([]);
  expect((await probe({ do: "event" }, environment)).body.requestContext.time).toMatch(
    /^24\/Dec\/2026:06:00:/,
  );
  expect((await probe({ do: "mail" }, environment)).status).toBe(200);
  expect(await inbox()).toHaveLength(1);
  await environment.userPool("AdminCreateUser", person);
  await environment.stop();
});

test("a reset ends a function and its module state, unless it is idle and kept warm", async () => {
  const environment = await startEnvironment({ assembly });
  const count = async () => (await probe({ do: "count" }, environment)).body;
  const keepWarm = (functionId: string) => functionId === id.Probe;
  await count();
  await environment.reset({ keepWarm });
  expect(await count()).toBe(2);
  const lost = probe({ do: "spin" }, environment);
  await expect.poll(() => environment.calls().find(({ count }) => count === 3)).toBeTruthy();
  await environment.reset({ keepWarm });
  expect((await lost).status).toBe(500);
  expect(await count()).toBe(1);
  await environment.reset();
  expect(await count()).toBe(1);
  await environment.stop();
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
  const secondListener = await listen(free);
  await Promise.all([secondListener.close(), blocker.close()]);
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
