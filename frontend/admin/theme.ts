import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const green: MantineColorsTuple = [
  "#e8f5f0",
  "#d3e8e0",
  "#a5d3c3",
  "#74bda4",
  "#4caa8a",
  "#2f9877",
  "#1f7a62",
  "#15694f",
  "#0e5a47",
  "#0a4638",
];

const red: MantineColorsTuple = [
  "#fdebe7",
  "#f9d6cf",
  "#f0aca0",
  "#e8806f",
  "#e05a46",
  "#cf4330",
  "#bd3525",
  "#a92b1d",
  "#952417",
  "#7d1b10",
];

const control = { radius: "md" };
/** Modals and drawers: without animation, and with a close button large enough for touch. */
const overlay = {
  transitionProps: { duration: 0 },
  closeButtonProps: { "aria-label": "Close", size: 44 },
  classNames: { title: "display" },
};

/** Mantine describes a dialog by its whole body: somebody who listens would hear a form before its first field. */
const bodyWithoutId = { id: undefined };

const edge = "var(--edge)";

export const theme = createTheme({
  primaryColor: "green",
  primaryShade: { light: 8, dark: 6 },
  colors: { green, red },
  black: "#13231f",
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  // Every size of text is a step of this scale, so that a screen has few.
  fontSizes: {
    tiny: "0.6875rem",
    xs: "0.8125rem",
    sm: "0.875rem",
    text: "0.9375rem",
    md: "1rem",
    xl: "1.25rem",
    title: "clamp(1.5rem, 1.3rem + 0.8vw, 1.75rem)",
  },
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "10px", xl: "14px" },
  respectReducedMotion: true,
  components: {
    TextInput: { defaultProps: control },
    // An empty box has a visible border (contrast 3:1).
    Checkbox: { styles: { root: { "--mantine-color-gray-4": edge, "--mantine-color-dark-4": edge } } },
    Modal: { defaultProps: { ...overlay, radius: "lg" } },
    ModalBody: { defaultProps: bodyWithoutId },
    Drawer: { defaultProps: overlay },
    DrawerBody: { defaultProps: bodyWithoutId },
    Tooltip: {
      defaultProps: {
        multiline: true,
        maw: 280,
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
      },
    },
  },
});

/** Maps Mantine's variables to the palette in base.css. */
export const cssVariables: CSSVariablesResolver = () => {
  const named = {
    "--mantine-color-body": "var(--paper)",
    "--mantine-color-text": "var(--ink)",
    "--mantine-color-dimmed": "var(--quiet)",
    "--mantine-color-placeholder": "var(--quiet)",
    "--mantine-color-default": "var(--surface)",
    "--mantine-color-default-hover": "var(--hover)",
    "--mantine-color-default-color": "var(--ink)",
    "--mantine-color-default-border": edge,
    "--mantine-color-anchor": "var(--accent)",
    // Buttons without a border; Mantine makes them nearly white in the dark.
    "--mantine-color-green-light-color": "var(--accent)",
    "--mantine-color-error": "var(--overdue)",
    "--mantine-color-disabled": "var(--hover)",
    "--mantine-color-disabled-color": "var(--quiet)",
    "--mantine-color-disabled-border": "var(--line)",
  };
  // Placeholders of what is still loading.
  const line = "var(--line)";
  return {
    variables: {},
    light: { ...named, "--mantine-color-gray-3": line },
    dark: { ...named, "--mantine-color-dark-4": line },
  };
};
