import { Button, Drawer, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import { Icon } from "../ui/Icon.tsx";

export type Options = readonly (readonly [value: string, text: string])[];

export type ChoiceProps = {
  label: string;
  value: string;
  options: Options;
  onChange: (value: string) => void;
  /** The label is visible. */
  titled?: boolean;
};

/** One of several options, as a button with its value. */
export const Choice = ({ label, value, options, onChange, titled = false }: ChoiceProps) => (
  <NativeSelect
    {...(titled ? { label } : { "aria-label": label })}
    data={options.map(([value, label]) => ({ value, label }))}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

type SearchProps = { label: string; value: string; onChange: (value: string) => void; large: boolean };

/** Shows typed text immediately; the list updates when the browser has time. */
export function SearchBox({ label, value, onChange, large }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // The list has updated, or a link set another search.
  if (value !== lastValue) {
    setLastValue(value);
    setTyped(value);
  }
  // ↓ or Enter goes to the first row, when the rows for what was typed are shown.
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving || typed !== value) return;
    const goToFirstRow = () => document.querySelector<HTMLElement>("main [data-row]")?.focus();
    goToFirstRow();
    // While rows load, the first one is still to come. Leaving the field ends this.
    const added = new MutationObserver(goToFirstRow);
    added.observe(document.body, { childList: true, subtree: true });
    return () => added.disconnect();
  }, [leaving, typed, value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setLeaving(false);
        startTransition(() => onChange(currentTarget.value));
      }}
      size={large ? "md" : "sm"}
      {...(large ? { flex: 1, miw: 0 } : { w: 240 })}
      autoComplete="off"
      onBlur={() => setLeaving(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
        event.preventDefault();
        setLeaving(true);
      }}
    />
  );
}

type SheetProps = {
  /** The text with the number of rows shown. */
  shown: string;
  showAll: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Filters and order of a list on narrow windows. Changes apply immediately. */
export function FilterSheet({ shown, showAll, onClose, children }: SheetProps) {
  useReturnedFocus();
  return (
    <Drawer opened onClose={onClose} title="Filters" position="bottom" size="auto" returnFocus={false}>
      <Stack gap={20} maw="40rem">
        {children}
        <Group grow>
          <Button size="md" variant="default" onClick={showAll}>
            Show all
          </Button>
          <Button size="md" onClick={onClose}>
            {shown}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
