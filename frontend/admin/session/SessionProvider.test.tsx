import { act, render, screen, waitFor } from "@testing-library/react";
import { Route, Routes, useLocation } from "react-router";
import { expect, test } from "vitest";
import { mfaRequiredText } from "../../../shared/staff/access-texts.ts";
import type { Role } from "../../../shared/staff/staff.ts";
import { answerWith, refuse, shows, surroundings } from "../../../test/browser/dom.tsx";
import { request } from "../../api.ts";
import { keepDraft, readDraft } from "../components/form/draft.ts";
import { Guard } from "./Guard.tsx";

const draft = { person: "person", id: "1", values: { name: "Typed" }, base: { values: { name: "" } } };

/** The sign-in page, which is told where to return and why. */
function SignIn() {
  const { state } = useLocation();
  return <p>{`Sign in, then ${state?.from}: ${state?.ended}`}</p>;
}

async function open(path: string, { as = "staff", requiredRole }: { as?: Role; requiredRole?: Role } = {}) {
  window.history.replaceState(null, "", path);
  const page = (
    <Guard mfaSetup={<p>Set up a sign-in code</p>}>
      <Guard {...(requiredRole && { requiredRole })}>
        <p>The page</p>
      </Guard>
    </Guard>
  );
  const { wrapper } = surroundings(as);
  render(
    <Routes>
      <Route path="/admin/login" element={<SignIn />} />
      <Route path="/admin" element={<p>The dashboard</p>} />
      <Route path="*" element={page} />
    </Routes>,
    { wrapper },
  );
}

test("when the server no longer accepts the session, people return to the same place after sign-in", async () => {
  await open("/admin/clients?q=a#row");
  await shows("The page");
  keepDraft("client:1", draft);
  answerWith({ "GET /api/v1/staff/me": refuse(401, "Unauthorized") });
  await act(() => request("GET /api/v1/staff/me", {}).catch(() => {}));
  await shows("Sign in, then /admin/clients?q=a#row: over");
  expect(readDraft("client:1", "person")).toEqual(draft);
});

test("somebody who was disabled is told so, also in other tabs, and leaves no draft", async () => {
  await open("/admin/clients");
  await shows("The page");
  keepDraft("client:1", draft);
  const ended = new StorageEvent("storage", { key: "access-ended", newValue: "2026-12-24T06:00:00.000Z" });
  act(() => void window.dispatchEvent(ended));
  await shows("Sign in, then /admin/clients: disabled");
  expect(sessionStorage.length).toBe(0);
});

test("signing out in another tab ends the session here", async () => {
  await open("/admin/clients");
  await shows("The page");
  const key = "CognitoIdentityServiceProvider.app.staff.accessToken";
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: null })));
  expect(screen.getByText("The page")).toBeDefined();
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key, newValue: null })));
  await shows("Sign in, then /admin/clients: over");
});

test("a page for administrators leads others to the dashboard", async () => {
  await open("/admin/settings/staff", { requiredRole: "admin" });
  await shows("The dashboard");
});

test("an administrator sees it, until the server demands a sign-in code", async () => {
  await open("/admin/settings/staff", { as: "admin", requiredRole: "admin" });
  await shows("The page");
  answerWith({ "GET /api/v1/staff/me": refuse(403, mfaRequiredText) });
  await act(() => request("GET /api/v1/staff/me", {}).catch(() => {}));
  await shows("Set up a sign-in code");
});

test("without the configuration nobody is signed out, and it is tried again when the network is back", async () => {
  answerWith({ "GET /config.json": refuse(503, "") });
  await open("/admin/clients");
  await waitFor(() => expect(screen.queryByRole("button")).not.toBeNull());
  expect(screen.queryByText(/Sign in/)).toBeNull();
  answerWith({ "GET /config.json": { region: "eu-west-1", userPoolId: "pool", userPoolClientId: "app" } });
  act(() => void window.dispatchEvent(new Event("online")));
  await shows("The page");
});
