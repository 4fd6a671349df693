import { TextInput } from "@mantine/core";
import { startTransition, useEffect, useState } from "react";
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
      {...(large ? { flex: 1, miw: 0 } : { w: 260 })}
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
