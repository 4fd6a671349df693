import { RemovalPolicy, Stack } from "aws-cdk-lib";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { RECOVERY_DAYS, type Table, type TableName, tables, tableVariable } from "../shared/tables.ts";

type Action =
  | "GetItem"
  | "BatchGetItem"
  | "BatchWriteItem"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "ConditionCheckItem"
  | "Query"
  | "Scan";
type NamesIn<I> = keyof I & string;
type IndexOf<T extends TableName> =
  | ((typeof tables)[T] extends { indexes: infer I } ? NamesIn<I> : never)
  | ((typeof tables)[T] extends { localIndexes: infer I } ? NamesIn<I> : never);

/** The actions that a function needs on each table. `Query:by-day` allows queries of that index only. */
export type TableUses = { [T in TableName]?: (Action | `Query:${IndexOf<T>}`)[] };

/** The rows with some keys of several tables. */
export const batchReads = (...names: TableName[]): TableUses =>
  Object.fromEntries(names.map((name) => [name, ["BatchGetItem" as const]]));

const text = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

const keyOf = ({ partition, sort }: Pick<Table, "partition" | "sort">) => ({
  partitionKey: text(partition),
  ...(sort && { sortKey: text(sort) }),
});

/** The tables of shared/tables.ts, with 35 days of point-in-time recovery. They stay when the stack is removed. */
export class Data extends Construct {
  private readonly tables: Record<TableName, dynamodb.Table>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const names = Object.keys(tables) as TableName[];
    this.tables = Object.fromEntries(names.map((name) => [name, this.table(name)])) as typeof this.tables;
  }

  /** The tables whose rows are worth a backup. */
  get backedUp(): dynamodb.Table[] {
    const names = Object.keys(tables) as TableName[];
    return names.filter((name) => !("noBackup" in tables[name])).map((name) => this.tables[name]);
  }

  private table(name: TableName): dynamodb.Table {
    const declared: Table = tables[name];
    const table = new dynamodb.Table(this, name[0]?.toUpperCase() + name.slice(1), {
      ...keyOf(declared),
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: RECOVERY_DAYS,
      },
      ...(declared.expires !== undefined && { timeToLiveAttribute: declared.expires }),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const { ALL, KEYS_ONLY } = dynamodb.ProjectionType;
    for (const [indexName, key] of Object.entries(declared.indexes ?? {})) {
      const projectionType = key.keysOnly ? KEYS_ONLY : ALL;
      table.addGlobalSecondaryIndex({ indexName, ...keyOf(key), projectionType });
    }
    for (const [indexName, sort] of Object.entries(declared.localIndexes ?? {}))
      table.addLocalSecondaryIndex({ indexName, sortKey: text(sort) });
    return table;
  }

  /**
   * Gives a function the names of all tables, and permission for exactly these actions. A forgotten table is then refused
   * like any other missing permission, and the tests name it.
   */
  grant(to: lambda.Function, uses: TableUses): void {
    for (const [name, { tableName }] of Object.entries(this.tables) as [TableName, dynamodb.Table][])
      to.addEnvironment(tableVariable(name), tableName);
    for (const [name, actions] of Object.entries(uses) as [TableName, string[]][]) {
      const table = this.tables[name];
      const onTable = actions.filter((action) => !action.includes(":"));
      const statements = [
        { actions: onTable, resource: table.tableArn },
        ...actions
          .filter((action) => action.includes(":"))
          .map((action) => {
            const [query, index] = action.split(":") as [string, string];
            return {
              actions: [query],
              resource: Stack.of(this).formatArn({
                service: "dynamodb",
                resource: "table",
                resourceName: `${table.tableName}/index/${index}`,
              }),
            };
          }),
      ];
      for (const { actions, resource } of statements.filter((statement) => statement.actions.length > 0)) {
        to.addToRolePolicy(
          new iam.PolicyStatement({
            actions: actions.map((action) => `dynamodb:${action}`),
            resources: [resource],
          }),
        );
      }
    }
  }
}
