import { expect, test } from "vitest";
import { distinctNames } from "./distinct-names.ts";

type Row = { client: string; amount: string };
const namesOf = (...rows: Row[]) =>
  rows.map(
    distinctNames(
      rows,
      ({ client }) => client,
      ({ amount }) => amount,
    ),
  );
const row = (client: string, amount = ""): Row => ({ client, amount });

test("a name alone stays as it is, equal ones get what differs, and those with nothing that differs get a number", () => {
  expect(namesOf(row("Amani", "$20.00"), row("Duka", "$20.00"))).toEqual(["Amani", "Duka"]);
  expect(namesOf(row("Amani", "$20.00"), row("Duka"), row("Amani", "$30.00"))).toEqual([
    "Amani, $20.00",
    "Duka",
    "Amani, $30.00",
  ]);
  expect(namesOf(row("Amani", "$20.00"), row("Amani", "$20.00"), row("Amani", "$30.00"))).toEqual([
    "Amani, $20.00, 1 of 2",
    "Amani, $20.00, 2 of 2",
    "Amani, $30.00",
  ]);
  expect(namesOf(row("Amani"), row("Amani"))).toEqual(["Amani, 1 of 2", "Amani, 2 of 2"]);
});

test("details are made only of rows whose names are alike, when one of those names is asked for", () => {
  const rows = [row("Amani", "$20.00"), row("Amani", "$30.00"), row("Duka", "$20.00"), row("Duka", "$30.00")];
  const detailed: Row[] = [];
  const nameOf = distinctNames(
    rows,
    ({ client }) => client,
    (row) => {
      detailed.push(row);
      return row.amount;
    },
  );
  expect(detailed).toEqual([]);
  expect(rows.slice(0, 2).map(nameOf)).toEqual(["Amani, $20.00", "Amani, $30.00"]);
  expect(detailed).toEqual(rows.slice(0, 2));
});
