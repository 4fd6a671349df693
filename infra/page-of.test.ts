import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";

type Outcome = { uri?: string; statusCode?: number; headers?: { location?: { value: string } } };
const code = readFileSync(new URL("page-of.js", import.meta.url), "utf8");
const visit = (uri: string): Outcome =>
  runInNewContext(`${code}; handler(event)`, { event: { request: { uri } } });

describe("at the edge", () => {
  test.each([
    ["/", "/index.html"],
    ["/admin", "/admin.html"],
    ["/admin/", "/admin.html"],
    ["/admin/clients", "/admin.html"],
    ["/config.json", "/config.json"],
    ["/robots.txt", "/robots.txt"],
  ])("%s is the file %s", (path, file) => expect(visit(path).uri).toBe(file));

  test.each(["/about", "/administrator", "/index.php/x", "/a/b.html", "/wp-login/"])(
    "%s leads to /",
    (path) => {
      const { statusCode, headers } = visit(path);
      expect([statusCode, headers?.location?.value]).toEqual([302, "/"]);
    },
  );
});
