import { tableOf } from "./table.ts";

/** With Wanjiku's reference and 1,500 shillings, what else the line says. */
export const besideReference = tableOf(`
  account                    | payer                         | phone             | details                                 | verdict  | why
  4821072                    | JANE WANJIKU KAMAU            |                   |                                         | sure     |
  4821072                    | Kamau, Jane Wanjiku           |                   |                                         | sure     |
  4821072                    | jane   wanjiku                |                   |                                         | sure     |
  4821072                    | WANJIKU STORES LIMITED        |                   |                                         | sure     |
  4821072                    | Wanjiku Stores                |                   |                                         | sure     |
  4821072                    | Mrs. Jane Wanjiku Kamau       |                   |                                         | sure     |
  4821072                    | SAFARICOM PLC                 |                   |                                         | sure     |
  4821072                    | EQUITY BANK                   |                   |                                         | sure     |
  4821072                    | 254799000111 - JANE W         |                   |                                         | sure     |
  4821072                    | 2547******11 - JANE W         |                   |                                         | sure     |
  4821072                    |                               | 0799000111        |                                         | sure     |
  4821072                    |                               | +254 (0)799-000 111 |                                       | sure     |
  4821072                    |                               | 0700999888        |                                         | sure     |
  4821072                    |                               | 2547***222        |                                         | sure     |
  4821072                    |                               | 25472             |                                         | sure     |
  4821072 Jane Wanjiku Kamau |                               |                   |                                         | sure     |
  4821072                    |                               |                   | asante sana, malipo ya Novemba          | sure     |
  4821072                    |                               |                   | from REVERENDS HOUSE                    | sure     |
  4821072                    | REV. JOHN KARANJA             |                   |                                         | sure     |
  4821072                    | Reverse Logistics Ltd         |                   |                                         | sure     |
  4821072 OTIENO             |                               |                   |                                         | sure     |
  4821072                    | PETER OTIENO                  |                   |                                         | doubtful | the payer has the name of Peter Otieno
  4821072                    | Otieno Peter                  |                   |                                         | doubtful | Peter Otieno
  4821072                    | PÉTER ÖTIENO                  |                   |                                         | doubtful | Peter Otieno
  4821072                    | PETER ODHIAMBO OTIENO         |                   |                                         | doubtful | Peter Otieno
  4821072                    | JANE KAMAU                    |                   |                                         | doubtful | Jane Kamau
  4821072                    | LAKEVIEW HARDWARE LTD         |                   |                                         | doubtful | Peter Otieno
  4821072                    | BARAKA STORES                 |                   |                                         | doubtful | Baraka Stores Ltd
  4821072                    | BARAKA STORES (K) LTD         |                   |                                         | doubtful | Baraka Stores Ltd
  4821072                    | The Baraka Stores Company     |                   |                                         | doubtful | Baraka Stores Ltd
  4821072                    | Safiri                        |                   |                                         | doubtful | Safiri Ltd
  4821072                    | SAFIRI LIMITED                |                   |                                         | doubtful | Safiri Ltd
  4821072                    | NGANGA KARIUKI                |                   |                                         | doubtful | Ng'ang'a Kariuki
  4821072                    | Ng’ang’a Kariuki              |                   |                                         | doubtful | Ng'ang'a Kariuki
  4821072                    | Otani Importers               |                   |                                         | doubtful | Soko Müller
  4821072                    | St Marys Church Kibera        |                   |                                         | doubtful | Church
  4821072                    | DUKA BORA                     |                   |                                         | doubtful | Duka 🛒 Bora
  4821072                    | Old Duka                      |                   |                                         | doubtful | Old Duka
  4821072                    | SAMPLE SCHOOL                 |                   |                                         | sure     |
  4821072                    | 254722000222 - P O            |                   |                                         | doubtful | the payer's phone number is that of Peter Otieno
  4821072                    |                               | 254722000222      |                                         | doubtful | the phone number is that of Peter Otieno
  4821072                    |                               | 256772123456      |                                         | doubtful | Nakato Sarah
  4821072                    |                               | 0721000888        |                                         | doubtful | Kiptoo Cheruiyot or Faith Chebet
  4821072                    | JANE WANJIKU KAMAU            | 0722000222        |                                         | doubtful | Peter Otieno
  4821072 0722000222         |                               |                   |                                         | doubtful | the phone number in the account
  4821072 Peter Otieno       |                               |                   |                                         | doubtful | Peter Otieno is named in the account
  4821072 Baraka Stores      | JANE WANJIKU KAMAU            | 0799000111        |                                         | doubtful | Baraka Stores Ltd is named in the account
  4821072                    |                               |                   | for Baraka Stores                       | doubtful | Baraka Stores Ltd is named in the details
  4821072                    |                               |                   | Baraka Stores Ltd website December      | doubtful | Baraka Stores Ltd
  4821072                    |                               |                   | hosting for my brother Peter Otieno     | doubtful | Peter Otieno
  4821072                    |                               |                   | malipo ya hosting kutoka kwa Peter Otieno | doubtful | Peter Otieno
  4821072                    |                               |                   | on behalf of our good friends at Savanna Safaris | doubtful | Grace Achieng
  4821072                    | TUMAINI UNIVERSITY OF EASTERN AFRICA |            |                                         | doubtful | Tumaini University of Eastern Africa
  4821072                    |                               |                   | fees from Tumaini University of Eastern Africa | doubtful | Tumaini
  4821072                    |                               |                   | paid from Family Bank account of Safiri | doubtful | Safiri Ltd
  4821072                    |                               |                   | lunch with SAFIRI LTD drivers           | doubtful | Safiri Ltd
  4821072                    |                               |                   | Studio 54 Dec                           | doubtful | Studio 54
  4821072 Studio 54          |                               |                   |                                         | doubtful | Studio 54
  4821072                    |                               |                   | Cash & Carry Ltd                        | doubtful | Studio 54
  4821072                    |                               |                   | MPS 254722000222 PETER                  | doubtful | the phone number in the details
  4821072                    |                               |                   | Tel. 0722 000 222                       | doubtful | Peter Otieno
  4821072                    |                               |                   | from REVERSE LOGISTICS LTD              | doubtful | it speaks of a reversal
`);

