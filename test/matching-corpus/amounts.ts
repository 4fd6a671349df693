import { tableOf } from "./table.ts";

/** With the right reference: what an amount pays, and whether that is sure. */
export const amounts = tableOf(`
  account | day        | method | amount      | verdict   | client  | pays                                                                    | why
  4821072 |            |        | 1500        | sure      | wanjiku | hosting 11-20 1500                                                      | It pays the charge due Nov 20, 2026.
  4821072 |            | bank   | 1500        | sure      | wanjiku | hosting 11-20 1500                                                      |
  4821072 |            |        | 1499.99     | doubtful  | wanjiku | hosting 11-20 1499.99                                                   | only a part of
  4821072 |            |        | 1500.01     | doubtful  | wanjiku | hosting 11-20 1500 + credit 0.01                                        | KES 0.01 more than all
  4821072 |            |        | 0.01        | doubtful  | wanjiku | hosting 11-20 0.01                                                      | only a part of
  4821072 |            |        | 3000        | doubtful  | wanjiku | hosting 11-20 1500 + credit 1500                                        | KES 1,500.00 more than all
  4821072 |            |        | 15          | doubtful  | wanjiku | hosting 11-20 15                                                        |
  4821072 |            |        | 150000      | doubtful  | wanjiku | hosting 11-20 1500 + credit 148500                                      |
  4821072 |            |        | 99999999.99 | doubtful  | wanjiku | hosting 11-20 1500 + credit 99998499.99                                 |
  4821072 |            |        | 0           | unmatched |         |                                                                         | The amount is zero
  4821072 |            |        | 0.004       | unmatched |         |                                                                         | The amount is zero
  4821072 |            |        | USD 1500    | doubtful  | wanjiku | credit 1500                                                             | what is open is in another currency
  4821072 | 2026-11-25 |        | 1500        | doubtful  | wanjiku | hosting 11-20 1500                                                      | its day is after today
  4821072 | 2026-10-20 |        | 1500        | sure      | wanjiku | hosting 11-20 1500                                                      |
  4821072 | 2026-10-19 |        | 1500        | doubtful  | wanjiku | hosting 11-20 1500                                                      | more than a month ahead
  4821072 | 2024-02-29 |        | 1500        | doubtful  | wanjiku | hosting 11-20 1500                                                      | more than a month ahead
  3519404 |            |        | 4500        | sure      | otieno  | pos 10-05 4500                                                          |
  3519404 |            |        | 9000        | sure      | otieno  | pos 10-05 4500 + pos 11-05 4500                                         | the 2 oldest open charges in whole
  3519404 |            |        | 13500       | sure      | otieno  | pos 10-05 4500 + pos 11-05 4500 + pos 12-05 4500                        | the 3 oldest
  3519404 |            |        | 4499.99     | doubtful  | otieno  | pos 10-05 4499.99                                                       | only a part of
  3519404 |            |        | 4500.01     | doubtful  | otieno  | pos 10-05 4500 + pos 11-05 0.01                                         | no open charges add up to it
  3519404 |            |        | 8000        | doubtful  | otieno  | pos 10-05 4500 + pos 11-05 3500                                         | no open charges add up to it
  3519404 |            |        | 13500.01    | doubtful  | otieno  | pos 10-05 4500 + pos 11-05 4500 + pos 12-05 4500 + credit 0.01          | more than all
  3519404 |            |        | 18000       | doubtful  | otieno  | pos 10-05 4500 + pos 11-05 4500 + pos 12-05 4500 + credit 4500          |
  3519404 |            |        | USD 4500    | doubtful  | otieno  | credit 4500                                                             | nothing is open in US dollars
  7300155 |            |        | 800         | sure      | baraka  | email 11-25 800                                                         |
  7300155 |            |        | 12000       | sure      | baraka  | website 12-01 12000                                                     | It pays the charge due Dec 1, 2026.
  7300155 |            |        | 12800       | sure      | baraka  | email 11-25 800 + website 12-01 12000                                   |
  7300155 |            |        | 12400       | doubtful  | baraka  | email 11-25 800 + website 12-01 11600                                   |
  6188228 |            |        | 2000        | sure      | njeri   | booking 11-10 2000                                                      |
  6188228 |            |        | 4000        | sure      | njeri   | booking 11-10 2000 + sms 11-15 2000                                     |
  6188228 |            |        | 8000        | sure      | njeri   | booking 11-10 2000 + sms 11-15 2000 + booking 12-10 2000 + sms 12-15 2000 |
  6188228 |            |        | 3000        | doubtful  | njeri   | booking 11-10 2000 + sms 11-15 1000                                     |
  9055317 |            |        | USD 120     | sure      | mwangi  | cloud 11-15 120                                                         |
  9055317 |            | mpesa  | USD 120     | doubtful  | mwangi  | cloud 11-15 120                                                         | M-Pesa takes only Kenya shillings
  9055317 |            |        | 120         | doubtful  | mwangi  | credit 120                                                              | nothing is open in Kenya shillings
  9055317 |            |        | 15480       | doubtful  | mwangi  | credit 15480                                                            |
  2744604 |            |        | USD 250     | sure      | achieng | tours 11-30 250                                                         |
  2744604 |            |        | 250         | doubtful  | achieng | support 11-12 250                                                       | only a part of
  2744604 |            |        | USD 3000    | doubtful  | achieng | tours 11-30 250 + credit 2750                                           |
  2744604 |            |        | 6000        | sure      | achieng | support 11-12 3000 + support 12-12 3000                                 |
  5833173 |            |        | 25000       | sure      | hassan  | freight 11-01 25000                                                     |
  5833173 |            |        | 50000       | sure      | hassan  | freight 11-01 25000 + freight 12-01 25000                               |
  4129083 |            |        | 500         | sure      | kiptoo  | farm 11-02 500                                                          |
  4129083 |            |        | 1200        | sure      | kiptoo  | farm 11-02 500 + shop 11-05 700                                         |
  4129083 |            |        | 1900        | sure      | kiptoo  | farm 11-02 500 + shop 11-05 700 + vet 11-09 700                         |
  4129083 |            |        | 700         | doubtful  | kiptoo  | farm 11-02 500 + shop 11-05 200                                         | 4 open charges have this amount
  4129083 |            |        | 1400        | doubtful  | kiptoo  | farm 11-02 500 + shop 11-05 700 + vet 11-09 200                         |
  6672043 |            |        | 6000        | doubtful  | chebet  | dairy 2027-05-01 6000                                                   | more than a month ahead
  1388759 |            |        | 999.50      | sure      | nganga  | site 11-19 999.5                                                        |
  1388759 |            |        | 1000        | doubtful  | nganga  | site 11-19 999.5 + credit 0.5                                           |
  1388759 |            |        | 999         | doubtful  | nganga  | site 11-19 999                                                          |
  2946172 |            |        | 500         | doubtful  | duka    | shop 10-10 500                                                          | the client is inactive
  2155836 |            |        | 600         | doubtful  | zawadi  | gifts 10-12 600                                                         | it pays the charge due Oct 12, 2026, which is on hold
  8947361 |            |        | 2000        | sure      | amani   | care 11-22 2000                                                         |
  8947361 |            |        | 3000        | doubtful  | amani   | care 11-22 2000 + credit 1000                                           | KES 1,000.00 more than all
`);

/** One payment pays at most 15 charges. */
export const manyCharges = tableOf(`
  account | amount | verdict  | client | why
  3333337 | 1400   | sure     | school | It pays the 14 oldest open charges in whole.
  3333337 | 1500   | sure     | school | It pays the 15 oldest open charges in whole.
  3333337 | 1600   | doubtful | school | one payment pays at most 15 charges
  3333337 | 2000   | doubtful | school | more than all that is open
`);
