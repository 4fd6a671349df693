import {
  type CloudFormationClient,
  DeleteStackCommand,
  waitUntilStackDeleteComplete,
} from "@aws-sdk/client-cloudformation";
import { EDGE_REGION } from "../../infra/stages.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { findStack, isDeployed, removalCommand } from "../preflight/stack-state.ts";
import type { Approve } from "./release.ts";

/** Removes a side stack that is no longer in stages.json, after asking. */
export async function removeStack(name: string, approve: Approve): Promise<void> {
  const { cloudformation } = createAwsClients(EDGE_REGION);
  if (!isDeployed(await findStack({ cloudformation }, name))) return;
  if (!(await approve(`the stack ${name} (${EDGE_REGION}), which is no longer in stages.json`))) {
    console.info(`${name} stays. To remove it later: ${removalCommand(name, EDGE_REGION)}`);
    return;
  }
  await deleteStack(cloudformation, name);
  console.info(`${name} is removed.`);
}

/** @throws Error when CloudFormation could not delete all of it */
export async function deleteStack(client: CloudFormationClient, StackName: string): Promise<void> {
  await client.send(new DeleteStackCommand({ StackName }));
  // CloudFront takes its time.
  await waitUntilStackDeleteComplete({ client, minDelay: 2, maxWaitTime: 3_600 }, { StackName });
}
