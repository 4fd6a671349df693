import type { ScheduleName } from "./background-functions.ts";

type Named = { name: string };

/** A stage's stack in CloudFormation. A new name is a new stack, with empty tables. */
export const stackName = ({ name }: Named) => `Mwamba-${name}`;

/** A schedule's name on AWS, which is unique in the region. */
export const scheduleName = (stack: string, schedule: ScheduleName) => `${stack}-${schedule}`;

/** The schedules of the local environment, which runs the stage dev. */
export const localSchedule = (schedule: ScheduleName) => scheduleName(stackName({ name: "dev" }), schedule);

// The side stacks, always in us-east-1.
export const firewallStackName = (stage: Named) => `${stackName(stage)}-Firewall`;
export const budgetStackName = (stage: Named) => `${stackName(stage)}-Budget`;

/** In the region of its copies. */
export const vaultStackName = (stage: Named) => `${stackName(stage)}-Vault`;
export const copiesVaultName = (stage: Named) => `${stackName(stage)}-copies`;
