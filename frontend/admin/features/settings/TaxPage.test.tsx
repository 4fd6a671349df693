import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { type Settings, unsavedSettings } from "../../../../shared/settings/settings.ts";
import { answerWith, backOffice, field, fill, press, sentTo, shows } from "../../../../test/browser/dom.tsx";
import TaxPage from "./TaxPage.tsx";

const SAVE = "POST /api/v1/settings";
const stored: Settings = {
  ...unsavedSettings,
  company_name: "Mwamba",
  kes_per_usd: 129.25,
  kes_per_usd_day: "2026-12-01",
  version: 3,
};

beforeEach(async () => {
  answerWith({
    "GET /api/v1/settings": { settings: stored },
    [SAVE]: (settings: Settings) => ({ settings: { ...settings, version: settings.version + 1 } }),
  });
  render(<TaxPage />, { wrapper: backOffice("admin").wrapper });
  await screen.findByLabelText(/^Rate of VAT/);
});

test("what is typed is saved as numbers and days, and what is emptied as nothing", async () => {
  fireEvent.click(field("Registered for VAT"));
  await shows("A tax invoice names your KRA PIN, which is missing.");
  fill(/^Rate of VAT/, "8");
  fill("KES for one dollar", "");
  fill("Invoices begin on", "2027-01-01");
  fill("Days before the due day", "14");
  fireEvent.click(field("Invoice emails wait for the control unit"));
  press("Save Settings");
  await shows("Settings saved successfully!");
  expect(sentTo(SAVE)).toEqual([
    {
      ...stored,
      vat_registered: true,
      vat_rate: 8,
      kes_per_usd: null,
      kes_per_usd_day: null,
      invoices_from: "2027-01-01",
      invoice_days_before: 14,
      invoice_emails_wait: true,
    },
  ]);
  fill("Days before the due day", "");
  fill("Invoices begin on", "");
  press("Save Settings");
  await waitFor(() =>
    expect(sentTo(SAVE).at(-1)).toMatchObject({ version: 4, invoices_from: null, invoice_days_before: null }),
  );
});

test("another rate for dollars is of today, unless its day is typed", async () => {
  const dayField = () => field("Day of this rate").value;
  expect([field("KES for one dollar").value, dayField()]).toEqual(["129.25", "2026-12-01"]);
  fill("KES for one dollar", "130.");
  expect([field("KES for one dollar").value, dayField()]).toEqual(["130.", ""]);
  fill("KES for one dollar", "129.25");
  expect(dayField()).toBe("2026-12-01");
  fill("KES for one dollar", "130.5");
  press("Save Settings");
  await waitFor(() => expect(sentTo(SAVE)).toMatchObject([{ kes_per_usd: 130.5, kes_per_usd_day: null }]));
  await shows("Settings saved successfully!");
  fill("Day of this rate", "2026-12-20");
  press("Save Settings");
  await waitFor(() => expect(sentTo(SAVE).at(-1)).toMatchObject({ kes_per_usd_day: "2026-12-20" }));
});

test("what is no number is refused at its field", async () => {
  for (const [label, text, problem] of [
    [/^Rate of VAT/, "16%", "Please give the rate of VAT as a whole number of percent, at most 100."],
    [/^Rate of VAT/, "", "Please give the rate of VAT as a whole number of percent, at most 100."],
    ["KES for one dollar", "12x", "Please give the shillings for one dollar as a number"],
    ["Days before the due day", "1.5", "Invoices can be written 0 to 60 days before they are due."],
  ] as const) {
    const before = field(label).value;
    fill(label, text);
    press("Save Settings");
    await waitFor(() => expect(field(label).getAttribute("aria-invalid")).toBe("true"));
    await shows(problem);
    expect(field(label).value).toBe(text);
    fill(label, before);
  }
  expect(sentTo(SAVE)).toEqual([]);
});
