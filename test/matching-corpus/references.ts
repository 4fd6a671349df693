import { tableOf } from "./table.ts";

/** The same reference, as people and spreadsheets write it. All of 1,500 shillings, as Wanjiku owes. */
export const writings = tableOf(`
  account                       | details                                       | verdict   | client  | why
  4821072                       |                                               | sure      | wanjiku | Reference 482 107 2 of Jane Wanjiku Kamau. It pays the charge due Nov 20, 2026.
  482 107 2                     |                                               | sure      | wanjiku |
  482-107-2                     |                                               | sure      | wanjiku |
  482.107.2                     |                                               | sure      | wanjiku |
  482–107–2                     |                                               | sure      | wanjiku |
  482 - 107 - 2                 |                                               | sure      | wanjiku |
  482_107_2                     |                                               | sure      | wanjiku |
  4 8 2 1 0 7 2                 |                                               | sure      | wanjiku |
  4821 072                      |                                               | sure      | wanjiku |
  48 21 07 2                    |                                               | sure      | wanjiku |
  48210 72                      |                                               | sure      | wanjiku |
  "  4821072\\t"                |                                               | sure      | wanjiku |
  "482\\u00a0107\\u00a02"       |                                               | sure      | wanjiku |
  "482\\u200b1072\\ufeff"       |                                               | sure      | wanjiku |
  ４８２１０７２                |                                               | sure      | wanjiku |
  4821O72                       |                                               | sure      | wanjiku |
  4821o72                       |                                               | sure      | wanjiku |
  482lO72                       |                                               | sure      | wanjiku |
  482IO72                       |                                               | sure      | wanjiku |
  482i072                       |                                               | sure      | wanjiku |
  48Z1072                       |                                               | sure      | wanjiku |
  48z IO7 2                     |                                               | sure      | wanjiku |
  4B21O72                       |                                               | sure      | wanjiku |
  4b2 107 2                     |                                               | sure      | wanjiku |
  ACC 4821072                   |                                               | sure      | wanjiku |
  acc4821072                    |                                               | sure      | wanjiku |
  Acc. 4821072                  |                                               | sure      | wanjiku |
  A/C 4821072                   |                                               | sure      | wanjiku |
  a/c4821072                    |                                               | sure      | wanjiku |
  ACCNO4821072                  |                                               | sure      | wanjiku |
  Account: 482 107 2            |                                               | sure      | wanjiku |
  Ref#4821072                   |                                               | sure      | wanjiku |
  REF-4821072                   |                                               | sure      | wanjiku |
  akaunti 4821072               |                                               | sure      | wanjiku |
  Client No. 4821072            |                                               | sure      | wanjiku |
  4821072 hosting               |                                               | sure      | wanjiku |
  hosting 4821072               |                                               | sure      | wanjiku |
  4821072-JANE                  |                                               | sure      | wanjiku |
  4821072, November             |                                               | sure      | wanjiku |
  (4821072)                     |                                               | sure      | wanjiku |
  4821072 👍                    |                                               | sure      | wanjiku |
  4821072.0                     |                                               | sure      | wanjiku |
  4821072.00                    |                                               | sure      | wanjiku |
  4,821,072                     |                                               | sure      | wanjiku |
  '4821072                      |                                               | sure      | wanjiku |
  =4821072                      |                                               | sure      | wanjiku |
  "\\"4821072\\""               |                                               | sure      | wanjiku |
  4821072 4821072               |                                               | sure      | wanjiku |
  4821072                       | Pay Bill to 400200, Acc. 4821072              | sure      | wanjiku |
  4821072 1500                  |                                               | sure      | wanjiku |
  1500 4821072                  |                                               | sure      | wanjiku |
  2026 482 107 2                |                                               | sure      | wanjiku |
  4821072/NOV2026               |                                               | sure      | wanjiku |
  4821072/11/2026               |                                               | sure      | wanjiku |
  482/107/2                     |                                               | sure      | wanjiku |
  MWAMBA4821072                 |                                               | doubtful  | wanjiku | close to the reference
  FT-4821072                    |                                               | doubtful  | wanjiku | close to the reference
                                | Pay Bill from 254700123456 - P. PAN Acc. 4821072 | sure   | wanjiku |
                                | Acc 482 107 2 Nov hosting                     | sure      | wanjiku |
                                | MPS 254700123456 TKB0000777 4821072 PETER PAN | sure      | wanjiku |
                                | malipo ya hosting, akaunti 4821072, asante    | sure      | wanjiku |
                                | RTGS/4821O72/W. STORES                        | sure      | wanjiku |
                                | MPESA/254700123456/482 107 2/P PAN            | sure      | wanjiku |
`);

