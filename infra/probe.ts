import { Duration } from "aws-cdk-lib";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Auth } from "./auth.ts";
import { createFunction } from "./create-function.ts";
import { createSchedule } from "./create-schedule.ts";
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
    createSchedule(this, "probe", probe, {
      description: "Asks the site and the API from outside.",
      schedule: ScheduleExpression.rate(PROBE_PERIOD),
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
      deadLetterQueue,
    });
  }
}
