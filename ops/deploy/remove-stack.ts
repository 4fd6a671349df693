import { DeleteStackCommand, waitUntilStackDeleteComplete } from "@aws-sdk/client-cloudformation";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { findStack, isDeployed, removalCommand } from "../preflight/stack-state.ts";
import type { Approve } from "./release.ts";
import { EDGE_REGION } from "./stage-settings.ts";

/** Removes a side stack that is no longer in stages.json, after asking. */
export async function removeStack(name: string, approve: Approve): Promise<void> {
  const { cloudformation } = createAwsClients(EDGE_REGION);
  if (!isDeployed(await findStack({ cloudformation }, name))) return;
  if (!(await approve(`the stack ${name} (${EDGE_REGION}), which is no longer in stages.json`))) {
    console.info(`${name} stays. To remove it later: ${removalCommand(name, EDGE_REGION)}`);
    return;
  }
  await cloudformation.send(new DeleteStackCommand({ StackName: name }));
  await waitUntilStackDeleteComplete(
    { client: cloudformation, minDelay: 2, maxWaitTime: 900 },
    { StackName: name },
  );
  console.info(`${name} is removed.`);
}
