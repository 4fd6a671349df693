import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AwsError } from "../aws-error.ts";
import { openTables, type Tables } from "./tables.ts";

// Random sequences of writes against a model: an item is a version and an payer, or is absent. Every write
// may be conditional on the version that its writer believes is there.

const TableName = "Records";
const ids = ["a", "b", "c"];
type Content = { version: number; payer: string | undefined };
type Action = {
  kind: "Put" | "Update" | "Delete";
  id: string;
  payer: string | undefined;
  /** The version to find; 0 for none. */
  expected: number;
};
type Step = { actions: Action[]; transaction: boolean };

const action = fc.record({
  kind: fc.constantFrom("Put" as const, "Update" as const, "Delete" as const),
  id: fc.constantFrom(...ids),
  payer: fc.constantFrom("x", "y", undefined),
  expected: fc.nat(6),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  action.map((one) => ({ actions: [one], transaction: false })),
  fc
    .uniqueArray(action, { selector: ({ id }) => id, minLength: 1, maxLength: 3 })
    .map((actions) => ({ actions, transaction: true })),
);

async function open(): Promise<Tables> {
  const tables = await openTables();
  await tables.create([
    {
      TableName,
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: ["id", "payer"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
      GlobalSecondaryIndexes: [
        {
          IndexName: "by-payer",
          KeySchema: [{ AttributeName: "payer", KeyType: "HASH" }],
          Projection: { ProjectionType: "ALL" },
        },
      ],
    },
  ]);
  return tables;
}

function request({ kind, id, payer, expected }: Action, version: number) {
  const condition = {
    TableName,
    ConditionExpression: expected === 0 ? "attribute_not_exists(id)" : "version = :expected",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
  const key = { Key: { id: { S: id } } };
  const values = {
    ...(expected !== 0 && { ":expected": { N: String(expected) } }),
    ...(kind === "Update" && {
      ":version": { N: String(version) },
      ...(payer && { ":payer": { S: payer } }),
    }),
  };
  return {
    ...condition,
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    ...(kind === "Put" && {
      Item: { ...key.Key, version: { N: String(version) }, ...(payer && { payer: { S: payer } }) },
    }),
    ...(kind !== "Put" && key),
    ...(kind === "Update" && {
      UpdateExpression: payer
        ? "SET version = :version, payer = :payer"
        : "SET version = :version REMOVE payer",
    }),
  };
}

/** Which of the step's conditions failed, with the versions found; nothing if the step was made. */
async function attempt(tables: Tables, { actions, transaction }: Step, version: number) {
  const TransactItems = actions.map((each) => ({ [each.kind]: request(each, version) }));
  const [first] = actions;
  try {
    if (transaction || !first) await tables.call("TransactWriteItems", { TransactItems });
    else await tables.call(`${first.kind}Item`, request(first, version));
    return undefined;
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    type Reason = { Code: string; Item?: { version: { N: string } } };
    const reasons = error.details.CancellationReasons ?? [{ Code: error.code, ...error.details }];
    return (reasons as Reason[]).map(({ Code, Item }) => ({
      code: Code.replace(/Exception$/, ""),
      found: Number(Item?.version.N ?? 0),
    }));
  }
}

async function contents(tables: Tables, IndexName?: string): Promise<Map<string, Content>> {
  const { Items } = await tables.call("Scan", { TableName, ...(IndexName && { IndexName }) });
  type Found = { id: { S: string }; version: { N: string }; payer?: { S: string } };
  return new Map(
    (Items as Found[]).map(({ id, version, payer }) => [
      id.S,
      { version: Number(version.N), payer: payer?.S },
    ]),
  );
}

test("one after the other, writes do what the model does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const tables = await open();
      const model = new Map<string, Content>();
      for (const [number, each] of steps.entries()) {
        // Versions repeat so that conditions are met and missed about as often.
        const version = 1 + (number % 6);
        const reasons = each.actions.map(({ id, expected }) => {
          const found = model.get(id)?.version ?? 0;
          return found === expected ? { code: "None", found: 0 } : { code: "ConditionalCheckFailed", found };
        });
        const failed = reasons.some(({ code }) => code !== "None");
        expect(await attempt(tables, each, version)).toEqual(failed ? reasons : undefined);
        if (failed) continue;
        for (const { kind, id, payer } of each.actions) {
          if (kind === "Delete") model.delete(id);
          else model.set(id, { version, payer });
        }
      }
      expect(await contents(tables)).toEqual(model);
      expect(await contents(tables, "by-payer")).toEqual(
        new Map([...model].filter(([, { payer }]) => payer)),
      );
      await tables.close();
    }),
    { numRuns: 150 },
  );
});

test("from several sides at once, every version is left once and found once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { maxLength: 8 }), { minLength: 2, maxLength: 5 }),
      async (clients) => {
        const tables = await open();
        // What each side last saw of each item is what it expects next.
        const written: { id: string; from: number; to: number }[] = [];
        const seen: number[] = [];
        let versions = 0;
        const run = async (steps: Step[]) => {
          const known = new Map<string, number>();
          for (const { actions, transaction } of steps) {
            const version = ++versions;
            const believed = actions.map((each) => ({ ...each, expected: known.get(each.id) ?? 0 }));
            const failures = await attempt(tables, { actions: believed, transaction }, version);
            for (const [position, { id, kind, expected }] of believed.entries()) {
              const failure = failures?.[position];
              if (!failures) {
                const to = kind === "Delete" ? 0 : version;
                written.push({ id, from: expected, to });
                known.set(id, to);
              } else if (failure?.code === "ConditionalCheckFailed") {
                expect(failure.found).not.toBe(expected);
                seen.push(failure.found);
                known.set(id, failure.found);
              } else {
                expect(failure?.code).toMatch(/^(None|TransactionConflict)$/);
              }
            }
          }
        };
        await Promise.all(clients.map(run));

        // An item's writes lead from absent to what is there now, each from where another one led.
        const end = await contents(tables);
        for (const id of ids) {
          const balance = new Map<number, number>([[0, 1]]);
          const add = (version: number, amount: number) =>
            balance.set(version, (balance.get(version) ?? 0) + amount);
          for (const { from, to } of written.filter((write) => write.id === id)) {
            add(from, -1);
            add(to, 1);
          }
          const left = [...balance].filter(([, amount]) => amount !== 0);
          expect(left).toEqual([[end.get(id)?.version ?? 0, 1]]);
        }
        for (const version of seen) expect([0, ...written.map(({ to }) => to)]).toContain(version);
        expect(await contents(tables, "by-payer")).toEqual(
          new Map([...end].filter(([, { payer }]) => payer)),
        );
        await tables.close();
      },
    ),
    { numRuns: 150 },
  );
});
