import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { type Settings, unsavedSettings } from "../../../../shared/settings/settings.ts";
import type { Role } from "../../../../shared/staff/staff.ts";
import {
  answerWith,
  backOffice,
  field,
  fill,
  loseResponse,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import CompanyPage from "./CompanyPage.tsx";
import GettingPaidPage from "./GettingPaidPage.tsx";
import PrivacyPage from "./PrivacyPage.tsx";
import ReminderDaysPage from "./ReminderDaysPage.tsx";
import TaxPage from "./TaxPage.tsx";

const SAVE = "POST /api/v1/settings";
const stored: Settings = { ...unsavedSettings, company_name: "Mwamba", mpesa_paybill: "522522", version: 3 };
const settingsAre = (settings: Settings) => ({ "GET /api/v1/settings": { settings } });

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  answerWith(settingsAre(stored));
});

async function open(page = <CompanyPage />, as: Role = "admin") {
  render(page, { wrapper: backOffice(as).wrapper });
  await screen.findByLabelText("Company Name");
}
const saveButton = () => screen.getByText("Save Settings").closest("button");

test("settings that could not be loaded cannot be saved over, and are loaded again", async () => {
  const response = Promise.withResolvers<Response>();
  answerWith({ "GET /api/v1/settings": () => response.promise });
  render(<CompanyPage />, { wrapper: backOffice("admin").wrapper });
  await shows("Loading settings...");
  response.resolve(refuse(403, "No.")());
  await screen.findByLabelText("Company Name");
  expect([saveButton()?.disabled, field("Company Name").disabled]).toEqual([true, true]);
  expect(screen.queryByRole("alert")).toBeNull();
  answerWith(settingsAre(stored));
  press("Load the settings again");
  await waitFor(() => expect(field("Company Name").value).toBe("Mwamba"));
  expect(saveButton()?.disabled).toBe(false);
});

test("saving sends the page's fields with all others as stored and their version, and says so", async () => {
  answerWith({ [SAVE]: (settings: Settings) => ({ settings: { ...settings, version: 4 } }) });
  await open();
  fill("Company Name", "Mwamba Software");
  fireEvent.click(field(/^System updates/));
  press("Save Settings");
  await shows("Settings saved successfully!");
  const changes = { company_name: "Mwamba Software", notify_system: false };
  expect(sentTo(SAVE)).toEqual([{ ...stored, ...changes }]);
  press("Save Settings");
  await waitFor(() => expect(sentTo(SAVE)).toMatchObject([{ version: 3 }, { version: 4 }]));
});

test("an address that is none is refused at its field", async () => {
  await open();
  fill("Notification Email", "office@");
  press("Save Settings");
  fill("Company Email", "nobody");
  press("Save Settings");
  await shows("Please give a valid company email address.");
  expect(field("Notification Email").getAttribute("aria-invalid")).toBe("true");
  expect(sentTo(SAVE)).toEqual([]);
});

test("while it saves, nothing can be typed or pressed", async () => {
  const response = Promise.withResolvers<object>();
  answerWith({ [SAVE]: () => response.promise });
  await open();
  fill("Company Name", "Slow");
  press("Save Settings");
  await shows("Saving...");
  const controls = [...document.querySelectorAll("form input, form textarea, form button")];
  expect(controls.filter((control) => !control.matches(":disabled"))).toEqual([]);
  response.resolve({ settings: { ...stored, company_name: "Slow" } });
  await shows("Settings saved successfully!");
  expect(field("Company Name").disabled).toBe(false);
});

/** A response of a gateway in front of the server. */
const gatewaySays = (type: string, body: string) => () =>
  new Response(body, { status: 502, headers: { "content-type": type } });

