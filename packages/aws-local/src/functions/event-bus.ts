/** EventBridge's default bus: rules that send the events they match to their targets. */

import type { Template } from "../template/template.ts";
import type { Deliver } from "./deliveries.ts";
import { matchesPattern, type Pattern } from "./event-pattern.ts";

interface Target {
  Arn: string;
  Input?: string;
  InputPath?: string;
  InputTransformer?: unknown;
  DeadLetterConfig?: { Arn: string };
}

interface RuleProperties {
  EventBusName?: string;
  EventPattern?: Pattern;
  ScheduleExpression?: string;
  State?: string;
  Targets?: Target[];
}

/** Answers how to put an event on the bus. Throws for rules of a kind that is not emulated. */
export function openEventBus(template: Template, deliver: Deliver, log: (line: string) => void) {
  const rules = template
    .all<RuleProperties>("AWS::Events::Rule")
    .filter(({ properties }) => properties.State !== "DISABLED");
  for (const { id, properties } of rules) {
    if (!properties.EventPattern)
      throw new Error(`${id}: only rules with an event pattern are emulated here.`);
    if (!/^(.*[:/])?default$/.test(properties.EventBusName ?? "default"))
      throw new Error(`${id}: only the default event bus is emulated here.`);
    if (properties.Targets?.some(({ InputTransformer }) => InputTransformer))
      throw new Error(`${id}: InputTransformer is not emulated here.`);
  }

  async function send(ruleArn: string, target: Target, event: Record<string, unknown>) {
    const sender = { service: "events.amazonaws.com", sourceArn: ruleArn };
    const body = bodyFor(target, event);
    try {
      await deliver(sender, target.Arn, body);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`An event was not delivered: ${reason}`);
      if (target.DeadLetterConfig)
        await deliver(sender, target.DeadLetterConfig.Arn, body, {
          RULE_ARN: ruleArn,
          TARGET_ARN: target.Arn,
          ERROR_MESSAGE: reason,
        });
    }
  }

  return async (event: Record<string, unknown>): Promise<void> => {
    const sent = rules
      .filter(({ properties }) => properties.EventPattern && matchesPattern(properties.EventPattern, event))
      .flatMap(({ arn, properties }) =>
        (properties.Targets ?? []).map((target) => send(arn ?? "", target, event)),
      );
    for (const { status, reason } of (await Promise.allSettled(sent)).filter(
      (one) => one.status === "rejected",
    ))
      log(`An event was lost (${status}): ${String(reason)}`);
  };
}

function bodyFor({ Input, InputPath }: Target, event: Record<string, unknown>): string {
  if (Input !== undefined) return Input;
  if (InputPath === undefined) return JSON.stringify(event);
  const names = InputPath.replace(/^\$\.?/, "")
    .split(".")
    .filter(Boolean);
  const value = names.reduce<unknown>(
    (inner, name) =>
      inner !== null && typeof inner === "object" ? (inner as Record<string, unknown>)[name] : undefined,
    event,
  );
  return JSON.stringify(value ?? null);
}
