import { clientFields } from "../clients/fields.ts";
import { omit } from "../omit.ts";
import { fileFieldsOf } from "./plan-rows.ts";

export type Name = keyof typeof clientFields;

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
  id: ["clientid"],
} as const satisfies Partial<Record<Name, readonly string[]>>;

/** When a client was added is known to the system. */
const imported = omit(clientFields, "created_at");
export const clientFileFields = fileFieldsOf<Exclude<Name, "created_at">>(
  imported,
  ["name", "email"],
  columnNames,
);

/** Columns of the export that cannot be imported. */
export const ignoredColumns = ["added"];
