import type { Template } from "../../infra/checks/template.ts";

export type Reply = { status?: number; body: string | object; headers?: Record<string, string> };

export type LoopbackStack = {
  status: string;
  /** Where it was deployed; without it, every region has it. */
  region?: string;
  outputs?: Record<string, string>;
  /** Its functions, by logical id, and what each returns. */
  functions?: Record<string, object>;
  /** The physical ids of its SES identities. */
  identities?: string[];
  /** Resources that stay when the stack is deleted, by logical id. */
  kept?: Record<string, { type: string; id: string }>;
  template?: Template;
  /** Its stack policy, as JSON. */
  policy?: string;
  parameters?: Record<string, string>;
  /** The template of the newest change set, and whether it takes over what stands. */
  proposed?: Template;
  adopts?: boolean;
};

/** The state of an AWS account. */
export type LoopbackAccount = {
  account: string;
  stacks: Record<string, LoopbackStack>;
  /** Stacks that were deleted, with the resources that stayed. */
  deleted: Record<string, LoopbackStack>;
  /** Tables, user pools, buckets and vaults by physical id. Each but the bucket is protected, and a table changes for a moment. */
  resources: Record<string, { rows: number; isProtected: boolean; isChanging?: boolean }>;
  concurrency: number;
  mail: {
    SendingEnabled: boolean;
    ProductionAccessEnabled: boolean;
    EnforcementStatus: string;
    SendQuota: object;
  };
  identities: Record<string, object>;
  certificates: Record<string, object>;
  /** SSM parameters. */
  parameters: Record<string, string>;
  /** The versions of each secret, the newest first. */
  secrets: Record<string, string[]>;
  /** The state of each CloudWatch alarm. */
  alarms: Record<string, string>;
  /** Operations that fail, with the error code. */
  refused: Record<string, string>;
  /** Operations without a response. */
  silent: string[];
  /** S3 objects by `/bucket/key`, and their headers. */
  objects: Record<string, Buffer>;
  headers: Record<string, Record<string, string>>;
};

/** An account with everything a deployment needs, and nothing deployed. */
export const preparedAccount = (): LoopbackAccount => ({
  account: "111122223333",
  stacks: {
    CDKToolkit: {
      status: "UPDATE_COMPLETE",
      outputs: { BootstrapVersion: "28", BucketName: "cdk-hnb659fds-assets-111122223333-eu-west-1" },
    },
  },
  deleted: {},
  resources: {},
  concurrency: 1000,
  mail: {
    SendingEnabled: true,
    ProductionAccessEnabled: true,
    EnforcementStatus: "HEALTHY",
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
  },
  identities: {},
  certificates: {},
  parameters: {},
  secrets: {},
  alarms: {},
  refused: {},
  silent: [],
  objects: {},
  headers: {},
});

export type AwsRequest = {
  input: Record<string, string>;
  path: string;
  body: Buffer;
  headers: Record<string, string>;
};
