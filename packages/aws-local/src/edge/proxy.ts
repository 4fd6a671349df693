/** Requests and websockets handed on to another server on this machine. */
import { type IncomingMessage, type OutgoingHttpHeaders, request as send } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** Resolves with the other server's answer, whose body is still to be read. Rejects when it cannot be reached. */
export function forward(
  request: IncomingMessage,
  target: { origin: string; path: string; headers: OutgoingHttpHeaders },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(target.origin);
    const onward = send({
      hostname,
      port,
      method: request.method,
      path: target.path,
      headers: target.headers,
    });
    onward.once("response", resolve).once("error", reject);
    request.once("close", () => {
      if (!request.complete) onward.destroy();
    });
    request.pipe(onward);
  });
}

/** Joins a websocket's two ends. */
export function forwardUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, origin: string): void {
  const { hostname, port } = new URL(origin);
  const onward = connect(Number(port), hostname, () => {
    const lines = request.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]));
    onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  onward.once("error", () => socket.destroy());
  socket.once("error", () => onward.destroy());
}
