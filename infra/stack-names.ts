type Named = { name: string };

/** What CloudFormation calls a stage's own stack. Under another name it is another stack, with empty tables. */
export const stackOf = ({ name }: Named) => `Mwamba-${name}`;

/** Those that stand beside it, in us-east-1. */
export const firewallStackOf = (stage: Named) => `${stackOf(stage)}-Firewall`;
export const budgetStackOf = (stage: Named) => `${stackOf(stage)}-Budget`;
