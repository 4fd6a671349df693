import { beforeAll, expect, test } from "vitest";
import { fixtureAssembly } from "../test/fixture.ts";
import { idsOf, messages, probe } from "../test/probe.ts";
import { startEnvironment } from "./environment.ts";
import { readAssembly } from "./template/assembly.ts";

let assembly: string;
let id: Record<string, string>;
beforeAll(async () => {
  assembly = await fixtureAssembly();
  id = idsOf(readAssembly(assembly).template);
});

test("a schedule whose role may not invoke its function is an error", async () => {
  const stopped = await startEnvironment({
    assembly,
    template(template) {
      for (const [name, { Properties }] of Object.entries(template.Resources))
        if (name.startsWith("SchedulerRole") && Properties?.Roles) delete template.Resources[name];
      return template;
    },
  });
  const result = await stopped.runSchedule(String(id.EveryMorning), 0);
  expect(result).toEqual({
    error: expect.stringMatching(/role\/SchedulerRole.* may not lambda:InvokeFunction on .*Daily/),
  });
  await stopped.stop();
});

test("a rule without a Lambda permission sends its event to the dead-letter queue", async () => {
  const stopped = await startEnvironment({
    assembly,
    template(template) {
      for (const name of Object.keys(template.Resources))
        if (name.startsWith("MailEventsAllow")) delete template.Resources[name];
      return template;
    },
  });
  await probe({ do: "mail" }, stopped);
  await stopped.idle();
  const [email] = await messages(String(id.Dead), stopped);
  expect(JSON.parse(email?.Body ?? "")).toMatchObject({ "detail-type": "Email Delivered" });
  expect(email?.MessageAttributes?.ERROR_MESSAGE?.StringValue).toContain(
    "No Lambda permission lets events.amazonaws.com call",
  );
  await stopped.stop();
});

test("without one permission exactly that call fails, with its name", async () => {
  const restricted = await startEnvironment({
    assembly,
    template: (template) => JSON.parse(JSON.stringify(template).replaceAll('"dynamodb:PutItem",', "")),
  });
  expect((await probe({ do: "get", id: "x" }, restricted)).status).toBe(200);
  expect((await probe({ do: "put", id: "x" }, restricted)).status).toBe(500);
  const failure = restricted.invoke("ProbeB22986FB", { do: "put", id: "x" });
  await expect(failure).rejects.toMatchObject({
    errorType: "AccessDeniedException",
    message: expect.stringContaining(
      `is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:eu-west-1:111122223333:table/${id.Items}`,
    ),
  });
  expect(restricted.calls().filter(({ allowed }) => !allowed)).toEqual([
    expect.objectContaining({ action: "dynamodb:PutItem", count: 2 }),
  ]);
  await restricted.stop();
});

test("a consumer whose role may not read its queue stops the start", async () => {
  const start = startEnvironment({
    assembly,
    template: (template) => JSON.parse(JSON.stringify(template).replaceAll('"sqs:ReceiveMessage",', "")),
  });
  await expect(start).rejects.toThrow(
    "The function execution role does not have permissions to call ReceiveMessage on SQS",
  );
});
