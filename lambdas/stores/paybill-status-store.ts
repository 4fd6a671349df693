import { ConnectionStatus } from "../../shared/paybill/status.ts";
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