/** Texts that only look like the reference, and mistakes. All of 1,500 shillings. */
export const mistakes = tableOf(`
  account                       | details                                       | verdict   | client  | why
  FT26329XK4821073001           |                                               | unmatched |         | no payment reference
                                | FT26329XK4821073001                           | unmatched |         |
                                | FT26329XK4821072001                           | unmatched |         |
                                | FT-4821072-001                                | unmatched |         |
                                | FT4821072                                     | unmatched |         |
                                | 00110004821072                                | unmatched |         |
                                | CHQ 004821072                                 | unmatched |         |
  4821072001                    |                                               | unmatched |         |
  2026-11-4821072               |                                               | doubtful  | wanjiku | close to the reference
  0204821072                    |                                               | unmatched |         |
  020 4821072                   |                                               | unmatched |         |
  +254 20 4821072               |                                               | unmatched |         |
  254482107200                  |                                               | unmatched |         |
  0722 482 107                  |                                               | unmatched |         |
  2547***072                    |                                               | unmatched |         |
  4821***                       |                                               | unmatched |         |
  +4821072                      |                                               | unmatched |         |
  SSOOO14                       |                                               | unmatched |         |
  KES 4821072                   |                                               | unmatched |         |
                                | Paid KES 4,821,072                            | unmatched |         |
                                | Paid Ksh 4821072                              | unmatched |         |
  4821072.50                    |                                               | doubtful  | wanjiku | close to the reference
  12345                         |                                               | unmatched |         |
  hosting                       |                                               | unmatched |         |
  0                             |                                               | unmatched |         |
  4821073                       |                                               | doubtful  |         | 482 107 3 is not a valid reference
  482 107 3                     |                                               | doubtful  |         | not a valid reference
  4812072                       |                                               | doubtful  | wanjiku | 481 207 2 is not a valid reference
  8421072                       |                                               | doubtful  | wanjiku |
  4821702                       |                                               | doubtful  | wanjiku |
  5821072                       |                                               | doubtful  | wanjiku |
  4821O73                       |                                               | doubtful  |         | not a valid reference
  482107                        |                                               | doubtful  | wanjiku | close to the reference
  821072                        |                                               | doubtful  | wanjiku | close to the reference
  48210722                      |                                               | doubtful  | wanjiku | close to the reference
  44821072                      |                                               | doubtful  | wanjiku | close to the reference
  4821072S                      |                                               | doubtful  | wanjiku | close to the reference
  Acc 4812072                   |                                               | doubtful  | wanjiku |
                                | Acc 4812072                                   | unmatched |         |
  1111111                       |                                               | unmatched |         | 111 111 1 is not a valid reference
  9999990                       |                                               | unmatched |         |
  9999999                       |                                               | unmatched |         |
  5112668                       |                                               | unmatched |         | No client has the reference 511 266 8
  2946172                       |                                               | doubtful  | duka    | the client is inactive
  7755403                       |                                               | doubtful  | erased  | the client's data was erased
  4821072 3519404               |                                               | doubtful  |         | references of Jane Wanjiku Kamau and Peter Otieno
  4821072/3519404               |                                               | doubtful  |         | references of Jane Wanjiku Kamau and Peter Otieno
  4821072-3519404               |                                               | doubtful  |         | It can be Jane Wanjiku Kamau or Peter Otieno
  4821072                       | for 3519404                                   | doubtful  |         | references of
  4821072                       | 351 940 4 and 730 015 5                       | doubtful  |         | references of
  4821073                       | Acc 4821072                                   | doubtful  | wanjiku | not a valid reference
  4821072 3519405               |                                               | doubtful  | wanjiku | 351 940 5 is not a valid reference
  4821072 5112668               |                                               | doubtful  | wanjiku | no client has the reference 511 266 8
  9999990                       | Acc 4821072                                   | doubtful  | wanjiku |
`);

/** Others' references. */
export const otherTexts = tableOf(`
  account   | amount  | verdict | client  | pays
  5500014   | 1750    | sure    | soko    | stock 11-18 1750
  55OOO14   | 1750    | sure    | soko    | stock 11-18 1750
  5S0 OO1 4 | 1750    | sure    | soko    | stock 11-18 1750
  l277932   | 650     | sure    | bora    | shop 11-19 650
  I Z77 932 | 650     | doubtful | bora   | shop 11-19 650
  IZ77932   | 650     | sure    | bora    | shop 11-19 650
  138 875 9 | 999.50  | sure    | nganga  | site 11-19 999.5
  453 390 7 | 1500    | sure    | kamau   | print 11-21 1500
  4824073   | 8000    | sure    | safiri  | trips 11-28 8000
  2744604   | 3000    | sure    | achieng | support 11-12 3000
  2744604   | USD 250 | sure    | achieng | tours 11-30 250
  905 531 7 | USD 120 | sure    | mwangi  | cloud 11-15 120
  8203918   | USD 75  | sure    | nakato  | trade 11-20 75
`);
