import { text } from "node:stream/consumers";
import { type Interceptor, intercept } from "./interception.ts";
import type { Product } from "./product.ts";
import { type Copy, type Input, tableHistory } from "./table-history.ts";

// The local stack lacks these parts of AWS: DynamoDB's point-in-time recovery and system backups, on dynoxide's streams,
// which keep the old image of every write; the stack in CloudFormation; recovery points in a vault.

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/x-amz-json-1.0" } });
const xml = (name: string, content: string) =>
  new Response(`<${name}Response><${name}Result>${content}</${name}Result></${name}Response>`, {
    headers: { "content-type": "text/xml" },
  });
const tag = (name: string, value: string) => `<${name}>${value}</${name}>`;

const stack = "Mwamba-prod";

/** Makes a running product recoverable, as the stack `Mwamba-prod`. */
export async function recoverable(product: Product) {
  const { call, describe, rowsOf, rowsAt, create, summaries } = tableHistory(product);
  const names = (await call<{ TableNames: string[] }>("ListTables", {})).TableNames;
  const backups: Copy[] = [];
  const vault = new Map<string, Copy>();
  const recoverableSince = new Map<string, number>();
  const expiring = new Map<string, string>();
  for (const TableName of names) {
    const { TimeToLiveDescription: timeToLive } = await call<{
      TimeToLiveDescription: Record<string, string>;
    }>("DescribeTimeToLive", { TableName });
    if (timeToLive.AttributeName) expiring.set(TableName, timeToLive.AttributeName);
  }
  const startRecovery = async (TableName: string) => {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: "OLD_IMAGE" };
    await call("UpdateTable", { TableName, StreamSpecification, DeletionProtectionEnabled: true });
    recoverableSince.set(TableName, nowSeconds());
  };
  await Promise.all(names.map(startRecovery));

  const operations: Record<string, (input: Input, pass: () => Promise<Response>) => Promise<Response>> = {
    async DescribeTable({ TableName }, pass) {
      const answer = await pass();
      const RestoreSummary = summaries.get(String(TableName));
      if (!answer.ok || !RestoreSummary) return answer;
      const { Table } = (await answer.json()) as { Table: object };
      return json({ Table: { ...Table, RestoreSummary } });
    },
    async DeleteTable({ TableName }, pass) {
      const table = await describe(TableName).catch(() => undefined);
      const rows = table && [...(await rowsOf(table)).values()];
      const answer = await pass();
      if (!answer.ok || !table || !rows) return answer;
      const isRecoverable = recoverableSince.delete(table.TableName);
      if (isRecoverable)
        backups.push({ arn: `${table.TableArn}/backup/${backups.length}`, at: nowSeconds(), table, rows });
      expiring.delete(table.TableName);
      return answer;
    },
    async DescribeContinuousBackups({ TableName }) {
      const since = recoverableSince.get(String(TableName));
      const status = { PointInTimeRecoveryStatus: since === undefined ? "DISABLED" : "ENABLED" };
      const PointInTimeRecoveryDescription = {
        ...status,
        ...(since && { EarliestRestorableDateTime: since, LatestRestorableDateTime: nowSeconds() }),
      };
      return json({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription } });
    },
    async UpdateContinuousBackups({ TableName }) {
      await startRecovery(String(TableName));
      return json({ ContinuousBackupsDescription: {} });
    },
    async RestoreTableToPointInTime(input) {
      const { SourceTableName, TargetTableName, RestoreDateTime } = input;
      const table = await describe(SourceTableName);
      const at = Number(RestoreDateTime);
      const copy = { arn: "", at, table, rows: await rowsAt(table, at) };
      return json(await create(String(TargetTableName), copy, { withIndexes: false }));
    },
    async ListBackups({ TableName }) {
      const mine = backups.filter(({ table }) => table.TableName === TableName);
      const BackupSummaries = mine.map(({ arn, at }) => ({ BackupArn: arn, BackupCreationDateTime: at }));
      return json({ BackupSummaries });
    },
    async RestoreTableFromBackup({ BackupArn, TargetTableName, GlobalSecondaryIndexOverride }) {
      const copy = backups.find(({ arn }) => arn === BackupArn);
      if (!copy) throw new Error("There is no such backup.");
      return json(
        await create(String(TargetTableName), copy, {
          withIndexes: GlobalSecondaryIndexOverride === undefined,
        }),
      );
    },
    async DescribeTimeToLive({ TableName }) {
      const AttributeName = expiring.get(String(TableName));
      const TimeToLiveStatus = AttributeName ? "ENABLED" : "DISABLED";
      return json({ TimeToLiveDescription: { TimeToLiveStatus, AttributeName } });
    },
    async UpdateTimeToLive({ TableName, TimeToLiveSpecification }) {
      expiring.set(
        String(TableName),
        (TimeToLiveSpecification as Record<string, string>).AttributeName ?? "",
      );
      return json({ TimeToLiveSpecification });
    },
    async ListStackResources() {
      const members = names.map((name) =>
        tag(
          "member",
          tag("ResourceType", "AWS::DynamoDB::Table") +
            tag("LogicalResourceId", name) +
            tag("PhysicalResourceId", name),
        ),
      );
      return xml("ListStackResources", tag("StackResourceSummaries", members.join("")));
    },
    async DescribeStacks() {
      const outputs = {
        UserPoolId: product.userPoolId,
        VaultName: "vault",
        RestoreRole: "arn:aws:iam::111122223333:role/r",
      };
      const members = Object.entries(outputs).map(([key, value]) =>
        tag("member", tag("OutputKey", key) + tag("OutputValue", value)),
      );
      const tags = tag("member", tag("Key", "owner") + tag("Value", "office"));
      const stack = tag("Outputs", members.join("")) + tag("Tags", tags);
      return xml("DescribeStacks", tag("Stacks", tag("member", stack)));
    },
  };
  /** A vault with recovery points of all tables, as AWS Backup's REST interface has it. */
  async function fillVault() {
    for (const name of names) {
      const table = await describe(name);
      const arn = `arn:aws:backup:eu-west-1:111122223333:recovery-point:${name}`;
      vault.set(arn, { arn, at: nowSeconds(), table, rows: [...(await rowsOf(table)).values()] });
      answerWith(`/backup-vaults/vault/recovery-points/${encodeURIComponent(arn)}/restore-metadata`, () => ({
        RestoreMetadata: { originalTableName: name },
      }));
    }
  }
  const answerWith = (path: string, answer: (body: string) => object | Promise<object>) =>
    product.aws.handle(path, async (request, response) => {
      const body = JSON.stringify(await answer(await text(request)));
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
  answerWith("/backup-vaults/vault/recovery-points", () => ({
    RecoveryPoints: [...vault.values()].map(({ arn, at, table }) => ({
      RecoveryPointArn: arn,
      CreationDate: at,
      Status: "COMPLETED",
      ResourceArn: `arn:aws:dynamodb:eu-west-1:111122223333:table/${stack}-${table.TableName}-1A2B3C`,
    })),
  }));
  answerWith("/restore-jobs", async (body) => {
    const { RecoveryPointArn, Metadata } = JSON.parse(body);
    const copy = vault.get(RecoveryPointArn);
    if (copy) await create(Metadata.targetTableName, { ...copy, arn: "" }, { withIndexes: true });
    return { RestoreJobId: "1" };
  });
  answerWith("/restore-jobs/1", () => ({ Status: "COMPLETED" }));

  let before: (operation: string) => Promise<void> = async () => {};
  const interceptor: Interceptor = async ({ operation, body, from }, pass) => {
    if (!from) await before(operation);
    const answer = operations[operation];
    return from || !answer ? pass() : answer(body.startsWith("{") ? JSON.parse(body) : {}, pass);
  };
  intercept(product, interceptor);

  return {
    names,
    recoverableSince,
    expiring,
    backups,
    fillVault,
    /** Runs something before the commands' calls to AWS. */
    beforeCalls: (run: typeof before) => {
      before = run;
    },
    /** Deletes all rows of a table. */
    async empty(TableName: string) {
      const table = await describe(TableName);
      for (const item of (await rowsOf(table)).values()) {
        const Key = Object.fromEntries(table.KeySchema.map(({ AttributeName: key }) => [key, item[key]]));
        await call("DeleteItem", { TableName, Key });
      }
    },
    tables: async () => (await call<{ TableNames: string[] }>("ListTables", {})).TableNames,
  };
}
