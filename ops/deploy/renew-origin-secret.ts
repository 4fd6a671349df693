import { randomBytes } from "node:crypto";
import {
  GetTemplateCommand,
  UpdateStackCommand,
  waitUntilStackUpdateComplete,
} from "@aws-sdk/client-cloudformation";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { Template } from "../../infra/checks/template.ts";
import { stackName } from "../../infra/stack-names.ts";
import type { NamedStage } from "../../infra/stages.ts";
import { OriginSecret } from "../../shared/origin.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { findStack } from "../preflight/stack-state.ts";
import { type Approve, outputOf } from "./release.ts";

/** Requests that CloudFront sent before the change arrive within this time. */
const PREVIOUS_VALID_MS = 60 * 60_000;
/** CloudFormation waits until CloudFront has a change everywhere. */
const MAX_WAIT_SECONDS = 60 * 60;
/** The deployed distribution's comment. The next deployment removes it. */
export const RENEWAL_COMMENT = "Origin secret renewed";

/**
 * Replaces the secret that CloudFront sends to the API, without a moment in which a request is not recognised: stores a
 * new version, has CloudFormation read it into the distribution, and then lets the previous one expire. After an
 * interruption, the next call continues with the same version.
 * @throws Error when the stage is not deployed or the update fails
 */
export async function renewOriginSecret(stage: NamedStage, approve: Approve): Promise<void> {
  const { region } = stage;
  const SecretId = await outputOf(stage, "OriginSecretArn");
  if (!SecretId) throw new Error(`${stackName(stage)} is not deployed in ${region}. Nothing was changed.`);
  if (!(await approve(`Replace the secret of CloudFront in ${stackName(stage)}?`)))
    throw new Error("Nothing was changed.");
  const secrets = new SecretsManagerClient({ region });
  const save = (value: OriginSecret) =>
    secrets.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(value) }));
  const { SecretString = "" } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const stored = OriginSecret.parse(JSON.parse(SecretString));
  const isUnfinished = stored.previous !== undefined && stored.previous_until === undefined;
  const renewed = isUnfinished
    ? stored
    : { current: randomBytes(32).toString("hex"), previous: stored.current };
  if (!isUnfinished) await save(renewed);
  console.info("The new secret is stored. CloudFront needs some minutes to have it everywhere.");
  await changeDistribution(stage, new Date().toISOString());
  const until = new Date(Date.now() + PREVIOUS_VALID_MS).toISOString();
  await save({ ...renewed, previous_until: until });
  console.info(`CloudFront sends the new secret. The previous one is accepted until ${until}.`);
}

/** CloudFormation reads a secret again only if the resource that uses it changes, so the comment changes. */
async function changeDistribution(stage: NamedStage, now: string): Promise<void> {
  const StackName = stackName(stage);
  const { cloudformation } = createAwsClients(stage.region);
  const { TemplateBody = "" } = await cloudformation.send(
    new GetTemplateCommand({ StackName, TemplateStage: "Original" }),
  );
  const template: Template = JSON.parse(TemplateBody);
  for (const { Type, Properties } of Object.values(template.Resources))
    if (Type === "AWS::CloudFront::Distribution")
      Object.assign(Properties.DistributionConfig as object, { Comment: `${RENEWAL_COMMENT} ${now}` });
  const update = {
    StackName,
    TemplateURL: await upload(stage, `${StackName}-origin-secret.json`, JSON.stringify(template)),
    Capabilities: ["CAPABILITY_IAM" as const, "CAPABILITY_NAMED_IAM" as const],
    Parameters: Object.keys(template.Parameters ?? {}).map((ParameterKey) => ({
      ParameterKey,
      UsePreviousValue: true,
    })),
  };
  await cloudformation.send(new UpdateStackCommand(update));
  await waitUntilStackUpdateComplete(
    { client: cloudformation, maxWaitTime: MAX_WAIT_SECONDS },
    { StackName },
  );
}

/** Uploads a file to the CDK's bucket, as the template is too large for a call. Returns its URL. */
async function upload({ region }: NamedStage, Key: string, Body: string): Promise<string> {
  const toolkit = await findStack(createAwsClients(region), "CDKToolkit");
  const Bucket = toolkit?.Outputs?.find(({ OutputKey }) => OutputKey === "BucketName")?.OutputValue;
  if (!Bucket) throw new Error(`The account is not bootstrapped for the CDK in ${region}.`);
  await new S3Client({ region }).send(new PutObjectCommand({ Bucket, Key, Body }));
  return `https://s3.${region}.amazonaws.com/${Bucket}/${Key}`;
}
