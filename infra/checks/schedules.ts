import {
  allows,
  type Check,
  checkEach,
  type PolicyDocument,
  referencedId,
  resourcesOf,
  type Template,
} from "./template.ts";

type Schedule = {
  ScheduleExpression: string;
  ScheduleExpressionTimezone?: string;
  Target: { Arn: unknown; RoleArn?: unknown; DeadLetterConfig?: { Arn?: unknown } };
};

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

export const scheduleExpressionsAreValid = checkEach<Schedule>(
  "AWS::Scheduler::Schedule",
  ({ ScheduleExpression: expression, ScheduleExpressionTimezone: timeZone = "UTC" }) => [
    !isExpression(expression) && `${expression} is not a schedule`,
    !isTimeZone(timeZone) && `${timeZone} is not a time zone`,
  ],
);

type Policy = { PolicyDocument: PolicyDocument; Roles?: unknown[] };

/** The scheduler accepts any role at deployment, and fails at the scheduled time without permissions. */
export const schedulesHavePermissions = checkEach<Schedule>(
  "AWS::Scheduler::Schedule",
  ({ Target }, template) => {
    const role = referencedId(Target.RoleArn);
    const trust = template.Resources[role]?.Properties.AssumeRolePolicyDocument as PolicyDocument | undefined;
    const statements = resourcesOf<Policy>(template, "AWS::IAM::Policy")
      .filter(({ properties }) => properties.Roles?.some((reference) => referencedId(reference) === role))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement);
    const may = (action: string, target: unknown) =>
      allows(
        {
          Statement: statements.filter(({ Resource }) =>
            [Resource].flat().some((resource) => referencedId(resource) === referencedId(target)),
          ),
        },
        action,
      );
    const deadLetters = Target.DeadLetterConfig?.Arn;
    return [
      !(trust && allows(trust, "sts:AssumeRole", "scheduler.amazonaws.com")) &&
        "the scheduler cannot assume its role",
      !may("lambda:InvokeFunction", Target.Arn) && `its role cannot invoke ${referencedId(Target.Arn)}`,
      !(deadLetters && may("sqs:SendMessage", deadLetters)) && "has no queue for failed runs",
    ];
  },
);

type InvokeConfig = {
  DestinationConfig?: { OnFailure?: unknown };
  FunctionName?: unknown;
  MaximumRetryAttempts?: number;
};

/** Lambda tries an event of a schedule or of AWS three times. Then the event is lost, and no caller notices. */
export const failedEventsAreKept: Check = (template) => [
  ...resourcesOf<Schedule>(template, "AWS::Scheduler::Schedule").flatMap(({ id, properties }) =>
    forgotten(template, id, properties.Target.Arn),
  ),
  ...resourcesOf<Rule>(template, "AWS::Events::Rule").flatMap(({ id, properties: { Targets = [] } }) =>
    Targets.flatMap(({ Arn }) => forgotten(template, id, Arn)),
  ),
];

function forgotten(template: Template, source: string, target: unknown): string[] {
  const fn = referencedId(target);
  const { DestinationConfig, MaximumRetryAttempts } =
    resourcesOf<InvokeConfig>(template, "AWS::Lambda::EventInvokeConfig").find(
      ({ properties }) => referencedId(properties.FunctionName) === fn,
    )?.properties ?? {};
  // A function that is not even repeated, such as the probe, has an alarm of its own.
  const isKept = DestinationConfig?.OnFailure || MaximumRetryAttempts === 0;
  return isKept ? [] : [`${source}: a failed event of ${fn} has no destination and is forgotten`];
}

type Rule = { Targets?: { Arn: unknown }[] };
type Permission = { FunctionName: unknown; Principal: string; SourceArn?: unknown };

export const rulesHavePermissions = checkEach<Rule>(
  "AWS::Events::Rule",
  ({ Targets = [] }, template, { id }) =>
    Targets.map(({ Arn }) => {
      const target = referencedId(Arn);
      const isPermitted = resourcesOf<Permission>(template, "AWS::Lambda::Permission").some(
        ({ properties }) =>
          properties.Principal === "events.amazonaws.com" &&
          referencedId(properties.FunctionName) === target &&
          referencedId(properties.SourceArn) === id,
      );
      return !isPermitted && `has no permission to invoke ${target}`;
    }),
);