test("a failed save keeps what was typed and says why, with the server's words or the browser's", async () => {
  await open();
  fill("Company Name", "Mine");
  for (const [response, text] of [
    [refuse(400, "The website is no address."), "Failed to save settings: The website is no address."],
    [refuse(500, ""), "Failed to save settings: status 500"],
    [gatewaySays("text/plain", "The backend is down.\n"), "Failed to save settings: The backend is down."],
    [gatewaySays("text/plain; charset=utf-8", "x".repeat(5_000)), /Failed to save settings: x{300}(?!x)/],
    [gatewaySays("text/html", "<h1>Bad gateway</h1>"), "Failed to save settings: status 502"],
    [() => Response.json({ error: { code: 7 } }, { status: 400 }), "Failed to save settings: status 400"],
    [() => Response.json("no", { status: 400 }), "Failed to save settings: status 400"],
    [loseResponse, "Error saving settings: Failed to fetch"],
  ] as const) {
    answerWith({ [SAVE]: response });
    press("Save Settings");
    await shows(text);
    expect(field("Company Name").value).toBe("Mine");
  }
});

test("what another administrator saved meanwhile is taken over, and what was typed stays", async () => {
  answerWith({ [SAVE]: refuse(409, "Somebody else saved the settings.") });
  await open();
  fill("Company Name", "Mine");
  press("Save Settings");
  await shows("Somebody else saved the settings.");
  answerWith(settingsAre({ ...stored, company_name: "Theirs", company_phone: "0711", version: 9 }));
  press("Load the latest, keep what I typed");
  await shows("Somebody else saved: Theirs");
  expect([field("Company Name").value, field("Company Phone").value]).toEqual(["Mine", "0711"]);
  press("Save Settings");
  await waitFor(() => expect(sentTo(SAVE).at(-1)).toMatchObject({ company_name: "Mine", version: 9 }));
});

test("staff read the settings and can copy them, but not change or save them", async () => {
  await open(<CompanyPage />, "staff");
  await shows("Only administrators can change settings.");
  const fields = [...document.querySelectorAll<HTMLInputElement>("form input, form textarea")];
  const [switches, texts] = [true, false].map((isSwitch) =>
    fields.filter(({ type }) => (type === "checkbox") === isSwitch),
  );
  expect([switches?.length, switches?.filter(({ disabled }) => !disabled)]).toEqual([4, []]);
  expect(texts?.filter(({ readOnly, disabled }) => disabled || !readOnly)).toEqual([]);
  expect(screen.queryByText("Save Settings")).toBeNull();
});

test("reminder days are saved in their order, whichever was chosen first", async () => {
  answerWith({
    ...settingsAre({ ...stored, notify_overdue: false }),
    [SAVE]: (settings: Settings) => ({ settings }),
  });
  render(<ReminderDaysPage />, { wrapper: backOffice("admin").wrapper });
  await screen.findByLabelText("On the day");
  await shows("Emails after the due date are switched off in the notification settings.");
  fireEvent.click(field("On the day"));
  fill("Then again, until it is paid", "0");
  fill("A statement of account every month", "5");
  press("Save Settings");
  await waitFor(() => expect(sentTo(SAVE)).toMatchObject([{ repeat_overdue_days: 0, statement_day: 5 }]));
  const [{ remind_before = [] } = {}] = sentTo(SAVE) as Settings[];
  expect(new Set(remind_before)).toEqual(new Set([0, 7]));
  expect(remind_before).toEqual(remind_before.toSorted((a, b) => b - a));
});

test("every setting but the logo has an input on one of the pages", async () => {
  const fieldNames = new Set<string | null>();
  for (const Page of [CompanyPage, GettingPaidPage, TaxPage, ReminderDaysPage, PrivacyPage]) {
    const { unmount } = render(<Page />, { wrapper: backOffice("admin").wrapper });
    await screen.findByText("Save Settings");
    for (const input of document.querySelectorAll("[data-path]"))
      fieldNames.add(input.getAttribute("data-path"));
    unmount();
  }
  // Groups of checkboxes, and a choice of days.
  for (const name of ["remind_before", "remind_after", "repeat_overdue_days", "statement_day"])
    fieldNames.add(name);
  // The specification loads and saves the logo without an input.
  const names = Object.keys(unsavedSettings).filter((name) => name !== "version" && name !== "logo_url");
  expect(names.filter((name) => !fieldNames.has(name)).map((name) => `${name} has no input.`)).toEqual([]);
});
