import { tableOf } from "./table.ts";

// Lines that come back in another shape: booked already, or money that went back in the words of banks.

/** Lines beside the booked ones of `lookup-results.ts`. */
export const rewritten = tableOf(`
  account | details                                  | code              | day        | method | payer          | phone        | balance | amount   | verdict  | client  | payment | why
          | RTGS JANE WANJIKU KAMAU ACC 4821072      | FT26307BBB01      | 2026-11-03 | bank   |                |              | 105000  | 1500     | recorded | wanjiku | p910    | Recorded: KES 1,500.00 on Nov 3, 2026 for Jane Wanjiku Kamau.
          | RTGS JANE WANJIKU KAMAU ACC 4821072      | FT26307BBB01      | 2026-11-03 | bank   |                |              | 104800  | 1500     | recorded | wanjiku | p910    |
          | RTGS JANE WANJIKU KAMAU ACC 4821072      | FT26307BBB01      | 2026-11-03 | bank   |                |              |         | 1500     | recorded | wanjiku | p910    |
          | RTGS JANE  WANJIKU   KAMAU ACC 4821072   | FT26307BBB01      | 2026-11-03 | bank   |                |              | 105000  | 1500     | recorded | wanjiku | p910    |
          | Rtgs Jane Wanjiku Kamau Acc 4821072      | ft26307 bbb01     | 2026-11-03 | bank   |                |              | 105000  | 1500     | recorded | wanjiku | p910    |
          | RTGS JANE WANJIKU KAMAU ACC 4821072      | FT-26307-BBB01    | 2026-11-03 | bank   |                |              | 104800  | 1500     | recorded | wanjiku | p910    |
          | RTGS JANE W KAMAU ACC 4821072            | FT26307BBB01      | 2026-11-03 | bank   |                |              | 105000  | 1500     | doubtful | wanjiku |         | it can be the payment of KES 1,500.00 of Jane Wanjiku Kamau for Nov 3, 2026, in another wording
          | RTGS ACC 4821072 JANE WANJIKU KAMAU      | FT26307BBB01      | 2026-11-03 | bank   |                |              | 105000  | 1500     | doubtful | wanjiku |         | in another wording
          | RTGS JANE WANJIKU KAMAU ACC 4821072      | FT26307BBB01      | 2026-11-03 | bank   | JANE KAMAU W   |              | 105000  | 1500     | doubtful | wanjiku |         | in another wording
          |                                          | FT26307BBB01      | 2026-11-03 | bank   | JANE WANJIKU KAMAU |          | 105000  | 1500     | doubtful | wanjiku |         | in another wording
  4821072 |                                          | FT26307BBB01      | 2026-11-03 | bank   |                |              |         | 1500     | doubtful | wanjiku |         | in another wording
  4821072 | RTGS JANE WANJIKU KAMAU ACC 4821072      | FT26307BBB01      | 2026-11-03 | bank   |                |              | 105000  | 1500     | doubtful | wanjiku |         | in another wording
          | RTGS JANE WANJIKU KAMAU ACC 4821072      | " "               | 2026-11-03 | bank   |                |              | 105000  | 1500     | doubtful | wanjiku |         | in another wording
  4821072 |                                          | " "               | 2026-11-03 | bank   |                |              |         | 1500     | doubtful | wanjiku |         | in another wording
          |                                          | " "               | 2026-11-03 | bank   |                | 0799 000 111 |         | 1500     | doubtful | wanjiku |         | in another wording
  4821072 |                                          |                   | 2026-11-03 | mpesa  |                |              |         | 1500     | doubtful | wanjiku |         | in another wording
  3519404 |                                          | FT26307BBB01      | 2026-11-03 | bank   |                |              |         | 1500     | doubtful | otieno  |         | in another wording
          |                                          | FT26307BBB01      | 2026-11-03 | bank   |                |              |         | 1500     | unmatched |        |         | in another wording
  4821072 |                                          | FT26307BBB02      | 2026-11-03 | bank   |                |              |         | 1500     | sure     | wanjiku |         |
  4821072 |                                          | FT26307BBB01      | 2026-11-02 | bank   |                |              |         | 1500     | sure     | wanjiku |         |
  4821072 |                                          | FT26307BBB01      | 2026-11-03 | bank   |                |              |         | 1400     | doubtful | wanjiku |         | only a part of
  4821072 |                                          | FT26307BBB01      | 2026-11-03 | bank   |                |              |         | USD 1500 | doubtful | wanjiku |         | what is open is in another currency
          | CHQ DEP 000123 ACC 4821072               | CHQ000123         | 2026-11-04 | bank   |                |              | 98000   | 1500     | doubtful | wanjiku |         | in another wording
          | CHQ DEP 000123 ACC 4821072               | CHQ 123           | 2026-11-04 | bank   |                |              | 115000  | 1500     | recorded | wanjiku | p911    |
          | CHQ DEP 000123 ACC 4821072               | chq-000123        | 2026-11-04 | bank   |                |              | 115000  | 1500     | recorded | wanjiku | p911    |
          | CHEQUE DEPOSIT 123 ACC 4821072           | CHQ0000123        | 2026-11-04 | bank   |                |              |         | 1500     | doubtful | wanjiku |         | in another wording
          | CHQ DEP 000123 ACC 4821072               | " "               | 2026-11-04 | bank   |                |              | 115000  | 1500     | doubtful | wanjiku |         | in another wording
          | MPESA 254799000111 ACC 4821072           | " "               | 2026-11-05 | bank   |                |              | 120000  | 1500     | recorded | wanjiku | p912    |
          | MPESA 254799000111 ACC 4821072           | " "               | 2026-11-05 | bank   |                |              | 64000   | 1500     | recorded | wanjiku | p912    |
          | mpesa 254799000111  acc 4821072          | N/A               | 2026-11-05 | bank   |                |              | 64000   | 1500     | doubtful | wanjiku |         | in another wording
          | MPESA 254799000111 ACC 4821072           | FT26309NEW9       | 2026-11-05 | bank   |                |              | 64000   | 1500     | doubtful | wanjiku |         | in another wording
          | MPESA PAYMENT 254799000111 FOR 4821072   | " "               | 2026-11-05 | bank   |                |              | 120000  | 1500     | doubtful | wanjiku |         | in another wording
          | MPESA 254799000111 ACC 4821072           | " "               | 2026-11-06 | bank   |                |              | 121500  | 1500     | sure     | wanjiku |         |
          | STANDING ORDER 3519404                   | SO 1              | 2026-11-05 | bank   | PETER OTIENO   |              | 200000  | 4500     | recorded | otieno  | p913    |
          | STANDING ORDER 3519404                   | so1               | 2026-11-05 | bank   | Peter  Otieno  |              | 200000  | 4500     | recorded | otieno  | p913    |
          | STANDING ORDER 3519404                   | SO 1              | 2026-11-05 | bank   | PETER OTIENO   |              | 195000  | 4500     | doubtful | otieno  |         | in another wording
          | STANDING ORDER 3519404                   | SO 01             | 2026-11-05 | bank   | PETER OTIENO   |              | 195000  | 4500     | doubtful | otieno  |         | in another wording
          | STANDING ORDER 3519404                   | SO 1              | 2026-11-05 | bank   |                |              | 200000  | 4500     | doubtful | otieno  |         | in another wording
          | STANDING ORDER 3519404                   | SO 1              | 2026-11-06 | bank   | PETER OTIENO   |              | 204500  | 4500     | sure     | otieno  |         |
          | STANDING ORDER 3519404                   | SO 2              | 2026-11-05 | bank   | PETER OTIENO   |              | 204500  | 4500     | sure     | otieno  |         |
  4821072 |                                          | TKI0000914        | 2026-11-09 | mpesa  |                |              |         | 1500     | recorded | wanjiku | p914    |
  4821072 |                                          | TKI0000914        | 2026-11-09 | bank   |                |              |         | 1500     | recorded | wanjiku | p914    |
          |                                          | tki0000914        | 2026-11-09 | bank   | JANE           |              | 53000   | 1500     | recorded | wanjiku | p914    |
          | Pay Bill from 2547****111 Acc. 4821072   | TKI0000914        | 2026-11-10 | bank   |                |              | 53000   | 1500     | recorded | wanjiku | p914    | The statement has Nov 10, 2026.
  4821072 |                                          | TKI0000914        | 2026-10-25 | bank   |                |              |         | 1500     | doubtful | wanjiku |         | its code is on record. Recorded: KES 1,500.00 on Nov 9, 2026
  4821072 |                                          | TKI0000914        | 2026-11-09 | bank   |                |              |         | 1600     | doubtful | wanjiku |         | its code is on record
  4821072 | MPESA TKI0000914                         | FT26313C2B01      | 2026-11-10 | bank   |                |              |         | 1500     | doubtful | wanjiku |         | it names TKI0000914, which is recorded already
  4821072 |                                          | FT26313C2B01      | 2026-11-09 | bank   |                |              |         | 1500     | doubtful | wanjiku |         | in another wording
  4821072 |                                          | TKI0000920        | 2026-11-09 | mpesa  |                |              |         | 1500     | sure     | wanjiku |         |
  4533907 |                                          | " "               | 2026-11-08 | bank   |                |              |         | 1500     | doubtful | kamau   |         | in another wording
  4821072 |                                          | FT26312DEP7       | 2026-11-08 | bank   |                |              |         | 1500     | doubtful | wanjiku |         | it can be the payment of KES 1,500.00 of Jane Kamau for Nov 8, 2026
  4821072 |                                          | " "               | 2026-11-08 | bank   |                |              |         | 1500     | sure     | wanjiku |         |
`);

