/** What is used of the SDK's CloudFormation client. */
interface CloudFormationModule {
  CloudFormationClient: new (settings: object) => { send(command: object): Promise<DescribedStacks> };
  DescribeStacksCommand: new (input: { StackName: string }) => object;
}

interface DescribedStacks {
  Stacks?: { Outputs?: { OutputKey?: string; OutputValue?: string }[] }[];
}

/** The outputs of a deployed stack, read with the shell's credentials and region. */
export async function readStackOutputs(stack: string): Promise<Record<string, string>> {
  const { CloudFormationClient, DescribeStacksCommand } = await loadClient();
  const { Stacks } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName: stack }));
  const outputs = Stacks?.[0]?.Outputs ?? [];
  return Object.fromEntries(outputs.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]));
}

/** Needed only with a deployed stack, so it need not be installed for work on one machine. */
async function loadClient(): Promise<CloudFormationModule> {
  const name = "@aws-sdk/client-cloudformation";
  try {
    return (await import(name)) as CloudFormationModule;
  } catch {
    throw new Error(`--stack needs the package ${name}: install it with npm install --no-save ${name}.`);
  }
}
