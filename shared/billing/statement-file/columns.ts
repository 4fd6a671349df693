import { type Field, normalisedName } from "../../imports/columns.ts";

/** What the columns of a statement hold. */
export const columnNames = [
  ...(["code", "day", "paidIn", "withdrawn", "balance"] as const),
  ...(["payer", "account", "details", "status", "linked"] as const),
] as const;
export type ColumnName = (typeof columnNames)[number];

export const statementFields: readonly Field<ColumnName>[] = [
  {
    name: "code",
    label: "Receipt number",
    aliases: [
      "receiptno",
      "receiptnumber",
      "transactionid",
      "transactionreference",
      "transactionref",
      "referenceno",
      "referencenumber",
      "reference",
      "refno",
      "bankreference",
    ],
  },
  {
    name: "day",
    label: "Paid on",
    required: true,
    aliases: [
      "completiontime",
      "transactiondate",
      "trandate",
      "txndate",
      "valuedate",
      "postingdate",
      "date",
      "tarehe",
    ],
  },
  {
    name: "paidIn",
    label: "Paid in",
    required: true,
    aliases: [
      "paidin",
      "moneyin",
      "credit",
      "credits",
      "creditamount",
      "deposit",
      "deposits",
      "amount",
      "kiasi",
    ],
  },
  {
    name: "withdrawn",
    label: "Withdrawn",
    aliases: [
      "withdrawn",
      "moneyout",
      "paidout",
      "debit",
      "debits",
      "debitamount",
      "withdrawal",
      "withdrawals",
    ],
  },
  {
    name: "balance",
    label: "Balance",
    aliases: ["balance", "runningbalance", "bookbalance", "ledgerbalance", "closingbalance", "salio"],
  },
  { name: "payer", label: "Who paid", aliases: ["otherpartyinfo", "payer", "name", "sender", "from"] },
  { name: "account", label: "Account they gave", aliases: ["acno", "accountno", "accountnumber", "account"] },
  {
    name: "details",
    label: "Details",
    aliases: ["details", "description", "narration", "narrative", "particulars", "maelezo"],
  },
  { name: "status", label: "Status", aliases: ["transactionstatus", "status"] },
  {
    name: "linked",
    label: "Linked transaction",
    aliases: ["linkedtransactionid", "linkedtransaction", "originaltransactionid"],
  },
];

/** Whether the columns are those of the M-Pesa organisation portal. */
export const isMpesa = (header: readonly string[]): boolean => {
  const names = new Set(header.map(normalisedName));
  return ["receiptno", "completiontime", "paidin", "otherpartyinfo"].every((name) => names.has(name));
};
