import { ConnectionStatus, type PaybillStatus } from "../../shared/paybill/status.ts";
import { allAnnounced } from "../ledger/announced-store.ts";
import { getItem, table } from "../platform/dynamo/database.ts";
import { read } from "../platform/dynamo/read-rows.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";

// A row of settings: what people are told about the connection with M-Pesa.
const Key = { name: "paybill" };

export const readStatus = async (): Promise<ConnectionStatus> =>
  read(ConnectionStatus, (await getItem("settings", Key)) ?? {});

export const saveStatus = (
  set: ConnectionStatus,
  remove: (keyof ConnectionStatus)[] = [],
): Promise<boolean> => updateIf({ TableName: table("settings"), Key }, { set, remove });

/** Undefined in a stage without a paybill number. */
export async function paybillStatus(): Promise<PaybillStatus | undefined> {
  const short_code = process.env.SHORT_CODE;
  if (!short_code) return undefined;
  const [status, announced] = await Promise.all([readStatus(), allAnnounced()]);
  return { ...status, short_code, announced: announced.length };
}
