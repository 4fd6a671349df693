import { clientColumns } from "../clients/fields.ts";
import { paymentFields } from "../payments/fields.ts";
import { columnNames as clientColumnNames } from "./client-fields.ts";
import { fileFieldsOf } from "./plan-rows.ts";

const { client_name, client_email, client_phone, client_reference } = clientColumns;
const { paid_on, service, period, method, reference, amount, currency, subscription_id, id } = paymentFields;
/** An import of payments of past years reads these fields. */
export const importedFields = {
  paid_on,
  client_name,
  client_email,
  client_phone,
  client_reference,
  service,
  period,
  method,
  reference,
  amount,
  currency,
  subscription_id,
  id,
} as const;
export type Name = keyof typeof importedFields;

export const paymentFileFields = fileFieldsOf<Name>(importedFields, ["paid_on", "amount"], {
  paid_on: ["date", "paid", "paymentdate", "datepaid", "tarehe", "tareheyamalipo"],
  client_name: clientColumnNames.name,
  client_email: clientColumnNames.email,
  client_phone: clientColumnNames.phone,
  client_reference: ["accountnumber", "account"],
  service: ["product", "description", "plan", "huduma", "bidhaa", "maelezo"],
  period: ["period", "duedate", "due"],
  method: ["paidby", "mode", "njia"],
  reference: ["receipt", "receiptno", "code", "mpesacode", "chequeno", "risiti"],
  amount: ["paidamount", "amountpaid", "kiasi"],
  currency: ["sarafu"],
  id: ["paymentid"],
});

/** Columns of the export that cannot be imported. */
export const ignoredColumns = [
  "credit",
  "refund",
  "partpayment",
  "nextbilling",
  "recorded",
  "sample",
  "clientid",
  "receiptnumber",
  "state",
  "payer",
  "account",
  "details",
];
