import { Duration } from "aws-cdk-lib";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Auth } from "./auth.ts";
import { createFunction } from "./create-function.ts";
import { createSchedules } from "./create-schedule.ts";
import type { Stage } from "./stages.ts";

type Parts = { auth: Auth; deadLetterQueue: sqs.IQueue; siteUrl: string; stage: Stage };

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
    createSchedules(this, "probe", probe, {
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
      deadLetterQueue,
    });
  }
}
