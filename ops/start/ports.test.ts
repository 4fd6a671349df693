import { expect, test } from "vitest";
import { BLOCKED_PORTS, portsFrom } from "./ports.ts";

test("the blocked ports are those that fetch refuses", async () => {
  for (const port of BLOCKED_PORTS) {
    const cause = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error.cause);
    expect([port, cause]).toEqual([port, expect.objectContaining({ message: "bad port" })]);
  }
});

test("a blocked neighbour is left out, and a blocked port is refused", () => {
  expect(portsFrom("4000", 5)).toEqual([4000, 4001, 4002, 4003, 4004]);
  expect(portsFrom("4187", 5)).toEqual([4187, 4188, 4189, 4191, 4192]);
  expect(portsFrom("6663", 5)).toEqual([6663, 6664, 6670, 6671, 6672]);
  expect(() => portsFrom("4190", 5)).toThrow("Browsers do not connect to port 4190.");
  for (const text of ["65532", "0", "x", "4000.5"]) expect(() => portsFrom(text, 5)).toThrow("is not a port");
});
