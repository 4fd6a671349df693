import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";

/** The outputs of a deployed stack, read with the shell's credentials and region. */
export async function readStackOutputs(stack: string): Promise<Record<string, string>> {
  const { Stacks } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName: stack }));
  const outputs = Stacks?.[0]?.Outputs ?? [];
  return Object.fromEntries(outputs.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]));
}
