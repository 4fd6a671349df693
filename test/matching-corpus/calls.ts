import { tableOf } from "./table.ts";

// Lines of one call, that change what the others are.

export const calls = {
  "a client pays twice, and the file has the later day first": tableOf(`
    account | day        | amount | verdict  | client  | pays               | why
    4821072 | 2026-11-18 | 1500   | doubtful | wanjiku | hosting 12-20 1500 | more than a month ahead
    4821072 | 2026-11-17 | 1500   | sure     | wanjiku | hosting 11-20 1500 |
  `),
  "a client pays three periods one by one": tableOf(`
    account | day        | amount | verdict | client | pays
    3519404 | 2026-11-16 | 4500   | sure    | otieno | pos 10-05 4500
    3519404 | 2026-11-17 | 4500   | sure    | otieno | pos 11-05 4500
    3519404 | 2026-11-18 | 4500   | sure    | otieno | pos 12-05 4500
  `),
  "a client pays in parts": tableOf(`
    account | amount | verdict  | client | pays                            | why
    3519404 | 2000   | doubtful | otieno | pos 10-05 2000                  | only a part of
    3519404 | 2500   | doubtful | otieno | pos 10-05 2500                  | an earlier line that can be theirs is not decided yet
    4821072 | 1500   | sure     | wanjiku | hosting 11-20 1500             |
    2744604 | 3001   | doubtful | achieng | support 11-12 3000 + support 12-12 1 |
    2744604 | USD 250 | sure    | achieng | tours 11-30 250                |
  `),
  "a part of a line is recorded, and the client pays again": tableOf(`
    account | code       | day        | amount | verdict  | client  | pays               | why
    4821072 | TKB0000901 | 2026-11-11 | 1600   | doubtful | wanjiku | hosting 11-20 100  | KES 100.00 of the line is left
    4821072 | TKF0000001 | 2026-11-16 | 1400   | doubtful | wanjiku | hosting 11-20 1400 | an earlier line that can be theirs is not decided yet
  `),
  "a payment, its reversal and a second try": tableOf(`
    account | code       | details                | day        | amount | verdict  | client  | pays               | reverses   | why
    4821072 | TKF0000001 |                        | 2026-11-15 | 1500   | doubtful | wanjiku | hosting 11-20 1500 |            | another line reverses it on Nov 16, 2026
            | TKG0000002 | Reversal of TKF0000001 | 2026-11-16 | -1500  | reversal |         |                    | TKF0000001 | It reverses TKF0000001 of Nov 15, 2026 in this statement.
    4821072 | TKH0000003 |                        | 2026-11-17 | 1500   | sure     | wanjiku | hosting 11-20 1500 |            |
            | TKH0000004 | Reversal of TKF0000001 | 2026-11-17 | -1500  | unmatched |        |                    |            | Another line of this statement reverses the same payment.
  `),
  "a payment that says what reversed it": tableOf(`
    account | code       | details                | amount | verdict   | client  | pays               | why
    4821072 | TKF0000001 | Reversed by TKG0000002 | 1500   | doubtful  | wanjiku | hosting 11-20 1500 | it says that TKG0000002 reverses it
            | TKG0000002 |                        | -1500  | unmatched |         |                    |
  `),
  "a payment that names a code that was paid back": tableOf(`
    account | code       | details               | amount | verdict   | client  | pays               | why
    4821072 | TKF0000001 | Instead of TKG0000002 | 1500   | sure      | wanjiku | hosting 11-20 1500 |
            | TKG0000002 |                       | -1500  | unmatched |         |                    |
  `),
  "a reversal of a recorded payment that is in the file again": tableOf(`
    account | code       | details                | day        | amount | verdict  | client  | payment | reverses   | pays | why
    4821072 | TKB0000901 |                        | 2026-11-11 | 1500   | recorded | wanjiku | p901    |            |      |
            |            | Reversal of TKB0000901 | 2026-11-12 | -1500  | reversal | wanjiku | p901    | TKB0000901 |      |
  `),
  "a bank pays back under the same reference": tableOf(`
    account | code        | method | day        | amount | verdict  | client  | pays               | why
    4821072 | FT26329XK48 | bank   | 2026-11-16 | 1500   | doubtful | wanjiku | hosting 11-20 1500 | another line reverses it
            | ft26329 xk48 | bank  | 2026-11-17 | -1500  | reversal |         |                    | It reverses FT26329XK48
            | FT26329XK48 | bank   | 2026-11-17 | -35    | unmatched |        |                    | Money that went out
            |             | bank   | 2026-11-17 | -1500  | unmatched |        |                    | Money that went out
  `),
  "M-Pesa's fee has the code of its payment": tableOf(`
    account | code       | details             | amount | verdict   | client  | pays               | why
    4821072 | TKF0000001 |                     | 1500   | sure      | wanjiku | hosting 11-20 1500 |
            | TKF0000001 | Pay merchant Charge | -8     | unmatched |         |                    | Money that went out
  `),
  "a bank pays back two payments with the same reference": tableOf(`
    account | code | balance | details      | method | amount | verdict   | client  | pays               | why
    4821072 | SO1  | 10000   |              | bank   | 1500   | doubtful  | wanjiku | hosting 11-20 1500 | another line reverses it
    4821072 | SO1  | 11500   |              | bank   | 1500   | doubtful  | wanjiku | hosting 11-20 1500 | another line reverses it
            | SO1  | 10000   |              | bank   | -1500  | reversal  |         |                    |
            | SO1  | 8500    |              | bank   | -1500  | reversal  |         |                    |
            | SO1  | 7000    |              | bank   | -1500  | unmatched |         |                    |
  `),
  "a bank names the reference that it reverses": tableOf(`
    account | code        | details          | method | day        | amount | verdict  | client  | pays               | why
    4821072 | FT26329XK48 |                  | bank   | 2026-11-16 | 1500   | doubtful | wanjiku | hosting 11-20 1500 | another line reverses it
            | FT26330AA01 | RVSL FT26329XK48 | bank   | 2026-11-17 | 1500   | reversal |         |                    |
  `),
  "an M-Pesa code twice": tableOf(`
    account | code       | amount | verdict  | client  | pays               | why
    4821072 | TKF0000001 | 1500   | sure     | wanjiku | hosting 11-20 1500 |
    4821072 | tkf0000001 | 1500   | doubtful | wanjiku | hosting 12-20 1500 | another line of this statement is the same payment
  `),
  "an M-Pesa code with two amounts": tableOf(`
    account | code       | amount | verdict  | client  | pays               | why
    4821072 | TKF0000001 | 1500   | doubtful | wanjiku | hosting 11-20 1500 | the same code and another amount
    4821072 | TKF0000001 | 1400   | doubtful | wanjiku | hosting 12-20 1400 | the same code and another amount
  `),
  "bank lines with the same reference, day and amount, and another payer or balance": tableOf(`
    account | code | payer          | balance | method | amount | verdict | client  | pays
    4821072 | SO1  | JANE W         | 10000   | bank   | 1500   | sure    | wanjiku | hosting 11-20 1500
    4533907 | SO1  | OMAR           | 10000   | bank   | 1500   | sure    | kamau   | print 11-21 1500
    3519404 | SO1  | OMAR           | 11500   | bank   | 4500   | sure    | otieno  | pos 10-05 4500
    3519404 | SO1  | OMAR           | 16000   | bank   | 4500   | sure    | otieno  | pos 11-05 4500
  `),
  "a bank line twice, in everything the same": tableOf(`
    account | code | payer  | copy | method | amount | verdict  | client | pays           | why
    3519404 | SO1  | JANE W |      | bank   | 4500   | sure     | otieno | pos 10-05 4500 |
    3519404 | SO1  | JANE W | 2    | bank   | 4500   | doubtful | otieno | pos 11-05 4500 | the same in everything
  `),
  "two lines of one file that differ only in balance, beside the first of them that is booked": tableOf(`
    details                | code | payer        | day        | balance | copy | method | amount | verdict  | client | why
    STANDING ORDER 3519404 | SO 1 | PETER OTIENO | 2026-11-05 | 200000  |      | bank   | 4500   | recorded | otieno |
    STANDING ORDER 3519404 | SO 1 | PETER OTIENO | 2026-11-05 | 204500  |      | bank   | 4500   | sure     | otieno |
  `),
  "the same with a reference of its own, with other balances": tableOf(`
    details                             | code         | day        | balance | copy | method | amount | verdict  | client  | why
    RTGS JANE WANJIKU KAMAU ACC 4821072 | FT26307BBB01 | 2026-11-03 | 300000  |      | bank   | 1500   | recorded | wanjiku |
    RTGS JANE WANJIKU KAMAU ACC 4821072 | FT26307BBB01 | 2026-11-03 | 301500  | 2    | bank   | 1500   | sure     | wanjiku |
  `),
  "a second line that says no balance": tableOf(`
    details      | code        | day        | balance | copy | method | amount | verdict  | client  | why
    ACC 4821072  | FT26307CCC1 | 2026-11-03 |         |      | bank   | 1500   | sure     | wanjiku |
    ACC 4821072  | FT26307CCC1 | 2026-11-03 |         | 2    | bank   | 1500   | doubtful | wanjiku | the same in everything
  `),
  "a cheque and its return in one file": tableOf(`
    details                    | code      | day        | method | amount | verdict  | client  | why
    CHQ DEP 000777 ACC 4821072 | 000777    | 2026-11-10 | bank   | 1500   | doubtful | wanjiku | another line reverses it
    UNPAID CHQ 777 R/D         | CHQ000777 | 2026-11-12 | bank   | -1500  | reversal |         | It reverses 777 of Nov 10, 2026 in this statement.
    UNPAID CHQ 777 CHARGES     | CHQ000777 | 2026-11-12 | bank   | -1000  | unmatched |        | Money that went out
  `),
  "two lines without a code": tableOf(`
    account | code | payer | details | method | amount | verdict  | client | pays           | why
    3519404 | " "  |       | one     | bank   | 4500   | sure     | otieno | pos 10-05 4500 |
    3519404 | " "  |       | two     | bank   | 4500   | sure     | otieno | pos 11-05 4500 |
    3519404 | " "  |       | two     | bank   | 4500   | doubtful | otieno | pos 12-05 4500 | another line of this statement is the same payment
  `),
};
