import { all, allows, type Check, type PolicyDocument, referred } from "./template.ts";

type Schedule = {
  ScheduleExpression: string;
  ScheduleExpressionTimezone?: string;
  Target: { Arn: unknown; RoleArn?: unknown; DeadLetterConfig?: { Arn?: unknown } };
};

const schedules = (template: Parameters<Check>[0]) => all<Schedule>(template, "AWS::Scheduler::Schedule");

function isExpression(expression: string): boolean {
  const fields = /^cron\((.*)\)$/.exec(expression)?.[1]?.split(" ");
  // A day of the month and a day of the week exclude each other.
  if (fields) return fields.length === 6 && (fields[2] === "?") !== (fields[4] === "?");
  return /^rate\((1 (minute|hour|day)|(?!1 )[1-9]\d* (minutes|hours|days))\)$/.test(expression);
}

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
};

export const schedulesHaveATime: Check = (template) =>
  schedules(template).flatMap(
    ({ id, properties: { ScheduleExpression, ScheduleExpressionTimezone = "UTC" } }) => [
      ...(isExpression(ScheduleExpression) ? [] : [`${id}: ${ScheduleExpression} is no time`]),
      ...(isTimeZone(ScheduleExpressionTimezone)
        ? []
        : [`${id}: ${ScheduleExpressionTimezone} is no time zone`]),
    ],
  );

type Policy = { PolicyDocument: PolicyDocument; Roles?: unknown[] };

/** The scheduler takes a role when it is made, and finds out what it may do at the hour. */
export const schedulesMayCall: Check = (template) =>
  schedules(template).flatMap(({ id, properties: { Target } }) => {
    const role = referred(Target.RoleArn);
    const trust = template.Resources[role]?.Properties.AssumeRolePolicyDocument as PolicyDocument | undefined;
    const statements = all<Policy>(template, "AWS::IAM::Policy")
      .filter(({ properties }) => properties.Roles?.some((one) => referred(one) === role))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement);
    const may = (action: string, target: unknown) =>
      allows(
        {
          Statement: statements.filter(({ Resource }) =>
            [Resource].flat().some((one) => referred(one) === referred(target)),
          ),
        },
        action,
      );
    const deadLetters = Target.DeadLetterConfig?.Arn;
    return [
      ...(trust && allows(trust, "sts:AssumeRole", "scheduler.amazonaws.com")
        ? []
        : [`${id}: the scheduler may not take its role`]),
      ...(may("lambda:InvokeFunction", Target.Arn)
        ? []
        : [`${id}: its role may not call ${referred(Target.Arn)}`]),
      ...(deadLetters && may("sqs:SendMessage", deadLetters) ? [] : [`${id}: what fails is kept nowhere`]),
    ];
  });

type Rule = { Targets?: { Arn: unknown }[] };
type Permission = { FunctionName: unknown; Principal: string; SourceArn?: unknown };

export const rulesMayCall: Check = (template) =>
  all<Rule>(template, "AWS::Events::Rule").flatMap(({ id, properties: { Targets = [] } }) =>
    Targets.map(({ Arn }) => referred(Arn))
      .filter(
        (called) =>
          !all<Permission>(template, "AWS::Lambda::Permission").some(
            ({ properties }) =>
              properties.Principal === "events.amazonaws.com" &&
              referred(properties.FunctionName) === called &&
              referred(properties.SourceArn) === id,
          ),
      )
      .map((called) => `${id}: may not call ${called}`),
  );
