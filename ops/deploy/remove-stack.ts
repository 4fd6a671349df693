import { DeleteStackCommand, waitUntilStackDeleteComplete } from "@aws-sdk/client-cloudformation";
import { openAws } from "../preflight/aws.ts";
import { isDeployed, removalOf, stackNamed } from "../preflight/stack-state.ts";
import type { Approve } from "./release.ts";
import { edgeRegion } from "./stage-settings.ts";

/** Removes a firewall or budget that the stage no longer asks for; whoever says no is told how to do it later. */
export async function removeStack(name: string, approve: Approve): Promise<void> {
  const { cloudformation } = openAws(edgeRegion);
  if (!isDeployed(await stackNamed({ cloudformation }, name))) return;
  if (!(await approve(`the stack ${name} (${edgeRegion}), which stages.json no longer asks for`))) {
    console.info(`${name} stays. To remove it: ${removalOf(name, edgeRegion)}`);
    return;
  }
  await cloudformation.send(new DeleteStackCommand({ StackName: name }));
  await waitUntilStackDeleteComplete(
    { client: cloudformation, minDelay: 2, maxWaitTime: 900 },
    { StackName: name },
  );
  console.info(`${name} is removed.`);
}
