import {
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  type Tag,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { RECOVERY_DAYS, type Table, type TableName, tables } from "../../shared/tables.ts";
import { describe } from "./sources.ts";

/** Sets again what a restored table lacks, as infra/data.ts has it, but for deletion protection. Returns what that was. */
export async function protect(
  client: DynamoDBClient,
  name: TableName,
  TableName: string,
  tags: readonly Tag[],
): Promise<string[]> {
  const set: string[] = [];
  const { expires: AttributeName }: Table = tables[name];
  const { ContinuousBackupsDescription: recovery } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  if (recovery?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus !== "ENABLED") {
    const specification = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: RECOVERY_DAYS };
    await client.send(
      new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification: specification }),
    );
    set.push("point-in-time recovery");
  }
  const { TimeToLiveDescription: expiry } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (AttributeName && !expiry?.TimeToLiveStatus?.startsWith("ENABL")) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
    set.push("time to live");
  }
  const ResourceArn = (await describe(client, TableName))?.TableArn;
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
  const missing = tags.filter(({ Key }) => !Tags.some((tag) => tag.Key === Key));
  if (missing.length > 0) {
    await client.send(new TagResourceCommand({ ResourceArn, Tags: missing }));
    set.push("tags");
  }
  return set;
}

/** Last, because a restored table without it is one whose restore is not complete. */
export async function protectFromDeletion(client: DynamoDBClient, TableName: string): Promise<void> {
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}
