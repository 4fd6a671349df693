import { render, screen } from "@testing-library/react";
import { AuthError } from "aws-amplify/auth";
import { expect, test, vi } from "vitest";
import { field, press, surroundings } from "../../../../test/browser/dom.tsx";
import { CodeField, PasswordField } from "../../components/form/account-fields.tsx";
import { StepForm } from "./StepForm.tsx";

vi.mock("aws-amplify/auth", () => ({
  AuthError: class extends Error {
    constructor({ name, message }: { name: string; message: string }) {
      super(message);
      this.name = name;
    }
  },
}));

const refused = (name: string, message = "") => new AuthError({ name, message });

test.each([
  ["a wrong password", refused("NotAuthorizedException", "Incorrect username or password."), ["true", null]],
  ["a wrong code", refused("CodeMismatchException"), ["false", "true"]],
  ["too many attempts", refused("LimitExceededException"), ["false", null]],
  ["no connection", new Error("Failed to fetch"), ["false", null]],
])("the refused field is marked: %s", async (_, error, marked) => {
  render(
    <StepForm title="Sign in" note="" button="Sign in" submit={() => Promise.reject(error)} below={null}>
      {(wrong) => (
        <>
          <PasswordField label="Password" name="password" required={false} isWrong={wrong === "password"} />
          <CodeField label="Code" required={false} error={wrong === "code"} />
        </>
      )}
    </StepForm>,
    { wrapper: surroundings().wrapper },
  );
  press("Sign in");
  await screen.findByRole("alert");
  expect(["Password", "Code"].map((label) => field(label).getAttribute("aria-invalid"))).toEqual(marked);
});
