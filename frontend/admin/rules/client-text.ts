import type { Client } from "../../../shared/clients/client.ts";
import { clientFields } from "../../../shared/clients/fields.ts";
import { searchTextOf } from "./list-fields.ts";

/** The text in which a search finds a client, in every list of clients. */
export const clientText = searchTextOf<Client>(clientFields);
