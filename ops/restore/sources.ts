/** The tables that rows are restored from: points in time, backups of deleted tables, and the vault. */

import { setTimeout as wait } from "node:timers/promises";
import {
  type BackupClient,
  DescribeRestoreJobCommand,
  GetRecoveryPointRestoreMetadataCommand,
  paginateListRecoveryPointsByBackupVault,
  StartRestoreJobCommand,
} from "@aws-sdk/client-backup";
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ListBackupsCommand,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { TableName } from "../../shared/tables.ts";

/** A restored table takes minutes to hours. */
const MAX_WAIT_SECONDS = 6 * 3_600;
const POLL_MS = 5_000;

export type Vault = { name: string; restoreRole: string };

export async function describe(
  client: DynamoDBClient,
  TableName: string,
): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof Error && error.name === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

export const untilReady = (client: DynamoDBClient, TableName: string) =>
  waitUntilTableExists({ client, maxWaitTime: MAX_WAIT_SECONDS, minDelay: 1, maxDelay: 20 }, { TableName });

/** `Mwamba-prod-DataClients…-at-2026-12-24T06-00-00Z`; an interrupted restore finds it again. */
export const restoredName = (table: string, moment: Date): string =>
  `${table}-at-${moment.toISOString().replace(/\.\d+/, "").replaceAll(":", "-")}`;

/** Starts to restore a table as it was into a second table, and returns its name. @throws Error when that is not possible */
export async function restoreToMoment(client: DynamoDBClient, table: string, moment: Date): Promise<string> {
  const target = restoredName(table, moment);
  if (await describe(client, target)) return target;
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: table }),
  );
  const {
    PointInTimeRecoveryStatus: status,
    EarliestRestorableDateTime: earliest = moment,
    LatestRestorableDateTime: latest = moment,
  } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  // Only the rows are read, so the second table needs no indexes.
  const request = {
    TargetTableName: target,
    GlobalSecondaryIndexOverride: [],
    LocalSecondaryIndexOverride: [],
  };
  const summary = (await describe(client, table))?.RestoreSummary;
  if (summary?.SourceBackupArn && moment < earliest) {
    // A table that took the place of a deleted one: its rows at that moment are in its backup.
    await client.send(new RestoreTableFromBackupCommand({ ...request, BackupArn: summary.SourceBackupArn }));
    return target;
  }
  if (status !== "ENABLED" || moment < earliest || moment > latest)
    throw new Error(
      status === "ENABLED"
        ? `${table} can be restored to a moment from ${earliest.toISOString()} to ${latest.toISOString()}. Nothing was changed.`
        : `${table} has no point-in-time recovery. Nothing was changed.`,
    );
  await client.send(
    new RestoreTableToPointInTimeCommand({ ...request, SourceTableName: table, RestoreDateTime: moment }),
  );
  return target;
}

/** Starts to restore a deleted table under its name, from the backup that DynamoDB made then. Returns its moment. */
export async function restoreDeleted(client: DynamoDBClient, table: string): Promise<Date | undefined> {
  const { BackupSummaries = [] } = await client.send(
    new ListBackupsCommand({ TableName: table, BackupType: "SYSTEM" }),
  );
  const [newest] = BackupSummaries.sort((a, b) => timeOf(b) - timeOf(a));
  if (!newest?.BackupCreationDateTime) return undefined;
  await client.send(
    new RestoreTableFromBackupCommand({ TargetTableName: table, BackupArn: newest.BackupArn }),
  );
  return newest.BackupCreationDateTime;
}

const timeOf = ({ BackupCreationDateTime: time }: { BackupCreationDateTime?: Date }) => Number(time ?? 0);

export type RecoveryPoint = { arn: string; at: Date; vault: Vault };

/** The newest recovery point of each table, until a moment. Found by the name that a table of the stage has in any region. */
export async function recoveryPoints(
  backup: BackupClient,
  vaults: readonly Vault[],
  stack: string,
  until: Date,
): Promise<Map<TableName, RecoveryPoint>> {
  const points = new Map<TableName, RecoveryPoint>();
  for (const vault of vaults)
    for await (const { RecoveryPoints = [] } of paginateListRecoveryPointsByBackupVault(
      { client: backup },
      { BackupVaultName: vault.name, ByCreatedBefore: until },
    ))
      for (const {
        ResourceArn = "",
        RecoveryPointArn: arn = "",
        CreationDate: at,
        Status,
      } of RecoveryPoints) {
        const [_table, tableName] =
          new RegExp(`table/(${stack}-)?Data([A-Za-z]+)[0-9A-F]{8}`).exec(ResourceArn)?.slice(1) ?? [];
        const name = tableName?.toLowerCase() as TableName | undefined;
        if (!name || !at || Status !== "COMPLETED" || (points.get(name)?.at ?? 0) >= at) continue;
        points.set(name, { arn, at, vault });
      }
  return points;
}

/** Restores a recovery point into a table that does not exist. @throws Error when AWS Backup could not */
export async function restoreFromVault(
  backup: BackupClient,
  { arn: RecoveryPointArn, vault }: RecoveryPoint,
  targetTableName: string,
): Promise<void> {
  const { RestoreMetadata } = await backup.send(
    new GetRecoveryPointRestoreMetadataCommand({ BackupVaultName: vault.name, RecoveryPointArn }),
  );
  const { RestoreJobId } = await backup.send(
    new StartRestoreJobCommand({
      RecoveryPointArn,
      IamRoleArn: vault.restoreRole,
      ResourceType: "DynamoDB",
      Metadata: { ...RestoreMetadata, encryptionType: "Default", targetTableName },
      // A repeated call does not start a second job.
      IdempotencyToken: targetTableName,
    }),
  );
  for (;;) {
    const { Status, StatusMessage } = await backup.send(new DescribeRestoreJobCommand({ RestoreJobId }));
    if (Status === "COMPLETED") return;
    if (Status === "ABORTED" || Status === "FAILED")
      throw new Error(`AWS Backup could not restore ${targetTableName}: ${StatusMessage}`);
    await wait(POLL_MS);
  }
}
