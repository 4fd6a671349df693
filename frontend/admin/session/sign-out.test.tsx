import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerWith, backOffice, calls } from "../../../test/browser/dom.tsx";
import { useSignOut } from "./sign-out.ts";

const TOKEN = "CognitoIdentityServiceProvider.app.staff.refreshToken";

async function open() {
  vi.spyOn(console, "error").mockImplementation(() => {});
  localStorage.setItem(TOKEN, "refresh");
  const { result } = renderHook(useSignOut, { wrapper: backOffice().wrapper });
  await waitFor(() => expect(result.current).not.toBeNull());
  return result;
}

test("signing out clears this browser before the user pool answers", async () => {
  const result = await open();
  answerWith({ "POST /": () => new Promise(() => {}) });
  await act(() => result.current.signOut());
  expect(localStorage.getItem(TOKEN)).toBeNull();
  expect(screen.getByText("Signed out")).toBeDefined();
  expect(calls.at(-1)).toMatchObject({ route: "POST /", body: { Token: "refresh" } });
});

test("signing out everywhere asks the server first, and stays signed in if it refuses", async () => {
  const result = await open();
  await expect(act(() => result.current.signOut({ everywhere: true }))).rejects.toThrow();
  expect(localStorage.getItem(TOKEN)).toBe("refresh");
  expect(screen.queryByText("Signed out")).toBeNull();
  answerWith({ "POST /api/v1/staff/me/sign-out": { signed_out: true } });
  await act(() => result.current.signOut({ everywhere: true }));
  expect(localStorage.getItem(TOKEN)).toBeNull();
  const order = calls.map(({ route }) => route).slice(-2);
  expect(order).toEqual(["POST /api/v1/staff/me/sign-out", "POST /"]);
});
