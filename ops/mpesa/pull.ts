/** Reads M-Pesa's list at once, by the function that the schedule starts. */
import { CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { counted } from "../../shared/count.ts";
import type { Run } from "../start/control.ts";
import { sendToRunning } from "../start/send-command.ts";

/** The function's result. */
export type Pulled = { connected: false } | { pulled: number; added: number; listed?: string[] };

/** Without personal data. */
export const pulledText = (pulled: Pulled): string =>
  "connected" in pulled
    ? "M-Pesa is not connected yet. Use connect first."
    : [
        `M-Pesa’s list has ${counted(pulled.pulled, "payment")} from two hours before the last reading until now, ${pulled.added} of them not on record before.`,
        ...(pulled.listed ?? []),
      ].join("\n");

/** @throws Error with the function's own message */
export async function pullLocal(directory: string | undefined): Promise<Pulled> {
  const [{ outcome }] = (await sendToRunning({ runNow: "paybill-pull" }, directory)) as [Run];
  if ("error" in outcome) throw new Error(`M-Pesa’s list was not read: ${outcome.error}`);
  return outcome.outcome as Pulled;
}

/** @throws Error with the function's own message */
export async function pullStack(
  StackName: string,
  cloudformation = new CloudFormationClient({}),
  lambda = new LambdaClient({}),
): Promise<Pulled> {
  const pages = paginateListStackResources({ client: cloudformation }, { StackName });
  const resources = (await Array.fromAsync(pages)).flatMap((page) => page.StackResourceSummaries ?? []);
  const name = resources.find(
    ({ ResourceType, LogicalResourceId = "" }) =>
      ResourceType === "AWS::Lambda::Function" && LogicalResourceId.startsWith("PaybillPaybillPull"),
  )?.PhysicalResourceId;
  if (!name) throw new Error(`${StackName} takes no payments from M-Pesa. Add "mpesa" to stages.json.`);
  const event = { scheduled_at: new Date().toISOString() };
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) }),
  );
  const result = JSON.parse(Buffer.from(Payload ?? []).toString() || "{}");
  if (FunctionError) throw new Error(`M-Pesa’s list was not read: ${result.errorMessage}`);
  return result;
}
