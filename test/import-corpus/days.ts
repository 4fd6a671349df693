import { date, type ImportCase } from "./case.ts";

// Client 1 pays the hosting since 2026; a spreadsheet that expects the month first has converted what it could.

const header = ["client_name", "service", "amount", "frequency", "start_date", "currency"];
type Cell = string | number | Date;
const sheet = (...starts: Cell[]) => ({
  rows: [
    header,
    ...starts.map((start, at) => ["Client 1", "ABCDEFGH"[at] ?? "", 1000, "monthly", start, "KES"]),
  ],
});
const csv = (...starts: string[]) =>
  [header.join(), ...starts.map((start, at) => `Client 1,${"ABCDEFGH"[at]},1000,monthly,${start},KES`)].join(
    "\n",
  );
const started = (...days: string[]) => days.map((day, at) => `new ${"ABCDEFGH"[at]} from ${day}`);
const base = { kind: "subscriptions" } as const;

const half = [date("2026-03-04"), "25/04/2026", "13/05/2026"] as const;

export const dayCases: ImportCase[] = [
  {
    ...base,
    name: "one converted date beside text: swapped",
    file: sheet(...half),
    asks: ["days"],
    answers: { days: "swapped" },
    rows: started("2026-04-03", "2026-04-25", "2026-05-13"),
  },
  {
    ...base,
    name: "one converted date beside text: as shown",
    file: sheet(...half),
    asks: ["days"],
    answers: { days: "shown" },
    rows: started("2026-03-04", "2026-04-25", "2026-05-13"),
  },
  {
    ...base,
    name: "all dates converted, none is text: nothing to ask",
    file: sheet(date("2026-03-04"), date("2026-05-06")),
    rows: started("2026-03-04", "2026-05-06"),
  },
  {
    ...base,
    name: "a converted date on a day that is also its month is the same in both readings",
    file: sheet(date("2026-03-03"), "25/04/2026"),
    rows: started("2026-03-03", "2026-04-25"),
  },
  {
    ...base,
    name: "converted dates after the 12th were not swapped",
    file: sheet(date("2026-03-14"), "25/04/2026"),
    rows: started("2026-03-14", "2026-04-25"),
  },
  {
    ...base,
    name: "a column with both: what can be swapped is",
    file: sheet(date("2026-03-14"), date("2026-03-04"), "25/04/2026"),
    asks: ["days"],
    answers: { days: "swapped" },
    rows: started("2026-03-14", "2026-04-03", "2026-04-25"),
  },
  {
    ...base,
    name: "text with the month first, converted by a spreadsheet with the day first",
    file: sheet(date("2026-04-03"), "04/25/2026"),
    asks: ["days"],
    answers: { days: "swapped" },
    rows: started("2026-03-04", "2026-04-25"),
  },
  {
    ...base,
    name: "text that fits both orders is asked about too",
    file: sheet(date("2026-04-03"), "05/06/2026"),
    asks: ["order", "days"],
    answers: { order: "dmy", days: "swapped" },
    rows: started("2026-03-04", "2026-06-05"),
  },
  {
    ...base,
    name: "a number of days without a date format beside text",
    file: sheet(46_085, "25/04/2026"),
    asks: ["days"],
    answers: { days: "swapped" },
    rows: started("2026-04-03", "2026-04-25"),
  },
  {
    ...base,
    name: "a number of days beside dates is no text",
    file: sheet(46_085, date("2026-05-06")),
    rows: started("2026-03-04", "2026-05-06"),
  },
  {
    ...base,
    name: "CSV with the year first beside the day first: swapped",
    file: csv("2026-03-04", "25/04/2026"),
    asks: ["days"],
    answers: { days: "swapped" },
    rows: started("2026-04-03", "2026-04-25"),
  },
  {
    ...base,
    name: "CSV with the year first beside dots",
    file: csv("2026-03-04", "25.04.2026"),
    asks: ["days"],
    answers: { days: "shown" },
    rows: started("2026-03-04", "2026-04-25"),
  },
  {
    ...base,
    name: "CSV with a word for the month beside numbers",
    file: csv("4-Mar-2026", "25/04/2026"),
    asks: ["days"],
    answers: { days: "swapped" },
    rows: started("2026-04-03", "2026-04-25"),
  },
  {
    ...base,
    name: "a time after the converted date",
    file: csv("2026-03-04 00:00:00", "25/04/2026"),
    asks: ["days"],
    answers: { days: "swapped" },
    rows: started("2026-04-03", "2026-04-25"),
  },
  {
    ...base,
    name: "CSV of text alone, as a spreadsheet with the month first writes it",
    file: csv("3/4/2026", "25/04/2026"),
    rows: started("2026-04-03", "2026-04-25"),
  },
  {
    ...base,
    name: "CSV with the year first alone",
    file: csv("2026-03-04", "2026-04-25"),
    rows: started("2026-03-04", "2026-04-25"),
  },
  {
    ...base,
    name: "text that fits both orders is asked about",
    file: csv("03/04/2026", "05/06/2026"),
    asks: ["order"],
    answers: { order: "mdy" },
    rows: started("2026-03-04", "2026-05-06"),
  },
  {
    ...base,
    name: "text with the month first needs no question if one date says so",
    file: csv("03/04/2026", "05/26/2026"),
    rows: started("2026-03-04", "2026-05-26"),
  },
  {
    ...base,
    name: "a text that is no date beside converted dates",
    file: sheet(date("2026-03-04"), "soon"),
    rows: [...started("2026-03-04"), "wrong: Started: “soon” is not a date."],
  },
  {
    ...base,
    name: "another column of text makes no question of a column of dates",
    file: {
      rows: [
        [...header, "next_billing_date"],
        ["Client 1", "A", 1000, "monthly", date("2026-03-04"), "KES", "25/12/2026"],
      ],
    },
    rows: ["new A from 2026-03-04 next 2026-12-25"],
  },
  {
    ...base,
    name: "a column that was converted as a whole is swapped with the one that shows it",
    file: {
      rows: [
        [...header, "next_billing_date"],
        ["Client 1", "A", 1000, "monthly", date("2026-03-04"), "KES", date("2027-03-01")],
        ["Client 1", "B", 1000, "monthly", "25/04/2026", "KES", date("2027-04-01")],
      ],
    },
    asks: ["days"],
    answers: { days: "swapped" },
    rows: ["new A from 2026-04-03 next 2027-01-03", "new B from 2026-04-25 next 2027-01-04"],
  },
  {
    ...base,
    name: "a column with a day after the 12th was read right",
    file: {
      rows: [
        [...header, "next_billing_date"],
        ["Client 1", "A", 1000, "monthly", date("2026-03-04"), "KES", date("2027-03-01")],
        ["Client 1", "B", 1000, "monthly", "25/04/2026", "KES", date("2027-04-25")],
      ],
    },
    asks: ["days"],
    answers: { days: "swapped" },
    rows: ["new A from 2026-04-03 next 2027-03-01", "new B from 2026-04-25 next 2027-04-25"],
  },
  {
    kind: "payments",
    name: "days of payments",
    file: {
      rows: [
        ["paid_on", "client_name", "amount"],
        [date("2025-03-04"), "Client 1", 100],
        ["25/04/2025", "Client 1", 100],
      ],
    },
    asks: ["days"],
    answers: { days: "swapped" },
    rows: ["new 100 on 2025-04-03", "new 100 on 2025-04-25"],
  },
];
