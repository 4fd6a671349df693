import { expect, test } from "vitest";
import { synthesize } from "./checks/synthesize.ts";
import { resourcesOf } from "./checks/template.ts";

const template = synthesize({
  name: "prod",
  alarmEmail: "night@example.com",
  mpesa: { short_code: "522522" },
  vault: { region: "eu-central-1" },
});
/** The lines of docs/cost.md have their prices; the others are free of charge, or part of another resource. */
const priced =
  /^AWS::(ApiGatewayV2::(Api|Authorizer|Integration|Route|Stage)|Backup::Backup(Plan|Selection|Vault)|CloudFront::(Distribution|Function|OriginAccessControl|ResponseHeadersPolicy)|CloudWatch::(Alarm|Dashboard)|Cognito::UserPool\w*|DynamoDB::Table|Events::Rule|IAM::(Policy|Role)|Lambda::(EventInvokeConfig|EventSourceMapping|Function|LayerVersion|Permission)|Logs::(LogGroup|QueryDefinition)|S3::Bucket(Policy)?|SES::\w+|SNS::\w+|SQS::Queue(Policy)?|SSM::Parameter|Scheduler::Schedule|SecretsManager::Secret)$|^Custom::CDKBucketDeployment$/;

test("every resource type has a line in docs/cost.md, or costs nothing", () => {
  const types = Object.values(template.Resources).map(({ Type }) => Type);
  expect([...new Set(types)].filter((type) => !priced.test(type))).toEqual([]);
});

test("a month without users costs at most $1.95 after what is always free, two secrets included", () => {
  const prod = synthesize({ name: "prod", alarmEmail: "night@example.com" });
  const all = <Properties>(type: string) =>
    resourcesOf<Properties>(prod, type).map(({ properties }) => properties);
  // An alarm on an expression is charged for each of its metrics.
  const metrics = all<{ Metrics?: { MetricStat?: unknown }[] }>("AWS::CloudWatch::Alarm").reduce(
    (sum, { Metrics }) => sum + (Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1),
    0,
  );
  // Five pollers ask an empty queue every twenty seconds.
  const polls = all("AWS::Lambda::EventSourceMapping").length * 648_000;
  expect(all("AWS::CloudWatch::Dashboard").length).toBeLessThanOrEqual(3);
  const dollars =
    0.1 * Math.max(0, metrics - 10) +
    0.4 * all("AWS::SecretsManager::Secret").length +
    0.4 * Math.max(0, polls / 1_000_000 - 1);
  expect(dollars).toBeLessThanOrEqual(1.95);
  expect(dollars).toBeGreaterThan(1);
});
