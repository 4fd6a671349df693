import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { StaffPool } from "../../ops/staff/commands.ts";
import { startProduct } from "./product.ts";
import { databaseOf, tableNamed } from "./seed-rows.ts";

/** A product with what the commands of a terminal need to change its staff. */
export async function startStaffPool() {
  const product = await startProduct();
  const tables = databaseOf(product);
  const [table = "", activity = "", messages = ""] = await Promise.all(
    ["Staff", "Activity", "Messages"].map((name) => tableNamed(tables, name)),
  );
  const { region, awsEndpoint: endpoint, credentials } = product;
  const database = DynamoDBDocumentClient.from(new DynamoDBClient({ region, endpoint, credentials }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const pool: StaffPool = {
    cognito: product.cognitoAdmin,
    userPoolId: product.userPoolId,
    rows: { database, table, activity },
    messages,
    actor: { id: "arn:aws:iam::123456789012:user/njeri", name: "Terminal (njeri)", email: "" },
  };
  return { product, pool };
}
