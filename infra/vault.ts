import { ArnFormat, CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import * as backup from "aws-cdk-lib/aws-backup";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import type * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import * as iam from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { RECOVERY_DAYS } from "../shared/tables.ts";
import { copiesVaultName, stackName } from "./stack-names.ts";
import type { Stage } from "./stages.ts";

const service = new iam.ServicePrincipal("backup.amazonaws.com");
const recovery = Duration.days(RECOVERY_DAYS);

/** A vault that nobody empties before its time, unless they may lift its lock (governance), and the role that restores from it. */
class Vault extends Construct {
  readonly arn: string;
  readonly vaultName: string;

  constructor(scope: Construct, id: string, stage: Stage, backupVaultName: string) {
    super(scope, id);
    const vault = new backup.BackupVault(this, "Vault", {
      backupVaultName,
      lockConfiguration: { minRetention: recovery },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.arn = vault.backupVaultArn;
    this.vaultName = vault.backupVaultName;
    const restoreRole = new iam.Role(this, "RestoreRole", { assumedBy: service });
    restoreRole.addToPolicy(
      new iam.PolicyStatement({
        // As in AWS's policy for restores.
        actions: [
          "RestoreTableFromAwsBackup",
          "DescribeTable",
          "Query",
          "Scan",
          "GetItem",
          "PutItem",
          "UpdateItem",
          "DeleteItem",
          "BatchWriteItem",
        ].map((action) => `dynamodb:${action}`),
        resources: [tableArn(this, `${stackName(stage)}-*`)],
      }),
    );
    const outputs = { VaultName: backupVaultName, RestoreRole: restoreRole.roleArn };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(Stack.of(this), name, { value });
  }
}

const tableArn = (scope: Construct, resourceName: string) =>
  Stack.of(scope).formatArn({ service: "dynamodb", resource: "table", resourceName });

/** The vault of the copies, in another region. Its name is fixed, because the plan in the stage's region needs it. */
export class VaultStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    new Vault(this, "Copies", stage, copiesVaultName(stage));
  }
}

type Props = { stage: Stage & { vault: { region: string } }; tables: dynamodb.ITable[] };

/** Copies the tables to a vault every night, and from there to the vault in another region. */
export class Backups extends Construct {
  /** Jobs that failed or did not start, by day. */
  readonly failures: cloudwatch.Metric[];

  constructor(scope: Construct, id: string, { stage, tables }: Props) {
    super(scope, id);
    const stack = Stack.of(this);
    // Unique, because a vault stays when its stage is removed.
    const unique = Fn.select(0, Fn.split("-", Fn.select(2, Fn.split("/", stack.stackId))));
    const { arn, vaultName } = new Vault(this, "Nightly", stage, `${stackName(stage)}-${unique}`);
    const resourceName = copiesVaultName(stage);
    const format = { service: "backup", resource: "backup-vault", arnFormat: ArnFormat.COLON_RESOURCE_NAME };
    const copies = stack.formatArn({ ...format, region: stage.vault.region, resourceName });
    const lifecycle = { deleteAfterDays: RECOVERY_DAYS };
    const plan = new backup.CfnBackupPlan(this, "Plan", {
      backupPlan: {
        backupPlanName: stackName(stage),
        backupPlanRule: [
          {
            ruleName: "nightly",
            targetBackupVault: vaultName,
            // An hour before the daily run.
            scheduleExpression: "cron(0 3 * * ? *)",
            startWindowMinutes: 60,
            completionWindowMinutes: 600,
            lifecycle,
            copyActions: [{ destinationBackupVaultArn: copies, lifecycle }],
          },
        ],
      },
    });
    const role = new iam.Role(this, "Role", { assumedBy: service });
    const allow = (actions: string[], resources: string[], conditions = {}) =>
      role.addToPolicy(new iam.PolicyStatement({ actions, resources, conditions }));
    const arns = tables.map((table) => table.tableArn);
    allow(["dynamodb:StartAwsBackupJob", "dynamodb:DescribeTable", "dynamodb:ListTagsOfResource"], arns);
    allow(["backup:DescribeBackupVault", "backup:CopyIntoBackupVault"], [arn, copies]);
    // The recovery points have no names yet.
    allow(["backup:CopyFromBackupVault"], ["*"], {
      "ForAllValues:StringEquals": { "backup:CopyTargets": [copies] },
    });
    new backup.CfnBackupSelection(this, "Tables", {
      backupPlanId: plan.attrBackupPlanId,
      backupSelection: { selectionName: "tables", iamRoleArn: role.roleArn, resources: arns },
    });
    const failed = (metricName: string, BackupVaultName: string) =>
      new cloudwatch.Metric({
        namespace: "AWS/Backup",
        metricName,
        dimensionsMap: { BackupVaultName },
        statistic: "sum",
        period: Duration.days(1),
      });
    this.failures = [
      failed("NumberOfBackupJobsFailed", vaultName),
      failed("NumberOfBackupJobsExpired", vaultName),
      // AWS does not say which of its two vaults a copy counts for.
      failed("NumberOfCopyJobsFailed", vaultName),
      failed("NumberOfCopyJobsFailed", resourceName),
    ];
  }
}
