import { Duration } from "aws-cdk-lib";
import { Schedule, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Auth } from "./auth.ts";
import { createFunction } from "./create-function.ts";
import { scheduleInput } from "./reminders.ts";
import type { Stage } from "./stages.ts";

type Parts = { auth: Auth; deadLetterQueue: sqs.IQueue; siteUrl: string; stage: Stage };

/** How often the site is asked. The alarm counts in these periods. */
export const PROBE_PERIOD = Duration.minutes(5);

/** Asks the distribution for the site, the sign-in's keys and the API, as somebody outside does. */
export class Probe extends Construct {
  constructor(scope: Construct, id: string, { auth, deadLetterQueue, siteUrl, stage }: Parts) {
    super(scope, id);
    const probe = createFunction(this, "probe", {
      timeout: Duration.minutes(1),
      logRetention: stage.logRetention,
    });
    probe.addEnvironment("SITE_URL", siteUrl);
    probe.addEnvironment("USER_POOL_URL", auth.pool.userPoolProviderUrl);
    // The next run is the second attempt.
    probe.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Schedule(this, "Regularly", {
      description: "Asks the site and the API from outside.",
      schedule: ScheduleExpression.rate(PROBE_PERIOD),
      target: new LambdaInvoke(probe, {
        input: ScheduleTargetInput.fromObject(scheduleInput),
        retryAttempts: 0,
        maxEventAge: Duration.minutes(1),
        deadLetterQueue,
      }),
    });
  }
}
