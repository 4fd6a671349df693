/** The template's schedules, whose targets are reached with the schedule's own role. */

import type { Clock } from "../clock.ts";
import type { Outcome } from "../functions/asynchronous-invocations.ts";
import type { Deliver, Sender } from "../functions/deliveries.ts";
import { trusts } from "../iam/iam.ts";
import { ACCOUNT, arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type Schedules, startSchedules } from "./schedules.ts";

interface ScheduleProperties extends Record<string, unknown> {
  GroupName?: string;
  ScheduleExpressionTimezone?: string;
  Target: { Arn: string; RoleArn: string; DeadLetterConfig?: { Arn: string } };
}

const SERVICE = "scheduler.amazonaws.com";

/** Throws, as creating a schedule would, when its role does not trust the scheduler. */
export function startScheduleService(
  template: Template,
  ways: { now: Clock; deliver: Deliver; log(line: string): void },
): Pick<Schedules, "list" | "skip" | "stop"> & { run(name: string, at: number): Promise<Outcome> } {
  const schedules = template.all<ScheduleProperties>("AWS::Scheduler::Schedule");
  const senders = schedules.map(({ id, properties }) => {
    const sourceArn = arn("scheduler", `schedule-group/${properties.GroupName ?? "default"}`);
    const { RoleArn } = properties.Target;
    if (!trusts(template, RoleArn, SERVICE, { "aws:SourceArn": sourceArn, "aws:SourceAccount": ACCOUNT }))
      throw new Error(
        `${id}: The execution role you provide must allow AWS EventBridge Scheduler to assume the role.`,
      );
    const sender: Sender = { service: SERVICE, sourceArn, roleArn: RoleArn };
    return { properties, sender };
  });
  // Schedules that share a target share what they may: the CDK makes one role for each target.
  const senderOf = (targetArn: string) => {
    const found = senders.find(
      ({ properties: { Target } }) => Target.Arn === targetArn || Target.DeadLetterConfig?.Arn === targetArn,
    );
    if (!found) throw new Error(`No schedule has the target ${targetArn}.`);
    return found.sender;
  };

  const running = startSchedules({
    schedules: schedules.map(({ name, properties }) => ({ name, props: properties })),
    now: ways.now,
    invoke: (targetArn, event) => ways.deliver(senderOf(targetArn), targetArn, JSON.stringify(event)),
    async deadLetter(queueArn, body, attributes) {
      ways.log(`A schedule's event went to ${queueArn}: ${attributes.ERROR_MESSAGE}`);
      await ways.deliver(senderOf(queueArn), queueArn, body, attributes);
    },
  });
  return {
    list: running.list,
    skip: running.skip,
    stop: running.stop,
    async run(name, at) {
      const ran = await running.run(name, at);
      if ("error" in ran) return ran;
      // A function's side has only accepted the event; what is asked for here is what came of it.
      const accepted = ran.outcome as { settled?: Promise<Outcome> } | undefined;
      return accepted?.settled ? accepted.settled : ran;
    },
  };
}

/** The time zone of the first schedule that is bound to one; UTC is what the CDK writes where it does not matter. */
export function scheduleTimeZone(template: Template): string {
  const zones = template
    .all<ScheduleProperties>("AWS::Scheduler::Schedule")
    .map(({ properties }) => properties.ScheduleExpressionTimezone);
  return zones.find((zone) => zone !== undefined && !/^(Etc\/)?UTC$/.test(zone)) ?? "UTC";
}
