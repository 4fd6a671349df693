import type { StatementLayout } from "../../shared/payments/layout.ts";

/**
 * A file of a bank, of which each row says after `=>` what must become of it: a verdict with client and money, `out`, or
 * `unread` with the reason. `asks`: what a person is asked before; `chosen`: what the person says.
 */
export type StatementFile = {
  name: string;
  text: string;
  asks?: "currency" | "words";
  chosen?: Partial<StatementLayout>;
};

export const statements: readonly StatementFile[] = [
  {
    name: "a column DR/CR decides the sign",
    asks: "words",
    text: `Account,0112000001\nCurrency,KES
Transaction Date,Narration,Reference,Amount,DR/CR,Running Balance
10/11/2026,MPESA PAYMENT ACC 4821072,FT26314AAA01,"1,500.00",CR,"110,000.00" => sure wanjiku KES 1500
11/11/2026,SALARY NOV ACC 3519404,FT26315AAA02,"4,500.00",DR,"65,000.00" => out
12/11/2026,REFUND TO CLIENT ACC 6188228,FT26316AAA03,"2,000.00",Dr.,"63,000.00" => out
12/11/2026,CHARGEBACK FT26307BBB01,FT26316AAA04,"1,500.00",DR,"61,500.00" => reversal wanjiku KES -1500
13/11/2026,PAYMENT ACC 5833173,FT26317AAA05,"25,000.00",,"86,500.00" => sure hassan KES 25000
13/11/2026,PAYMENT ACC 5833173,FT26317AAA06,"25,000.00",??,"61,500.00" => unread does not say whether
13/11/2026,PAYMENT ACC 4533907,FT26317AAA07,"-1,500.00",CR,"60,000.00" => unread contradicts`,
  },
  {
    name: "Debit and Credit as words",
    text: `Account,0112000001,Currency: KES
Date,Details,Ref No,Amount (KES),Transaction Type,Balance
10/11/2026,ACC 4821072,FT26314AAB01,1500,Credit,110000 => sure wanjiku KES 1500
11/11/2026,ACC 3519404,FT26314AAB02,4500,Debit,105500 => out
12/11/2026,ACC 6188228,FT26314AAB03,2000,DEBIT,103500 => out`,
  },
  {
    name: "C and D before the amount, semicolons",
    text: `Statement of account 0112000001 in KES
Tran Date;D/C;Tran Particulars;Instrument No;Tran Amount;Bal
10-Nov-2026;C;ACC 4821072;S260000101;1,500.00;1 => sure wanjiku KES 1500
10-Nov-2026;D;ACC 4533907;S260000102;1,500.00;0 => out
11-Nov-2026;C;ACC 7300155;S260000103;800.00;800 => sure baraka KES 800`,
  },
  {
    name: "words that nobody knows are asked about",
    asks: "words",
    chosen: { words: { ingia: "in", toka: "out" } },
    text: `Akaunti 0112000001 KES
Tarehe,Maelezo,Kiasi,Aina,Salio
10/11/2026,ACC 4821072,1500,Ingia,10000 => sure wanjiku KES 1500
11/11/2026,ACC 3519404,4500,Toka,5500 => out
12/11/2026,ACC 6188228,2000,TOKA,3500 => out`,
  },
  {
    name: "a word that was not chosen spoils its row alone",
    asks: "words",
    chosen: { words: { inn: "in" } },
    text: `Account 0112000001 KES
Date,Details,Amount,Type
10/11/2026,ACC 4821072,1500,Inn => sure wanjiku KES 1500
11/11/2026,ACC 3519404,4500,Outt => unread does not say whether
11/11/2026,ACC 6188228,2000,CR => sure njeri KES 2000`,
  },
  {
    name: "a sign beside the amount, brackets, and a side in its own column that agrees",
    text: `Account 0112000001 KES
Date,Details,Amount,Indicator
10/11/2026,ACC 4821072,"1,500.00 CR",CR => sure wanjiku KES 1500
10/11/2026,ACC 3519404,"4,500.00 DR",DR => out
10/11/2026,ACC 3519404,"(4,500.00)",D => out
10/11/2026,ACC 6188228,"-2,000.00",D => out
10/11/2026,ACC 6188228,"2,000.00 CR",DR => out`,
  },
  {
    name: "columns for both sides, and a side that contradicts them",
    text: `Account 0112000001 KES
Date,Details,Debit,Credit,Type
10/11/2026,ACC 4821072,,"1,500.00",CR => sure wanjiku KES 1500
10/11/2026,ACC 4533907,,"1,500.00",DR => unread contradicts
11/11/2026,ACC 3519404,"4,500.00",,CR => unread contradicts
11/11/2026,ACC 3519404,"4,500.00",,DR => out`,
  },
  {
    name: "dollars by a line above the columns",
    text: `Account,0112000002,,,\nCurrency,USD,,,
Transaction Date,Narration,Debit,Credit,Balance
10/11/2026,TRF ACC 9055317,,"120.00","9,000.00" => sure mwangi USD 120
11/11/2026,TRF ACC 8203918,,75,"9,075.00" => sure nakato USD 75
12/11/2026,TRF ACC 4821072,,"1,500.00","10,575.00" => doubtful wanjiku USD 1500
12/11/2026,TRF ACC 4821072,,"KES 1,500.00","10,575.00" => unread another currency`,
  },
  {
    name: "dollars by the columns' names",
    text: `Date,Details,Money Out (USD),Money In (USD),Balance (USD)
10/11/2026,ACC 9055317,,120.00,9000 => sure mwangi USD 120
11/11/2026,ACC 3519404,,"4,500.00",13500 => doubtful otieno USD 4500
11/11/2026,ACC 2744604,250,,13250 => out`,
  },
  {
    name: "a column of currencies",
    text: `Date,Details,Ccy,Debit,Credit
10/11/2026,ACC 9055317,USD,,120.00 => sure mwangi USD 120
11/11/2026,ACC 4821072,KES,,1500 => sure wanjiku KES 1500
11/11/2026,ACC 4533907,usd,,1500 => doubtful kamau USD 1500
12/11/2026,ACC 6188228,EUR,,2000 => unread no currency that we record
12/11/2026,ACC 6188228,Kshs,,2000 => sure njeri KES 2000
12/11/2026,ACC 5833173,KES,,"USD 25,000" => unread another currency`,
    chosen: { currency: "KES" },
  },
  {
    name: "nothing says the currency",
    asks: "currency",
    chosen: { currency: "USD" },
    text: `Transaction Date,Narration,Debit,Credit,Balance
10/11/2026,TRF ACC 9055317,,"120.00","9,000.00" => sure mwangi USD 120
11/11/2026,TRF ACC 4821072,,"1,500.00","9,000.00" => doubtful wanjiku USD 1500`,
  },
  {
    name: "M-Pesa without the other party",
    text: `Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance
TKI0000914,2026-11-09 08:30:00,Pay Bill from 2547****111 - JANE WANJIKU Acc. 4821072,Completed,1500.00,,53000.00 => recorded wanjiku KES 1500
TKA00000A1,2026-11-10 08:30:00,Pay Bill from 2547****222 - PETER OTIENO Acc. 3519404,Completed,4500.00,,57500.00 => sure otieno KES 4500
TKA00000A1,2026-11-10 08:30:00,Pay Bill Charge,Completed,,-23.00,57477.00 => out
TKA00000A2,2026-11-10 08:31:00,Pay Bill from 2547****222 - PETER OTIENO Acc. 3519404,Failed,4500.00,,57477.00 => out
TKA00000A3,2026-11-10 09:31:00,Business Payment to 2547****222,Completed,,-4500.00,52977.00 => out
TKA00000A4,2026-11-10 09:40:00,Reversal of TKI0000914,Completed,,-1500.00,51477.00 => reversal wanjiku KES -1500`,
  },
  {
    name: "M-Pesa of the app",
    text: `Mpesa Receipt,Date,Transaction Details,Amount In,Amount Out,Running Balance
TKI0000914,09/11/2026,Received from JANE ACC 4821072,1500,,53000 => recorded wanjiku KES 1500
TKA00000B1,10/11/2026,Received from PETER ACC 3519404,4500,,57500 => sure otieno KES 4500
TKA00000B2,10/11/2026,Withdrawal at agent,,4500,53000 => out`,
  },
  {
    name: "M-Pesa of the web, with codes in a column of another name",
    text: `Code,Time,Description,State,Credit,Debit
TKI0000914,2026-11-09T08:30:00,C2B from JANE ACC 4821072,SUCCESS,"1,500.00", => recorded wanjiku KES 1500
TKA00000C1,2026-11-10T08:30:00,C2B from PETER ACC 3519404,SUCCESS,"4,500.00", => sure otieno KES 4500
TKA00000C2,2026-11-10T09:30:00,C2B from PETER ACC 3519404,REVERSED,"4,500.00", => unmatched  KES -4500`,
  },
  {
    name: "a receipt code of M-Pesa in a bank's column of references",
    text: `Account 0112000001 KES
Date,Details,Reference,Credit,Debit
09/11/2026,PAYBILL JANE ACC 4821072,TKI0000914,1500, => recorded wanjiku KES 1500
10/11/2026,RTGS ACC 3519404,FT26314CCC02,4500, => sure otieno KES 4500
10/11/2026,EFT ACC 6188228,FT26314CCC03,2000, => sure njeri KES 2000`,
  },
  {
    name: "money that went back, in any column, with sign or side",
    text: `Account 0112000001 KES
Date,Details,Reference,Debit,Credit,Balance,Remarks
07/11/2026,RVSL CHQ 000123 UNPAID R/D,CHQ000123,"1,500.00",,"100,000.00", => reversal wanjiku KES -1500
08/11/2026,INWARD UNPAID CHQ 000124 REFER TO DRAWER,CHQ000124,"9,000.00",,"91,000.00", => unmatched  KES -9000
08/11/2026,FT26307BBB01,FT26312R01,"1,500.00",,"89,500.00",RETURNED => reversal wanjiku KES -1500
08/11/2026,CHQ 000125,CHQ000125,"1,000.00",,"88,500.00",Dishonoured => unmatched  KES -1000
09/11/2026,CHQ 000126,CHQ000126,,"-1,000.00","87,500.00",BOUNCED => unmatched  KES -1000
09/11/2026,ACC 4533907,FT26313R02,,"1,500.00","89,000.00",RECALL => doubtful kamau KES 1500
09/11/2026,RENT NOVEMBER,FT26313R03,"50,000.00",,"39,000.00", => out
09/11/2026,UNPAID CHEQUE CHARGES,FT26313R04,"1,000.00",,"38,000.00", => out`,
  },
  {
    name: "a state that says that money went back",
    text: `Account 0112000001 KES
Date,Details,Reference,Credit,Status
03/11/2026,RTGS JANE WANJIKU KAMAU ACC 4821072,FT26307BBB01,1500,Reversed => reversal wanjiku KES -1500
04/11/2026,ACC 3519404,FT26307BBB09,4500,Bounced => unmatched  KES -4500
05/11/2026,ACC 6188228,FT26307BBB10,2000,Unpaid => unmatched  KES -2000`,
  },
  {
    name: "a side and a word",
    text: `Account 0112000001 KES
Date,Details,Reference,Amount,Dr/Cr
08/11/2026,REV FT26307BBB01,FT26312S01,1500,DR => reversal wanjiku KES -1500
08/11/2026,Malipo yamerejeshwa,FT26312S02,900,DR => unmatched  KES -900
08/11/2026,REVERSAL OF CHARGES,FT26312S03,50,CR => unmatched  KES 50`,
  },
  {
    name: "booked lines with other balances",
    text: `Account 0112000001 KES
Date,Details,Reference,Debit,Credit,Balance
03/11/2026,CHARGES,FT26307BBB00,200.00,,"99,800.00" => out
03/11/2026,RTGS JANE WANJIKU KAMAU ACC 4821072,FT26307BBB01,,"1,500.00","104,800.00" => recorded wanjiku KES 1500
03/11/2026,RTGS JANE WANJIKU KAMAU ACC 4821072,FT26307BBB01,,"1,500.00","106,300.00" => sure wanjiku KES 1500
04/11/2026,CHQ DEP 000123 ACC 4821072,CHQ000123,,"1,500.00","107,800.00" => doubtful wanjiku KES 1500
05/11/2026,MPESA 254799000111 ACC 4821072,,,"1,500.00","109,300.00" => recorded wanjiku KES 1500`,
  },
  {
    name: "the same without references and balances",
    text: `Account 0112000001 KES
Date,Details,Debit,Credit
03/11/2026,RTGS JANE WANJIKU KAMAU ACC 4821072,,1500 => doubtful wanjiku KES 1500
05/11/2026,MPESA 254799000111 ACC 4821072,,1500 => recorded wanjiku KES 1500
05/11/2026,STANDING ORDER 3519404,,4500 => doubtful otieno KES 4500
06/11/2026,RTGS ACC 5833173,,25000 => sure hassan KES 25000`,
  },
  {
    name: "amounts without a sign, and balances that fall",
    text: `Account 0112000001 KES
Date,Details,Amount,Balance
10/11/2026,ACC 4821072,"1,500.00","101,500.00" => sure wanjiku KES 1500
11/11/2026,SALARY ACC 3519404,"4,500.00","97,000.00" => unread the balance falls
12/11/2026,ACC 6188228,"2,000.00","99,000.00" => sure njeri KES 2000
12/11/2026,ACC 7300155,800,"99,800.00" => sure baraka KES 800`,
  },
  {
    name: "the newest line first, and balances that fall",
    text: `Account 0112000001 KES
Date,Details,Amount,Balance
12/11/2026,ACC 7300155,800,"99,800.00" => sure baraka KES 800
12/11/2026,ACC 6188228,"2,000.00","99,000.00" => sure njeri KES 2000
11/11/2026,SALARY ACC 3519404,"4,500.00","97,000.00" => unread the balance falls
10/11/2026,ACC 4821072,"1,500.00","101,500.00" => sure wanjiku KES 1500`,
  },
  {
    name: "a bank that calls debit what came in",
    text: `Account 0112000001 KES
Date,Details,Debit,Credit,Balance
10/11/2026,ACC 4821072,1500,,"101,500.00" => out
11/11/2026,RENT ACC 3519404,,4500,"97,000.00" => unread the balance falls
12/11/2026,RENT ACC 6188228,,2000,"95,000.00" => unread the balance falls`,
  },
  {
    name: "two lines that differ only in balance",
    text: `Account 0112000001 KES
Date,Details,Reference,Debit,Credit,Balance
10/11/2026,ACC 3519404,FT26314D01,,"4,500.00","104,500.00" => sure otieno KES 4500
10/11/2026,ACC 3519404,FT26314D01,,"4,500.00","109,000.00" => sure otieno KES 4500
10/11/2026,ACC 6188228,FT26314D02,,"2,000.00","111,000.00" => sure njeri KES 2000
10/11/2026,ACC 6188228,FT26314D02,,"2,000.00","111,000.00" => doubtful njeri KES 2000`,
  },
  {
    name: "states in words of banks",
    text: `Account 0112000001 KES
Date,Description,Reference,Credit,Debit,Status
10/11/2026,PESALINK ACC 4821072,PSL0000001,"1,500.00",,Approved => sure wanjiku KES 1500
10/11/2026,PESALINK ACC 3519404,PSL0000002,"4,500.00",,Processed => sure otieno KES 4500
10/11/2026,PESALINK ACC 6188228,PSL0000003,"2,000.00",,Settled => sure njeri KES 2000
10/11/2026,PESALINK ACC 5833173,PSL0000004,"25,000.00",,Rejected => out
10/11/2026,PESALINK ACC 5833173,PSL0000005,"25,000.00",,Unsuccessful => out
10/11/2026,PESALINK ACC 5833173,PSL0000006,"25,000.00",,Not completed => out
10/11/2026,PESALINK ACC 5833173,PSL0000007,"25,000.00",,Processing => out
10/11/2026,PESALINK ACC 5833173,PSL0000008,"25,000.00",,On hold => out
10/11/2026,PESALINK ACC 5833173,PSL0000009,"25,000.00",,Pending approval => out`,
  },
  {
    name: "a state that nobody knows is asked about",
    asks: "words",
    chosen: { words: { zulu: "in", yankee: "out" } },
    text: `Account 0112000001 KES
Date,Description,Reference,Credit,Status
10/11/2026,ACC 4821072,PSL0000011,"1,500.00",Zulu => sure wanjiku KES 1500
10/11/2026,ACC 3519404,PSL0000012,"4,500.00",Yankee => out
10/11/2026,ACC 6188228,PSL0000013,"2,000.00",Xray => unread state that we do not know`,
  },
  {
    name: "headings of Kenya's banks",
    text: `Account 0112000001 KES
Value Date,Tran Particulars,Cheque No,Debit (Money Out),Credit (Money In),Book Balance
10/11/2026,ACC 4821072,,,"KShs 1,500.00","KShs 105,000.00" => sure wanjiku KES 1500
11/11/2026,ACC 3519404,000777,,"4,500/=","109,500/=" => sure otieno KES 4500
12/11/2026,ACC 6188228,,2000,,107500 => out`,
  },
  {
    name: "withdrawals and lodgements",
    text: `Account 0112000001 KES
Date,Transaction Description,Withdrawals,Lodgements,Closing Balance
10/11/2026,ACC 4821072,,1500,1 => sure wanjiku KES 1500
11/11/2026,ACC 3519404,4500,,2 => out
12/11/2026,ACC 5833173,,25000,3 => sure hassan KES 25000`,
  },
  {
    name: "a text column of an unknown name is found by its content",
    text: `Account 0112000001 KES
Date,Blurb,Withdrawals,Deposits,Balance
10/11/2026,MPESA 254722000222 ACC 3519404 PETER,,"KShs 4,500.00","KShs 105,000.00" => sure otieno KES 4500
11/11/2026,TRANSFER ACC 6188228 MARY NJERI,,"KShs 2,000.00","KShs 107,000.00" => sure njeri KES 2000`,
  },
  {
    name: "every amount names its currency",
    text: `Date,Transaction Details,Withdrawals,Deposits,Balance,Remarks
10/11/2026,MPESA 254722000222 ACC 3519404 PETER,,"KShs 4,500.00","KShs 105,000.00" => sure otieno KES 4500
11/11/2026,MARY NJERI ACC 6188228,,"Kshs. 2,000.00","KShs 107,000.00",ok => sure njeri KES 2000
11/11/2026,MARY NJERI ACC 6188228,"KShs 2,000.00",,"KShs 105,000.00",ok => out`,
  },
  {
    name: "days in a column of an unknown name",
    text: `Account 0112000001 KES
Booked,Narrative,Money In,Money Out
10.11.2026,ACC 4821072,1500, => sure wanjiku KES 1500
11.11.2026,ACC 3519404,,4500 => out`,
  },
  {
    name: "short rows, a bad cell and a row with a comma too many",
    text: `Account 0112000001 KES
Date,Details,Debit,Credit,Balance,Remarks
10/11/2026,RTGS ACC 3519404,,"4,500.00","105,000.00" => sure otieno KES 4500
10/11/2026,RTGS ACC 3519404,,"4,500.00" => doubtful otieno KES 4500
11/11/2026,RTGS ACC 6188228,,"2,000.00","110,000.00",ok => sure njeri KES 2000
11/11/2026,RTGS ACC 6188228 => unread cells
31/11/2026,RTGS ACC 6188228,,"2,000.00","110,000.00",ok => unread is not a date
11/11/2026,RTGS ACC 5833173,,2 5 000 0,"110,000.00",ok => unread is not an amount
11/11/2026,RTGS ACC 5833173,,25,000.00,"110,000.00",ok, => unread cells
12/11/2026,RTGS ACC 4821072,,"1,500.00","111,500.00",for ACC 4533907 => doubtful  KES 1500
12/11/2026,RTGS ACC 4533907,,"1,500.00","113,000.00",thanks => sure kamau KES 1500`,
  },
];
