import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { clientFields } from "../../../../shared/clients/fields.ts";
import type { Field } from "../../../../shared/field.ts";
import { backOffice } from "../../../../test/browser/dom.tsx";
import { numberedClient } from "../../../../test/product/plan-file.ts";
import { ClientForm } from "./ClientForm.tsx";

test("every field of a client that a person can change is in the form", async () => {
  render(<ClientForm client={numberedClient(1)} clients={[]} onClose={() => {}} />, {
    wrapper: backOffice().wrapper,
  });
  await screen.findByLabelText(/^Name/);
  const missing = Object.entries<Field>(clientFields)
    .filter(([, { readOnly }]) => !readOnly)
    .filter(([name]) => document.querySelector(`[data-path="${name}"]`) === null)
    .map(([name]) => `${name} has no input in ClientForm.tsx.`);
  expect(missing).toEqual([]);
});
