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

describe("a statement is used up", () => {
  test("when each of its actions and each of its resources was used, in whatever pairs", () =>
    expect(unusedGrants(granted, [get, query])).toEqual([]));

  test("but for the action or the resource that nobody used", () => {
    expect(unusedGrants(granted, [query])).toEqual([
      { functionId: "List", action: "dynamodb:GetItem", resource: table },
      { functionId: "List", action: "dynamodb:GetItem", resource: index },
      { functionId: "List", action: "dynamodb:Query", resource: table },
    ]);
  });

  test("by its own function's calls, and by those that were allowed", () => {
    const others = [get, query].map((one) => ({ ...one, functionId: "Other" }));
    const refused = [get, query].map((one) => ({ ...one, allowed: false }));
    expect(unusedGrants(granted, [...others, ...refused]).length).toBe(4);
  });
});

describe("the roles of several runs", () => {
  const reserve = { functionId: /^List/, action: "dynamodb:GetItem", resource: /./, reason: "" };

  test("are exact when together the runs used all of them", () => {
    const runs = [get, query].map((one) => ({ granted, calls: [one] }));
    expect(permissionFaults(runs, [])).toEqual([]);
  });

  test("are not, when a call was refused in any of them", () => {
    const refused = call("Scan", table, { allowed: false });
    const runs = [
      { granted, calls: [get, query] },
      { granted, calls: [refused] },
      { granted, calls: [refused] },
    ];
    expect(permissionFaults(runs, [])).toEqual([`List: dynamodb:Scan on ${table} was refused`]);
  });

  test("are not, when one allows what none used, unless that has its reason", () => {
    const one = [{ functionId: "List", actions: ["dynamodb:GetItem"], resources: [table] }];
    expect(permissionFaults([{ granted: one, calls: [] }], [])).toEqual([
      `List: dynamodb:GetItem on ${table} is granted, and was never used`,
    ]);
    expect(permissionFaults([{ granted: one, calls: [] }], [reserve])).toEqual([]);
  });

  test("nor when something has a reason that it no longer needs", () =>
    expect(permissionFaults([{ granted, calls: [get, query] }], [reserve])).toEqual([
      "/^List/: dynamodb:GetItem needs no exception any more",
    ]));
});
