/** Calls the fixture's function `Probe`, which does what its body says, and reads what it stored. */
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Environment } from "../src/environment.ts";
import type { RawTemplate } from "../src/template/assembly.ts";

/** The logical ids of a template by their names without the hash. */
export const idsOf = ({ Resources }: RawTemplate): Record<string, string> =>
  Object.fromEntries(Object.keys(Resources).map((name) => [name.replace(/[0-9A-F]{8}$/, ""), name]));

export async function probe(command: object, { site }: Environment) {
  const response = await fetch(`${site}/api/open`, { method: "POST", body: JSON.stringify(command) });
  return { status: response.status, body: await response.json() };
}

export const getItem = async (id: string, where: Environment) => (await probe({ do: "get", id }, where)).body;

/** The visible messages of a queue. */
export async function messages(queue: string, { awsEndpoint, region }: Environment) {
  const queues = new SQSClient({
    region,
    endpoint: awsEndpoint,
    credentials: { accessKeyId: "LOCALADMIN", secretAccessKey: "x" },
  });
  const QueueUrl = `${awsEndpoint}/111122223333/${queue}`;
  const { Messages = [] } = await queues.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ["All"] }),
  );
  return Messages;
}
