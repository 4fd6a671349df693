import { afterEach, expect, test } from "vitest";
import { type AsynchronousInvocations, openAsynchronousInvocations } from "./asynchronous-invocations.ts";
import type { AsynchronousSettings } from "./definitions.ts";
import { FunctionError } from "./sandbox.ts";

let invocations: AsynchronousInvocations;
afterEach(() => invocations.stop());

interface Delivery {
  target: string;
  body: unknown;
}

/** A function that fails `failures` times, and its failure records. */
function open(failures: number, settings: Partial<AsynchronousSettings> = {}) {
  const events: unknown[] = [];
  const deliveries: Delivery[] = [];
  invocations = openAsynchronousInvocations({
    functions: {
      idOf: (name) => name,
      async invoke(_name, event) {
        events.push(event);
        if (events.length <= failures)
          throw new FunctionError({ errorType: "TypeError", errorMessage: "on purpose" });
        return { done: true };
      },
    },
    settings: () => ({ maximumRetries: 2, maximumAge: 21_600, arn: "arn:function", ...settings }),
    deliver: async (_id, target, body) => void deliveries.push({ target, body: JSON.parse(body) }),
    delays: [1, 1],
  });
  return { events, deliveries };
}

test("an event that fails is retried twice", async () => {
  const { events } = open(2);
  expect(await invocations.invoke("f", { a: 1 }).settled).toEqual({ outcome: { done: true } });
  expect(events).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }]);
});

test("an event that fails three times goes to the failure destination", async () => {
  const { events, deliveries } = open(3, { onFailure: "arn:queue" });
  expect(await invocations.invoke("f", { a: 1 }).settled).toEqual({ error: "TypeError: on purpose" });
  expect(events).toHaveLength(3);
  expect(deliveries).toEqual([
    {
      target: "arn:queue",
      body: expect.objectContaining({
        requestPayload: { a: 1 },
        requestContext: expect.objectContaining({
          condition: "RetriesExhausted",
          approximateInvokeCount: 3,
          functionArn: "arn:function:$LATEST",
        }),
        responsePayload: expect.objectContaining({ errorType: "TypeError", errorMessage: "on purpose" }),
      }),
    },
  ]);
});

test("the template sets the number of retries", async () => {
  const failing = open(1, { maximumRetries: 0 });
  expect(await invocations.invoke("f", {}).settled).toHaveProperty("error");
  expect(failing.events).toHaveLength(1);
});

test("idle waits for retries", async () => {
  const { events } = open(2);
  void invocations.invoke("f", {});
  await invocations.idle();
  expect(events).toHaveLength(3);
});
