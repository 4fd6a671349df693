import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SavedTemplate, Template } from "../../../../shared/email-templates.ts";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import type { Role } from "../../../../shared/staff/staff.ts";
import {
  answerWith,
  backOffice,
  field,
  fill,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { announcements } from "../../components/ui/announce.ts";
import { TemplateForm } from "./TemplateForm.tsx";

const SAVE = "PUT /api/v1/settings/emails/upcoming";
const original: Template = { subject: "Due on {due}", opening: "Dear {client},", request: "", closing: "" };
const own: SavedTemplate = { ...original, subject: "Mine for {client}", email: "upcoming", language: "en" };
const company = { ...unsavedSettings, company_name: "Mwamba" };

async function open(words: SavedTemplate[] = [], as: Role = "admin") {
  const form = (
    <TemplateForm
      email="upcoming"
      language="en"
      company={company}
      all={{ words, version: 5 }}
      original={original}
    />
  );
  render(form, { wrapper: backOffice(as).wrapper });
  await screen.findByLabelText(/^Subject/);
}
const saveButton = () => screen.getByText("Save template").closest("button");

test("an unknown placeholder and a single brace are refused while they are typed, and not saved", async () => {
  await open();
  for (const [text, problem] of [
    ["Due {dew}", /There is no placeholder \{dew\} in this email\. Use \{client\}/],
    ["Due {", "There is a single {."],
  ] as const) {
    fill(/^Subject/, text);
    await shows(problem);
    press("Save template");
  }
  fill(/^Subject/, "");
  press("Save template");
  await shows("Please give the subject.");
  expect(sentTo(SAVE)).toEqual([]);
});

test("a placeholder is inserted at the cursor, or at the end of the text above the amount", async () => {
  await open();
  press(/^Insert \{amount\}/);
  expect(field(/^Above the amount/).value).toBe("Dear {client},{amount}");
  const subject = field(/^Subject/);
  act(() => subject.focus());
  subject.setSelectionRange(4, 6);
  press(/^Insert \{service\}/);
  expect(subject.value).toBe("Due {service} {due}");
  expect(document.activeElement).toBe(subject);
});

test("only a changed template is saved, with the version it was based on", async () => {
  answerWith({ [SAVE]: { words: [own], version: 6 } });
  await open();
  await shows("This is the original template. Edit it to use your own.");
  expect(saveButton()?.disabled).toBe(true);
  fill(/^Subject/, "Mine for {client}");
  press("Save template");
  await waitFor(() => expect(announcements.get()?.text).toBe("The template was saved. New emails use it."));
  const words = { ...original, subject: "Mine for {client}" };
  expect(sentTo(SAVE)).toEqual([{ words, version: 5, language: "en" }]);
});

test("the original is restored, and that can be undone", async () => {
  answerWith({ [SAVE]: { words: [], version: 6 } });
  await open([own]);
  expect(field(/^Subject/).value).toBe("Mine for {client}");
  press("Restore the original");
  await waitFor(() => expect(announcements.get()?.text).toBe("The original template was restored."));
  expect(field(/^Subject/).value).toBe("Due on {due}");
  announcements.get()?.action?.act();
  await waitFor(() => expect(sentTo(SAVE)).toHaveLength(2));
  const { email, language, ...words } = own;
  expect(email).toBe("upcoming");
  expect(sentTo(SAVE)).toEqual([
    { words: null, version: 5, language },
    { words, version: 6, language },
  ]);
});

test("a template that somebody else saved first keeps what was typed", async () => {
  answerWith({
    [SAVE]: refuse(409, "Somebody else saved templates."),
    "GET /api/v1/settings/emails": { words: [{ ...own, closing: "Asante" }], version: 8 },
  });
  await open();
  fill(/^Subject/, "Typed");
  press("Save template");
  await shows("Somebody else saved templates.");
  press("Load the latest, keep what I typed");
  await waitFor(() => expect(field(/^At the end/).value).toBe("Asante"));
  expect(field(/^Subject/).value).toBe("Typed");
  press("Save template");
  await waitFor(() => expect(sentTo(SAVE).at(-1)).toMatchObject({ version: 8 }));
});

test("staff read templates without being able to change them", async () => {
  await open([own], "staff");
  await shows("Only administrators can edit templates.");
  expect(field(/^Subject/).readOnly).toBe(true);
  expect(screen.queryByText("Save template")).toBeNull();
});
