import { request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { fixtureAssembly } from "../../test/fixture.ts";
import { startEnvironment } from "../environment.ts";
import { serve } from "../http-server.ts";

test("a dev server replaces the files and their headers, but not the API and config.json", async () => {
  const vite = await serve(0, (incoming, response) => response.end(`vite ${incoming.url}`));
  vite.server.on("upgrade", (_incoming, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
    socket.on("data", (data) => socket.end(`echo ${data}`));
  });
  const { site, cognito, stop } = await startEnvironment({
    assembly: await fixtureAssembly(),
    frontend: vite.url,
  });
  onTestFinished(async () => {
    await stop();
    await vite.close();
  });
  const page = await fetch(`${site}/admin/clients`, { headers: { accept: "text/html" } });
  expect(await page.text()).toBe("vite /admin.html");
  expect(page.headers.has("content-security-policy")).toBe(false);
  expect(await (await fetch(`${site}/src/main.tsx?v=1`)).text()).toBe("vite /src/main.tsx?v=1");
  expect(await (await fetch(`${site}/config.json`)).json()).toMatchObject({ userPoolEndpoint: cognito });
  expect((await fetch(`${site}/api/open`)).status).toBe(200);

  const echoed = Promise.withResolvers<string>();
  request(`${site}/`, { headers: { connection: "upgrade", upgrade: "websocket" } })
    .on("upgrade", (_response, socket) => {
      socket.on("data", (data) => echoed.resolve(String(data)));
      socket.write("hello");
    })
    .on("error", echoed.reject)
    .end();
  expect(await echoed.promise).toBe("echo hello");
});
