import { tableOf } from "./table.ts";

/** Lines with something on record about them, and payments typed by hand. */
export const onRecord = tableOf(`
  account | details                         | code             | day        | method | phone      | payer         | balance | amount  | verdict  | client  | pays                | why
  3460289 |                                 |                  |            |        |            |               |         | 500     | doubtful | muthoni | orders 12-15 500    | a payment of KES 500.00 that was typed for Nov 12, 2026 may be this one
  3460289 |                                 |                  |            | bank   |            |               |         | 500     | doubtful | muthoni | orders 12-15 500    | may be this one
  346 028 9 |                               |                  | 2026-11-05 |        |            |               |         | 500     | doubtful | muthoni | orders 12-15 500    | may be this one
  3460289 |                                 |                  | 2026-11-04 |        |            |               |         | 500     | doubtful | muthoni | orders 12-15 500    | "But it pays the period due Dec 15, 2026"
          |                                 |                  |            |        | 0707000150 |               |         | 500     | doubtful | muthoni | orders 12-15 500    | may be this one
          |                                 |                  |            |        |            | Lucy Muthoni  |         | 500     | doubtful | muthoni | orders 12-15 500    | may be this one
  3460289 |                                 |                  |            |        |            |               |         | 501     | doubtful | muthoni | orders 12-15 500 + credit 1 | more than all
  9627131 |                                 | FT26320OMND1     | 2026-11-16 | bank   |            |               |         | 7000    | doubtful | omondi  | desk 12-16 7000     | may be this one
  9627131 |                                 |                  |            |        |            |               |         | 7000    | doubtful | omondi  | desk 12-16 7000     | may be this one
  1874596 |                                 | TKD1000017       | 2026-11-13 |        |            |               |         | 3500    | recorded | wafula  |                     | Recorded: KES 3,500.00 on Nov 13, 2026 for Wafula Simiyu.
  1874596 |                                 | TKD1000019       | 2026-11-13 |        |            |               |         | 3400    | recorded | wafula  |                     | Recorded: KES 3,400.00 on Nov 13, 2026 for Wafula Simiyu.
          |                                 | MPESA tkd1000017 | 2026-11-13 |        |            |               |         | 3500    | recorded | wafula  |                     |
          |                                 | tkd 1000 017     | 2026-11-14 |        |            |               |         | 3500    | recorded | wafula  |                     | The statement has Nov 14, 2026.
          |                                 | MPESA TKD1000017 | 2026-11-13 | bank   |            |               |         | 3500    | recorded | wafula  |                     |
  4821072 |                                 | TKD1000017       | 2026-11-13 |        |            |               |         | 3500    | recorded | wafula  |                     |
  1874596 |                                 | TKH0000018       |            |        |            |               |         | 3500    | sure     | wafula  | garage 12-14 3500   |
  1874596 |                                 |                  |            | bank   |            |               |         | 3500    | sure     | wafula  | garage 12-14 3500   |
  1874596 | MPESA TKD1000017 WAFULA         | S6754321         |            | bank   |            |               |         | 3500    | doubtful | wafula  | garage 12-14 3500   | it names TKD1000017, which is recorded already
  4821072 |                                 | TKB0000901       | 2026-11-11 |        |            |               |         | 1500    | recorded | wanjiku |                     | Recorded: KES 1,500.00 on Nov 11, 2026 for Jane Wanjiku Kamau.
  4821072 |                                 | mpesa: tkb0000901 | 2026-11-11 |       |            |               |         | 1500    | recorded | wanjiku |                     |
  3519404 |                                 | TKB0000901       | 2026-11-11 |        |            |               |         | 1500    | recorded | wanjiku |                     |
  4821072 |                                 | TKB0000901       | 2026-11-12 |        |            |               |         | 1400    | recorded | wanjiku |                     | The statement has KES 1,400.00 on Nov 12, 2026.
  4821072 |                                 | TKB0000901       | 2026-11-11 |        |            |               |         | 1600    | doubtful | wanjiku | hosting 11-20 100   | KES 100.00 of the line is left
  3519404 |                                 | TKB0000902       | 2026-11-11 |        |            |               |         | 4500    | doubtful | otieno  | pos 10-05 3500      | KES 3,500.00 of the line is left
  4821072 |                                 | TKB0000902       | 2026-11-11 |        |            |               |         | 4500    | doubtful | otieno  | pos 10-05 3500      | for Peter Otieno
  4821072 |                                 | TKB0000903       | 2026-11-11 |        |            |               |         | 1500    | doubtful | wanjiku | hosting 11-20 1500  | Mary ignored it on Nov 12, 2026 (Paid back in cash)
          |                                 | TKB0000903       | 2026-11-11 |        |            |               |         | 1500    | unmatched |        |                     | Mary ignored it on Nov 12, 2026
  4821072 |                                 | TKB0000904       | 2026-11-11 |        |            |               |         | 1500    | doubtful | wanjiku | hosting 11-20 1500  | Ali undid its payment on Nov 12, 2026
  4821072 |                                 | TKB0000905       | 2026-11-11 |        |            |               |         | 1500    | sure     | wanjiku | hosting 11-20 1500  |
  4821072 |                                 | TKB0000906       | 2026-11-11 |        |            |               |         | 1500    | recorded | wanjiku |                     | Recorded: KES 1,000.00 and KES 500.00 on Nov 11, 2026 for Jane Wanjiku Kamau and Mary Njeri.
  4821072 |                                 | TKB0000906       | 2026-11-11 |        |            |               |         | 2000    | doubtful |         |                     | KES 500.00 of the line is left
  9055317 |                                 | TKB0000907       | 2026-11-11 |        |            |               |         | 15480   | recorded | mwangi  |                     | The statement has KES 15,480.00.
          |                                 | FT26310AB12      | 2026-11-06 | bank   |            | BARAKA STORES | 88000   | 12000   | recorded | baraka  |                     |
          |                                 | ft26310 ab12     | 2026-11-06 | bank   |            | Baraka  Stores | 88000  | 12000   | recorded | baraka  |                     |
  7300155 |                                 | FT26310AB12      | 2026-11-06 | bank   |            | BARAKA STORES | 76000   | 12000   | doubtful | baraka  | website 12-01 12000 | in another wording
  7300155 |                                 | FT26310AB12      | 2026-11-06 | bank   |            | B. STORES     | 88000   | 12000   | doubtful | baraka  | website 12-01 12000 | in another wording
          |                                 | FT26310AB12      | 2026-11-06 | bank   |            | BARAKA STORES | 76000   | 12000   | recorded | baraka  |                     |
`);

