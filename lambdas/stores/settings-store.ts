import { type Currency, currencies, type Sums } from "../../shared/money.ts";
import { Settings, unsavedSettings } from "../../shared/settings/settings.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { getItem, type TransactItem, table } from "../platform/dynamo/database.ts";
import * as templates from "./template-store.ts";

export const name = "company";

export const get = async (): Promise<Settings> => settingsIn(await getItem("settings", { name }));

/** Writes a row of the settings, if its version is still the one that was read. */
export const replaceRow = (
  key: string,
  row: { version: number; [field: string]: unknown },
  seen: number,
): TransactItem => ({
  Put: {
    TableName: table("settings"),
    Item: { name: key, ...row },
    ConditionExpression: "attribute_not_exists(#name) OR version = :seen",
    ExpressionAttributeNames: { "#name": "name" },
    ExpressionAttributeValues: { ":seen": seen },
  },
});

const settingsIn = (item: Record<string, unknown> | undefined) =>
  Settings.parse({ ...unsavedSettings, ...item });

/** Reads the settings and the company's templates, which an email to a client needs. */
export async function forClients(): Promise<{ company: Settings; templateOf: templates.TemplateOf }> {
  const rows = await batchGet("settings", [{ name }, { name: templates.name }]);
  const rowOf = (key: string) => rows.find((row) => row.name === key);
  return { company: settingsIn(rowOf(name)), templateOf: templates.templatesIn(rowOf(templates.name)) };
}

/** The currencies of some sums. The first is for figures that show one currency: the only one, or the default. */
export async function currenciesIn(sums: readonly Sums[]): Promise<[Currency, ...Currency[]]> {
  const used = currencies.filter((currency) => sums.some((sum) => sum[currency]));
  const [only, second] = used;
  if (only && !second) return [only];
  const { default_currency } = await get();
  return [default_currency, ...used.filter((currency) => currency !== default_currency)];
}