/** Without a reference. */
export const withoutReference = tableOf(`
  account         | payer                             | phone               | details                    | amount   | verdict   | client  | pays                                  | why
                  |                                   | 0799000111          |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    | There is no reference, but the phone number of Jane Wanjiku Kamau.
                  |                                   | 254799000111        |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
                  |                                   | 799000111           |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
                  |                                   | 2.54799000111E+11   |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
                  |                                   | 00254 799 000 111   |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
                  |                                   | +2540799000111      |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
  0799000111      |                                   |                     |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
  0799 000 111    |                                   |                     |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
                  | 254799000111 - JANE WANJIKU KAMAU |                     |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
                  | 254799000111-JANE                 |                     |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
                  |                                   |                     | MPS 254799000111 JANE      | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
  12345           |                                   | 0799000111          |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
  INV-2026-11     |                                   | 0799000111          |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
  hosting         |                                   | 0799000111          |                            | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
                  |                                   | 0722000222          |                            | 9000     | sure      | otieno  | pos 10-05 4500 + pos 11-05 4500       |
                  |                                   | +256772123456       |                            | USD 75   | sure      | nakato  | trade 11-20 75                        |
                  |                                   | 256772123456        |                            | USD 75   | sure      | nakato  | trade 11-20 75                        |
                  |                                   | 0049 151 23456789   |                            | 1750     | sure      | soko    | stock 11-18 1750                      |
                  |                                   | 0733111222          |                            | 2500     | sure      | church  | members 11-10 2500                    |
                  |                                   | 020 271 1234        |                            | 2500     | sure      | church  | members 11-10 2500                    |
                  |                                   | 254202718000        |                            | 3000     | sure      | achieng | support 11-12 3000                    |
                  |                                   | 0799000111          |                            | 1400     | doubtful  | wanjiku | hosting 11-20 1400                    | only a part of
                  |                                   | 0799000111          |                            | 1501     | doubtful  | wanjiku | hosting 11-20 1500 + credit 1         | more than all that is open
                  |                                   | 0799000111          |                            | USD 1500 | doubtful  | wanjiku | credit 1500                           | nothing is open in US dollars
                  | PETER OTIENO                      | 0799000111          |                            | 1500     | doubtful  | wanjiku | hosting 11-20 1500                    | the payer has the name of Peter Otieno
                  | 254722000222 - PETER              | 0799000111          |                            | 1500     | doubtful  |         |                                       | It can be Jane Wanjiku Kamau or Peter Otieno
  Baraka Stores   |                                   | 0799000111          |                            | 1500     | doubtful  | wanjiku | hosting 11-20 1500                    | Baraka Stores Ltd is named in the account
  4812072         |                                   | 0799000111          |                            | 1500     | doubtful  | wanjiku | hosting 11-20 1500                    | not a valid reference
  4821073         |                                   | 0799000111          |                            | 1500     | doubtful  |         |                                       | not a valid reference
  5112668         |                                   | 0799000111          |                            | 1500     | doubtful  | wanjiku | hosting 11-20 1500                    | no client has the reference
  482107          |                                   | 0799000111          |                            | 1500     | doubtful  | wanjiku | hosting 11-20 1500                    | close to the reference
  1111111         |                                   | 0799000111          |                            | 1500     | doubtful  | wanjiku | hosting 11-20 1500                    | not a valid reference
                  |                                   | 0721000888          |                            | 6000     | doubtful  |         |                                       | Kiptoo Cheruiyot or Faith Chebet
                  | FAITH CHEBET                      | 0721000888          |                            | 6000     | doubtful  |         |                                       | Kiptoo Cheruiyot or Faith Chebet
                  |                                   | 0701000120          |                            | 500      | doubtful  | duka    | shop 10-10 500                        | inactive
                  |                                   | 0701000130          |                            | 500      | unmatched |         |                                       |
                  |                                   | 254799***111        |                            | 1500     | unmatched |         |                                       |
                  |                                   | 0799 *** 111        |                            | 1500     | unmatched |         |                                       |
                  |                                   | 2.54799E+11         |                            | 1500     | unmatched |         |                                       |
                  |                                   | 079900011           |                            | 1500     | unmatched |         |                                       |
                  |                                   | 0772123456          |                            | USD 75   | unmatched |         |                                       |
                  |                                   |                     | FT0799000111               | 1500     | unmatched |         |                                       |
                  |                                   |                     | 799000111                  | 1500     | sure      | wanjiku | hosting 11-20 1500                    |
                  |                                   |                     | REF 799000111 CASH         | 1500     | unmatched |         |                                       |
                  |                                   |                     | 00110799000111             | 1500     | unmatched |         |                                       |
                  | PETER OTIENO                      |                     |                            | 9000     | doubtful  | otieno  | pos 10-05 4500 + pos 11-05 4500       | It can be Peter Otieno: the name in the payer.
                  | Lakeview Hardware                 |                     |                            | 4500     | doubtful  | otieno  | pos 10-05 4500                        | no payment reference
                  | JOHN MWANGI                       |                     |                            | 4500     | doubtful  | mwangi  | credit 4500                           | what is open is in another currency
  Baraka Stores   |                                   |                     |                            | 800      | doubtful  | baraka  | email 11-25 800                       | the name in the account
                  |                                   |                     | CASH DEPOSIT BY MARY NJERI | 2000     | doubtful  | njeri   | booking 11-10 2000                    | the name in the details
  Njeri Salon Spa |                                   |                     |                            | 2000     | doubtful  | njeri   | booking 11-10 2000                    |
  Mary Njeri      | PETER OTIENO                      |                     |                            | 2000     | doubtful  |         |                                       | It can be Peter Otieno or Mary Njeri
                  | MARY                              |                     |                            | 2000     | unmatched |         |                                       |
                  | MARY OTIENO                       |                     |                            | 2000     | unmatched |         |                                       |
                  |                                   |                     |                            | 2000     | unmatched |         |                                       | It has no payment reference, phone number or name of a client.
`);
