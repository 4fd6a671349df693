import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";

type Served = { status: number; headers: Record<string, string>; body: Buffer };

/** A proxy that changes the site's pages and compresses them once, as CloudFront does. */
export async function serve(site: string, change: (html: string) => string): Promise<Server> {
  const cache = new Map<string, Promise<Served>>();
  const load = async (path: string): Promise<Served> => {
    const answer = await fetch(site + path);
    const type = answer.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    const body = type.startsWith("text/html") ? Buffer.from(change(bytes.toString())) : bytes;
    const hop = /^(content-(length|encoding)|transfer-encoding|connection|keep-alive)$/;
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !hop.test(name)));
    if (/woff2|png/.test(type)) return { status: answer.status, headers, body };
    const compressed = { ...headers, "content-encoding": "br" };
    return { status: answer.status, headers: compressed, body: brotliCompressSync(body) };
  };
  const server = createServer(async ({ url = "/" }, response) => {
    const answer = cache.get(url) ?? load(url);
    cache.set(url, answer);
    const { status, headers, body } = await answer;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

export const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
