import {
  type CloudFormationClient,
  paginateListStackResources,
  paginateListStacks,
} from "@aws-sdk/client-cloudformation";
import { DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { DeleteParameterCommand, ParameterNotFound, SSMClient } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import { stackName } from "../../infra/stack-names.ts";
import { type NamedStage, sideStacksOf } from "../../infra/stages.ts";
import { paybillParameter } from "../../shared/paybill/connection.ts";
import { openReleases } from "../deploy/releases.ts";
import { deleteStack } from "../deploy/remove-stack.ts";
import { checkAccount } from "../preflight/account.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { findStack } from "../preflight/stack-state.ts";
import { kindsKept } from "./kept.ts";

type Kept = { type: string; id: string; logicalId: string };
type Confirm = (question: string) => Promise<boolean>;

/**
 * Takes a stage away: its stacks, and the tables, user pool and bucket that CloudFormation keeps, also those of earlier
 * attempts to deploy it. After an interruption, the next run continues. @throws Error when it is refused or not confirmed
 */
export async function removeStage(stage: NamedStage, confirm: Confirm): Promise<void> {
  const { region } = stage;
  const { sts, cloudformation } = createAwsClients(region);
  const { Account = "" } = await sts.send(new GetCallerIdentityCommand({}));
  const { level, message } = checkAccount(Account, stage);
  if (level === "blocker") throw new Error(message);

  const main = stackName(stage);
  const stacks = [{ name: main, region }, ...sideStacksOf(stage)];
  const present = [];
  for (const stack of stacks) {
    const stackFound = await findStack(createAwsClients(stack.region), stack.name);
    if (/^(?!DELETE|REVIEW).*_IN_PROGRESS$/.test(stackFound?.StackStatus ?? ""))
      throw new Error(
        `${stack.name} is being changed now (${stackFound?.StackStatus}). Try again when that is done.`,
      );
    if (stackFound) present.push({ ...stack, status: stackFound.StackStatus });
  }
  const kinds = kindsKept(region);
  const retained = [];
  for (const resource of await resourcesEver(cloudformation, main, Object.keys(kinds))) {
    const about = await kinds[resource.type]?.describe(resource.id);
    if (about) retained.push({ ...resource, about });
  }
  if (present.length + retained.length === 0)
    return console.info(`There is nothing of ${stage.name} in ${Account}.`);

  await refuseWithClients(stage, retained);
  const list = [
    ...present.map(({ name, status }) => `the stack ${name} (${status})`),
    ...retained.map(({ about }) => about),
  ];
  console.info([`In account ${Account}:`, ...list.map((line) => `  ${line}`)].join("\n"));
  if (
    !(await confirm(
      `Remove all of this from ${stage.name}, for good? It is not restored by deploying again.`,
    ))
  )
    throw new Error("Nothing was removed.");

  for (const stack of present) {
    console.info(`Removing the stack ${stack.name}…`);
    await deleteStack(createAwsClients(stack.region).cloudformation, stack.name);
  }
  for (const { type, id, about } of retained) {
    // The stack took it along if it was not kept.
    if (await kinds[type]?.describe(id)) await kinds[type]?.delete(id);
    console.info(`Removed ${about}.`);
  }
  await removeSecrets(region, main);
  await forgetReleases(stage, Account);
  console.info(`${stage.name} is removed. docs/deploying.md, “Removal”, says what else names it.`);
}

/** The resources of these types in every stack of this name, those removed in the last 90 days included. */
async function resourcesEver(client: CloudFormationClient, stack: string, types: string[]): Promise<Kept[]> {
  const resources = new Map<string, Kept>();
  for await (const { StackSummaries = [] } of paginateListStacks({ client }, {}))
    for (const { StackName, StackId = "" } of StackSummaries) {
      if (StackName !== stack) continue;
      for await (const { StackResourceSummaries = [] } of paginateListStackResources(
        { client },
        { StackName: StackId },
      ))
        for (const {
          ResourceType: type = "",
          PhysicalResourceId: id,
          LogicalResourceId: logicalId = "",
        } of StackResourceSummaries)
          if (types.includes(type) && id) resources.set(id, { type, id, logicalId });
    }
  return [...resources.values()];
}

async function refuseWithClients({ name, region }: NamedStage, kept: Kept[]): Promise<void> {
  if (name !== "prod") return;
  const dynamo = new DynamoDBClient({ region });
  for (const { id } of kept.filter(({ logicalId }) => logicalId.startsWith("DataClients"))) {
    const { Count } = await dynamo.send(new ScanCommand({ TableName: id, Limit: 1, Select: "COUNT" }));
    if (Count)
      throw new Error(
        `Nothing was removed: the table ${id} has clients. Export everything (npm run data -- export), then delete this table yourself: docs/deploying.md, “Removal”.`,
      );
  }
}

/** A new stage of this name must not go back to them. */
async function forgetReleases(stage: NamedStage, account: string): Promise<void> {
  const releases = openReleases(stage, account);
  // Without the CDK's bootstrap stack there are none.
  const keptReleases = await releases
    .list()
    .catch((error) => (error.name === "NoSuchBucket" ? [] : Promise.reject(error)));
  for (const release of keptReleases) await releases.forget(release);
}

/** The secrets of M-Pesa are no part of the stack. */
async function removeSecrets(region: string, stack: string): Promise<void> {
  const ssm = new SSMClient({ region });
  await ssm
    .send(new DeleteParameterCommand({ Name: paybillParameter(stack) }))
    .catch((error) => (error instanceof ParameterNotFound ? undefined : Promise.reject(error)));
}
