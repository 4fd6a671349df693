import { TextInput } from "@mantine/core";
import { startTransition, useState } from "react";
import { Icon } from "../ui/Icon.tsx";

type Props = { label: string; value: string; onChange: (value: string) => void; large: boolean };

/** Shows typed text immediately; the list updates when the browser has time. */
export function SearchBox({ label, value, onChange, large }: Props) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // The list has updated, or a link set another search.
  if (value !== lastValue) {
    setLastValue(value);
    setTyped(value);
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        startTransition(() => onChange(currentTarget.value));
      }}
      size={large ? "md" : "sm"}
      w={large ? "100%" : 260}
      autoComplete="off"
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
        event.preventDefault();
        document.querySelector<HTMLElement>("main [data-row]")?.focus();
      }}
    />
  );
}
