import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";

let server: Server | undefined;
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  server?.close();
});

/** The module under test, with a local server in place of SES. */
async function sesThrough(protocol: "http" | "https", onConnection: (socket: Socket) => void) {
  server = createServer(onConnection).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const [name, value] of Object.entries({
    AWS_ENDPOINT_URL: `${protocol}://127.0.0.1:${port}`,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    MAIL_FROM: "no-reply@example.com",
    MAIL_CONFIGURATION_SET: "set",
  }))
    vi.stubEnv(name, value);
  return import("./ses.ts");
}

const email = { subject: "Subject", text: "Text", html: "<p>Text</p>" };
const accepted =
  "<SendRawEmailResponse><SendRawEmailResult><MessageId>1</MessageId></SendRawEmailResult></SendRawEmailResponse>";

test("a connection that died after the last email does not affect the next one", async () => {
  const { sendEmail } = await sesThrough("http", (socket) => {
    // As after a freeze: the other side closed the connection, and this side does not know it.
    let isClosed = false;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      if (isClosed) return void socket.destroy();
      if (!chunk.includes("Action=SendRawEmail")) return;
      isClosed = true;
      const head = ["HTTP/1.1 200 OK", "content-type: text/xml", `content-length: ${accepted.length}`];
      socket.write(`${head.join("\r\n")}\r\n\r\n${accepted}`);
    });
  });
  expect(await sendEmail(email, "one@client.example")).toBe("1");
  expect(await sendEmail(email, "two@client.example")).toBe("1");
});

test.each<[string, (socket: Socket) => void]>([
  ["closed", (socket) => socket.destroy()],
  ["reset", (socket) => socket.resetAndDestroy()],
  ["reset during the handshake", (socket) => socket.once("data", () => socket.resetAndDestroy())],
])("a connection that is %s before the email is written means that nothing was sent", async (_, end) => {
  const { sendEmail, sesErrorOf } = await sesThrough("https", end);
  const error = await sendEmail(email, "one@client.example").catch((thrown: unknown) => thrown);
  expect(sesErrorOf(error)).toBe("down");
});

test("after a connection that is reset later, the email may have been sent", async () => {
  const { sendEmail, sesErrorOf } = await sesThrough("http", (socket) =>
    socket.once("data", () => socket.resetAndDestroy()),
  );
  const error = await sendEmail(email, "one@client.example").catch((thrown: unknown) => thrown);
  expect(sesErrorOf(error)).toBe("unknown");
});
