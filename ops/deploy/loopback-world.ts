/** An AWS account as the loopback AWS knows it. */
export type Reply = { status?: number; body: string | object; headers?: Record<string, string> };

export type LoopbackStack = {
  status: string;
  outputs?: Record<string, string>;
  /** The physical ids of its sender identities. */
  identities?: string[];
  template?: object;
  /** What was given for its parameters, which it tells nobody. */
  parameters?: Record<string, string>;
  /** What the newest change set would make of it. */
  proposed?: object;
};

export type World = {
  account: string;
  stacks: Record<string, LoopbackStack>;
  concurrency: number;
  mail: {
    SendingEnabled: boolean;
    ProductionAccessEnabled: boolean;
    EnforcementStatus: string;
    SendQuota: object;
  };
  identities: Record<string, object>;
  certificates: Record<string, object>;
  /** Operations that are refused, each with the error's code. */
  refused: Record<string, string>;
  /** Operations that are never answered. */
  silent: string[];
  /** What was put into buckets, by `/bucket/key`, and the headers it was put with. */
  objects: Record<string, Buffer>;
  headers: Record<string, Record<string, string>>;
};

/** An account in which nothing is missing and nothing is deployed. */
export const preparedAccount = (): World => ({
  account: "111122223333",
  stacks: { CDKToolkit: { status: "UPDATE_COMPLETE", outputs: { BootstrapVersion: "28" } } },
  concurrency: 1000,
  mail: {
    SendingEnabled: true,
    ProductionAccessEnabled: true,
    EnforcementStatus: "HEALTHY",
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
  },
  identities: {},
  certificates: {},
  refused: {},
  silent: [],
  objects: {},
  headers: {},
});

export type Asked = {
  input: Record<string, string>;
  path: string;
  body: Buffer;
  headers: Record<string, string>;
};