/** Money that went back, in the words of banks. */
export const wentBack = tableOf(`
  account | details                                   | code        | day        | method | amount | verdict   | client  | payment | why
          | RVSL CHQ 000123 UNPAID R/D                | CHQ000123   | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p911    | It reverses the payment of KES 1,500.00 of Jane Wanjiku Kamau, recorded for Nov 4, 2026.
          | RVSL CHQ 000123 UNPAID R/D                | FT26311RET  | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p911    |
          | UNPAID CHEQUE NO 123 REFER TO DRAWER      | " "         | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p911    |
          | DISHONOURED CHQ 0000123                   | " "         | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p911    |
          | Hundi 000123 imerudi                      | " "         | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p911    |
          | RETURNED                                  | CHQ 123     | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p911    |
          | INWARD UNPAID CHQ 000124 REFER TO DRAWER  | CHQ000124   | 2026-11-07 | bank   | -9000  | unmatched |         |         | It reverses 000124, which is not on record.
          | UNPAID CHQ CHARGES CHQ 000123             | FT26311CHG  | 2026-11-07 | bank   | -1000  | unmatched |         |         |
          | R/D COMMISSION                            | CHQ000123   | 2026-11-07 | bank   | -500   | unmatched |         |         | Money that went out
          | CHARGEBACK FT26307BBB01                   | FT26311CB1  | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p910    |
          | RECALL OF PAYMENT FT26307BBB01            | FT26311RC1  | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p910    |
          | BOUNCED FT-26307-BBB01                    | FT26307BBB01 | 2026-11-07 | bank  | -1500  | reversal  | wanjiku | p910    |
          | REV FT26307BBB01                          | FT26311RV1  | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p910    |
          | Malipo yamerejeshwa FT26307BBB01          | FT26311RV2  | 2026-11-07 | bank   | -1500  | reversal  | wanjiku | p910    |
          | REVERSAL TKI0000914                       | TKJ0000999  | 2026-11-10 | mpesa  | -1500  | reversal  | wanjiku | p914    |
          |                                           | TKI0000914  | 2026-11-10 | bank   | -1500  | reversal  | wanjiku | p914    |
          | RETURNED EFT                              | FT26311RE9  | 2026-11-07 | bank   | -700   | unmatched |         |         | Money that went out. It names no payment that it reverses.
  4821072 | UNPAID EFT                                |             |            | bank   | 1500   | doubtful  | wanjiku |         | it speaks of a reversal
  4821072 | OUTWARD CHQ RETURNED                      |             |            | bank   | 1500   | doubtful  | wanjiku |         | it speaks of a reversal
  4821072 | DISHONOURED CHEQUE REFUND                 |             |            | bank   | 1500   | doubtful  | wanjiku |         | it speaks of a reversal
  4821072 | CHARGE BACK WON                           |             |            | bank   | 1500   | doubtful  | wanjiku |         | it speaks of a reversal
  4821072 | BOUNCED                                   |             |            | bank   | 1500   | doubtful  | wanjiku |         | it speaks of a reversal
  4821072 | pesa zimerudishwa                         |             |            | bank   | 1500   | doubtful  | wanjiku |         | it speaks of a reversal
  4821072 | KRA returns                               |             |            | bank   | 1500   | sure      | wanjiku |         |
  4821072 | revised invoice                           |             |            | bank   | 1500   | sure      | wanjiku |         |
  4821072 | prepaid, not postpaid                     |             |            | bank   | 1500   | sure      | wanjiku |         |
`);
