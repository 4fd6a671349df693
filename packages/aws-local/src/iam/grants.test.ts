import { describe, expect, test } from "vitest";
import { type Call, permissionFaults, unusedGrants } from "./grants.ts";

const table = "arn:aws:dynamodb:eu-west-1:111122223333:table/Clients";
const index = `${table}/index/by-day`;
const granted = [
  { functionId: "List", actions: ["dynamodb:GetItem", "dynamodb:Query"], resources: [table, index] },
];
const call = (action: string, resource: string, more: Partial<Call> = {}): Call => ({
  functionId: "List",
  action: `dynamodb:${action}`,
  resource,
  allowed: true,
  count: 1,
  ...more,
});
const [get, query] = [call("GetItem", table), call("Query", index)];

describe("a statement is fully used", () => {
  test("when every action and every resource was used, in any combination", () =>
    expect(unusedGrants(granted, [get, query])).toEqual([]));

  test("except for an action or a resource that was never used", () => {
    expect(unusedGrants(granted, [query])).toEqual([
      { functionId: "List", action: "dynamodb:GetItem", resource: table },
      { functionId: "List", action: "dynamodb:GetItem", resource: index },
      { functionId: "List", action: "dynamodb:Query", resource: table },
    ]);
  });

  test("only by allowed calls of its own function", () => {
    const otherCalls = [get, query].map((call) => ({ ...call, functionId: "Other" }));
    const refused = [get, query].map((call) => ({ ...call, allowed: false }));
    expect(unusedGrants(granted, [...otherCalls, ...refused]).length).toBe(4);
  });
});

describe("the roles of several runs", () => {
  const exception = { functionId: /^List/, action: "dynamodb:GetItem", resource: /./, reason: "" };

  test("are exact when the runs together used all permissions", () => {
    const runs = [get, query].map((call) => ({ granted, calls: [call] }));
    expect(permissionFaults(runs, [])).toEqual([]);
  });

  test("are not exact when any run had a refused call", () => {
    const refused = call("Scan", table, { allowed: false });
    const runs = [
      { granted, calls: [get, query] },
      { granted, calls: [refused] },
      { granted, calls: [refused] },
    ];
    expect(permissionFaults(runs, [])).toEqual([`List: dynamodb:Scan on ${table} was refused`]);
  });

  test("are not exact when a permission was never used, unless it is an exception", () => {
    const unusedGrant = [{ functionId: "List", actions: ["dynamodb:GetItem"], resources: [table] }];
    expect(permissionFaults([{ granted: unusedGrant, calls: [] }], [])).toEqual([
      `List: dynamodb:GetItem on ${table} is granted but was never used`,
    ]);
    expect(permissionFaults([{ granted: unusedGrant, calls: [] }], [exception])).toEqual([]);
  });

  test("are not exact when an exception is no longer needed", () =>
    expect(permissionFaults([{ granted, calls: [get, query] }], [exception])).toEqual([
      "/^List/: dynamodb:GetItem no longer needs an exception",
    ]));
});
