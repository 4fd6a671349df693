import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import type { Vat } from "../../../../shared/vat.ts";
import { answerWith, backOffice, field, fill, press, shows } from "../../../../test/browser/dom.tsx";
import { VatAmountField, VatField } from "./vat-fields.tsx";

const company = (vat_registered: boolean) =>
  answerWith({ "GET /api/v1/settings": { settings: { ...unsavedSettings, vat_registered } } });
const isNet = "Amount is without VAT";

/** A form with an amount in shillings; `Saved` is what the form has. */
function Form({ stored = "" }: { stored?: string }) {
  const [value, setValue] = useState(stored);
  const [vat, setVat] = useState<Vat>("standard");
  return (
    <>
      <VatAmountField value={value} onChange={setValue} currency="KES" vat={vat} />
      <VatField value={vat} onChange={({ currentTarget }) => setVat(currentTarget.value as Vat)} />
      <p>{`Saved: “${value}”`}</p>
      <button type="button" onClick={() => setValue("500.00")}>
        Somebody else saves
      </button>
    </>
  );
}

async function open(stored?: string) {
  render(<Form {...(stored && { stored })} />, { wrapper: backOffice().wrapper });
  await screen.findByLabelText(/^Amount \(KES\)/);
}
const amount = () => field(/^Amount \(KES\)/).value;
const saved = () => /Saved: “(.*?)”/.exec(document.body.textContent ?? "")?.[1];
const type = (text: string) => fill(/^Amount \(KES\)/, text);
const flip = () => fireEvent.click(field(isNet));

test("a company that is not registered sees nothing of VAT", async () => {
  company(false);
  await open("11600.00");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.body.textContent).not.toContain("VAT");
  expect(screen.queryByLabelText("VAT")).toBeNull();
});

test("an amount is shown without VAT, at the rate of its kind", async () => {
  company(true);
  await open("11600.00");
  await shows(/KES.10,000\.00 without VAT/);
  type("100");
  await shows(/KES.86\.21 without VAT/);
  type("much");
  expect(document.body.textContent).not.toMatch(/\d without VAT/);
  type("100");
  fill("VAT", "exempt");
  await shows("Exempt: no VAT is in it.");
  expect(screen.queryByLabelText(isNet)).toBeNull();
  expect(saved()).toBe("100");
});

test("an amount that is typed without VAT is saved with it", async () => {
  company(true);
  await open();
  await shows(isNet);
  flip();
  type("10,000");
  expect([amount(), saved()]).toEqual(["10,000", "11600.00"]);
  await shows(/KES.11,600\.00 with VAT is saved\./);
  type("KES 0.10");
  expect([amount(), saved()]).toEqual(["KES 0.10", "KES 0.12"]);
  type("1.5e");
  expect([amount(), saved()]).toEqual(["1.5e", "1.5e"]);
  type("");
  expect([amount(), saved()]).toEqual(["", ""]);
});

test("the switch says what the typed amount is, and back", async () => {
  company(true);
  await open();
  await shows(isNet);
  type("10000");
  flip();
  expect([amount(), saved()]).toEqual(["10000", "11600.00"]);
  flip();
  expect([amount(), saved()]).toEqual(["10000", "10000"]);
});

test("a stored amount keeps its cents, whichever way it is shown", async () => {
  company(true);
  // 86.16 with VAT would be 99.95.
  await open("99.94");
  await shows(/KES.86\.16 without VAT/);
  flip();
  expect([amount(), saved()]).toEqual(["86.16", "99.94"]);
  flip();
  expect([amount(), saved()]).toEqual(["99.94", "99.94"]);
});

test("what somebody else saved meanwhile is with VAT", async () => {
  company(true);
  await open("11600.00");
  await shows(isNet);
  flip();
  expect(amount()).toBe("10000.00");
  press("Somebody else saves");
  expect([amount(), field(isNet).checked]).toEqual(["500.00", false]);
});
