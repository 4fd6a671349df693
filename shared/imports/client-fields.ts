import { clientFileTable } from "../clients/fields.ts";
import { omit } from "../omit.ts";
import { fileFieldsOf } from "./plan-rows.ts";

export type Name = keyof typeof clientFileTable;

/** Of a kind of VAT, in files of clients, subscriptions and charges. */
export const vatColumns = ["vatkind", "vatcode", "taxkind", "taxcode", "taxcategory", "kodi"] as const;

export const columnNames = {
  name: [
    "name",
    "clientname",
    "customer",
    "customername",
    "fullname",
    "contact",
    "contactname",
    "jina",
    "jinalamteja",
    "mteja",
  ],
  email: ["emailaddress", "mail", "emails", "baruapepe", "anwaniyabaruapepe"],
  phone: [
    "phonenumber",
    "phoneno",
    "telephone",
    "tel",
    "mobile",
    "mobilenumber",
    "cell",
    "simu",
    "nambariyasimu",
    "nambayasimu",
  ],
  company: [
    "companyname",
    "organisation",
    "organization",
    "business",
    "kampuni",
    "jinalakampuni",
    "biashara",
  ],
  address: ["postaladdress", "physicaladdress", "location", "anwani", "mahali"],
  kra_pin: ["pin", "krapinno", "pinno", "taxpin", "taxnumber", "piniyakra", "pinyakra", "nambariyakodi"],
  language: ["lugha"],
  vat: vatColumns,
  status: ["state", "hali"],
  copy_1: ["cc", "cc1", "nakala", "nakala1"],
  copy_2: ["cc2", "nakala2"],
  copy_3: ["cc3", "nakala3"],
  copy_4: ["cc4", "nakala4"],
  id: ["clientid"],
} as const satisfies Partial<Record<Name, readonly string[]>>;

/** When a client was added is known to the system. */
const imported = omit(clientFileTable, "created_at");
export const clientFileFields = fileFieldsOf<Exclude<Name, "created_at">>(
  imported,
  ["name", "email"],
  columnNames,
);

/** Columns of the export that cannot be imported. */
export const ignoredColumns = ["added"];
