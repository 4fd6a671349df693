import { setTimeout as wait } from "node:timers/promises";
import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStacksCommand,
  paginateDescribeStackEvents,
  type StackEvent,
} from "@aws-sdk/client-cloudformation";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Template } from "../../infra/checks/template.ts";
import { type Rejection, resourceIn, withoutRejected } from "./rejections.ts";

const TRY_MS = 120_000;
const POLL_MS = 1_000;
const MAX_TRIES = 30;
const secret = "a secret of this run, long enough for the template";

type Failure = { id: string | undefined; message: string };
export type Deployed = { stack: string; complete: boolean; rejections: Rejection[]; end: string };

/** Creates the stack again and again, each time without what was rejected, until it stands or nothing can be left out. */
export async function createStack(first: Template, bucket: string, endpoint: string): Promise<Deployed> {
  const client = new CloudFormationClient({});
  const rejections: Rejection[] = [];
  let template = first;
  for (let number = 1; ; number += 1) {
    // A stack whose deletion hangs keeps its name.
    const stack = number === 1 ? "Mwamba-dev" : `Mwamba-dev-${number}`;
    const failure = await tryStack(client, stack, template, { bucket, endpoint });
    if (!failure) return { stack, complete: true, rejections, end: `complete at try ${number}` };
    const id = failure.id ?? resourceIn(failure.message, template);
    if (id === undefined || number === MAX_TRIES)
      return { stack, complete: false, rejections, end: `stopped at try ${number}: ${failure.message}` };
    const [rest, rejection] = withoutRejected(template, id, failure.message);
    console.info(`  without ${rejection.type} ${rejection.property ?? ""}: ${rejection.message}`);
    rejections.push(rejection);
    template = rest;
    await client.send(new DeleteStackCommand({ StackName: stack })).catch(() => undefined);
  }
}

/** Undefined once the stack stands. */
async function tryStack(
  client: CloudFormationClient,
  StackName: string,
  template: Template,
  { bucket, endpoint }: { bucket: string; endpoint: string },
): Promise<Failure | undefined> {
  const Key = `${StackName}.json`;
  await new S3Client({ forcePathStyle: true }).send(
    new PutObjectCommand({ Bucket: bucket, Key, Body: JSON.stringify(template) }),
  );
  const Parameters = ["OriginSecret", "LinkSecret"].map((ParameterKey) => ({
    ParameterKey,
    ParameterValue: secret,
  }));
  try {
    const TemplateURL = `${endpoint}/${bucket}/${Key}`;
    const Capabilities = ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"] as const;
    await client.send(
      new CreateStackCommand({
        StackName,
        TemplateURL,
        Parameters,
        OnFailure: "DO_NOTHING",
        Capabilities: [...Capabilities],
      }),
    );
    const end = Date.now() + TRY_MS;
    while (Date.now() < end) {
      const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
      const { StackStatus = "", StackStatusReason: reason = "no reason" } = Stacks?.[0] ?? {};
      if (StackStatus === "CREATE_COMPLETE") return undefined;
      if (!StackStatus.endsWith("IN_PROGRESS")) {
        const failed = (await eventsOf(client, StackName)).find(
          ({ LogicalResourceId, ResourceStatus }) =>
            LogicalResourceId !== StackName && ResourceStatus === "CREATE_FAILED",
        );
        return { id: failed?.LogicalResourceId, message: failed?.ResourceStatusReason ?? reason };
      }
      await wait(POLL_MS);
    }
    const last = new Map(
      (await eventsOf(client, StackName)).map((event) => [event.LogicalResourceId, event.ResourceStatus]),
    );
    const hung = [...last].find(([id, status]) => id !== StackName && status === "CREATE_IN_PROGRESS")?.[0];
    return { id: hung, message: `hung for ${TRY_MS / 1_000} seconds` };
  } catch (error) {
    return { id: undefined, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The earliest first. */
async function eventsOf(client: CloudFormationClient, StackName: string): Promise<StackEvent[]> {
  const pages = await Array.fromAsync(paginateDescribeStackEvents({ client }, { StackName }));
  return pages.flatMap(({ StackEvents = [] }) => StackEvents).reverse();
}
