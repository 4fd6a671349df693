/** EventBridge's default bus: rules send matching events to their targets. */
import * as z from "zod";
import { messageOf } from "../aws-error.ts";
import { readAll, type Template } from "../template/template.ts";
import type { Deliver } from "./deliveries.ts";

/** Fields with their allowed values. Comparisons such as `prefix` are not supported and throw. */
export interface Pattern {
  [field: string]: Pattern | unknown[];
}

export function matchesPattern(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const value = Object(event)[field];
    if (!Array.isArray(expected)) return value !== undefined && matchesPattern(expected, value);
    const comparison = expected.find(
      (alternative) => alternative !== null && typeof alternative === "object",
    );
    if (comparison || field.startsWith("$"))
      throw new Error(`The event pattern's ${JSON.stringify(comparison ?? field)} is not supported.`);
    return expected.some((alternative) => [value].flat().includes(alternative));
  });
}

/** The supported properties of AWS::Events::Rule: targets receive events unchanged. */
const Target = z.strictObject({
  Id: z.string(),
  Arn: z.string(),
  DeadLetterConfig: z.object({ Arn: z.string() }).optional(),
});
const Rule = z.object({
  EventBusName: z.undefined().optional(),
  EventPattern: z.custom<Pattern>((value) => typeof value === "object"),
  State: z.string().optional(),
  Targets: z.array(Target).default([]),
});

/** Returns a function that puts an event on the bus. Throws for unsupported rules. */
export function openEventBus(template: Template, deliver: Deliver, log: (line: string) => void) {
  const rules = readAll(template, "AWS::Events::Rule", Rule).filter(
    ({ properties }) => properties.State !== "DISABLED",
  );

  async function send(ruleArn: string, { Arn, DeadLetterConfig }: z.infer<typeof Target>, body: string) {
    const sender = { service: "events.amazonaws.com", sourceArn: ruleArn };
    try {
      await deliver(sender, Arn, body);
    } catch (error) {
      const reason = messageOf(error);
      log(`An event was not delivered: ${reason}`);
      const attributes = { RULE_ARN: ruleArn, TARGET_ARN: Arn, ERROR_MESSAGE: reason };
      if (DeadLetterConfig) await deliver(sender, DeadLetterConfig.Arn, body, attributes);
    }
  }

  return async (event: Record<string, unknown>): Promise<void> => {
    const sent = rules
      .filter(({ properties }) => matchesPattern(properties.EventPattern, event))
      .flatMap(({ arn = "", properties: { Targets } }) =>
        Targets.map((target) => send(arn, target, JSON.stringify(event))),
      );
    for (const result of await Promise.allSettled(sent))
      if (result.status === "rejected") log(`An event was lost: ${String(result.reason)}`);
  };
}
