import { CloudWatchClient, paginateDescribeAlarms } from "@aws-sdk/client-cloudwatch";
import { stackName } from "../../infra/stack-names.ts";
import type { NamedStage } from "../../infra/stages.ts";
import { smokeProblems } from "../smoke/smoke.ts";
import { deployedTemplate } from "./gate.ts";
import { applyRelease, distributionDomainOf } from "./release.ts";
import type { Target } from "./watched-release.ts";

/** A stage on AWS. `site` replaces the distribution's own address, which works before any DNS. */
export const awsTarget = (stage: NamedStage, { site = "" } = {}): Target => ({
  deploy: (assembly, lose) => applyRelease(stage, assembly, lose),
  deployed: () => deployedTemplate(stackName(stage), stage.region),
  smoke: async () => smokeProblems(site || `https://${await distributionDomainOf(stage)}`),
  async alarms() {
    const client = new CloudWatchClient({ region: stage.region });
    const query = { AlarmNamePrefix: `${stackName(stage)}-` };
    const states = new Map<string, boolean>();
    for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client }, query))
      for (const { AlarmName = "", StateValue } of MetricAlarms)
        states.set(AlarmName, StateValue === "ALARM");
    return states;
  },
});
