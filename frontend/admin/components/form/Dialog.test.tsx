import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { theme } from "../../theme.ts";
import { Dialog } from "./Dialog.tsx";

test("a dialog has a name, and is not described by its form", () => {
  render(
    <MantineProvider theme={theme}>
      <Dialog title="Edit client" onClose={() => {}}>
        <input aria-label="Name" />
      </Dialog>
    </MantineProvider>,
  );
  const dialog = screen.getByRole("dialog", { name: "Edit client" });
  const description = document.getElementById(dialog.getAttribute("aria-describedby") ?? "");
  expect(description).toBe(null);
});