/** Money that went out again. */
export const reversals = tableOf(`
  account | details                                                  | code       | method | amount  | verdict   | client  | payment | why
          | Reversal of TKB0000901                                   |            |        | -1500   | reversal  | wanjiku | p901    | It reverses the payment of KES 1,500.00 of Jane Wanjiku Kamau, recorded for Nov 11, 2026.
          | reversal of tkb0000901.                                  |            |        | 1500    | reversal  | wanjiku | p901    |
          | Pay Bill Reversal to 254799000111 - JANE. Orig: TKB0000901 |          |        | -1500   | reversal  | wanjiku | p901    |
          | TKB0000901                                               |            |        | -1500   | reversal  | wanjiku | p901    |
          | RVSL/TKB0000901/JANE                                     |            | bank   | -1500   | reversal  | wanjiku | p901    |
          | REV TKB0000901                                           |            |        | 1500    | reversal  | wanjiku | p901    |
          | pesa imerudishwa TKB0000901                              |            |        | 1500    | reversal  | wanjiku | p901    |
          | Reversal of TKB0000901                                   |            |        | -500    | reversal  | wanjiku | p901    | The reversal is of KES 500.00.
  4821072 | Reversal of TKB0000902                                   |            |        | -1000   | reversal  | otieno  | p902    |
          | Reversed TKB0000906                                      |            |        | -1500   | reversal  | wanjiku | p906a   |
          | Reversal of TKB0000905                                   |            |        | -900    | reversal  |         | p905    | not assigned to a client yet
          | REVERSAL TKD1000017                                      |            |        | -3500   | reversal  | wafula  | mpesa   |
          |                                                          | TKB0000901 |        | -1500   | reversal  | wanjiku | p901    |
          | Pay merchant Charge                                      | TKB0000901 |        | -23     | unmatched |         |         | names no payment
          | Reversal of TKB0000901 and TKB0000902                    |            |        | -1500   | reversal  | wanjiku | p901    |
          | Reversal of TKB0000901 and TKB0000902                    |            |        | -2500   | unmatched |         |         | one of several payments
          | Reversal of TKB0000904                                   |            |        | -1500   | recorded  |         |         | It reverses a payment that is undone already: Ali undid its payment on Nov 12, 2026.
          | Reversal of TKB0009999                                   |            |        | -1500   | unmatched |         |         | TKB0009999, which is not on record
          | Reversal of TKB0009999                                   |            |        | 1500    | unmatched |         |         | not on record
          | RVSL FT26399ZZ99                                         |            | bank   | -12000  | unmatched |         |         | not on record
  4821072 |                                                          |            |        | -1500   | unmatched |         |         | Money that went out
          |                                                          |            | bank   | -1500   | unmatched |         |         | Money that went out
          | Reversal of bank charges                                 |            | bank   | 200     | unmatched |         |         |
  4821072 | Reversal of bank charges                                 |            | bank   | 1500    | doubtful  | wanjiku |         | it speaks of a reversal
          | Reversal of TKB0000901                                   | TKB0000903 |        | -1500   | unmatched | wanjiku | p901    | Mary ignored it on Nov 12, 2026 (Paid back in cash). It reverses the payment
  4821072 | Reversal of TKB0000904                                   | TKB0000901 |        | 1500    | recorded  | wanjiku | p901    | Recorded: KES 1,500.00
  4821072 | No reversal, please. TKH0000021                          | TKH0000021 |        | 1500    | doubtful  | wanjiku |         | it speaks of a reversal
  4821072 | Rev. Kamau                                               |            |        | 1500    | sure      | wanjiku |         |
`);
