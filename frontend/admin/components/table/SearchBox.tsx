import { TextInput } from "@mantine/core";
import { startTransition, useState } from "react";
import { Icon } from "../ui/Icon.tsx";

type Props = { label: string; value: string; onChange: (value: string) => void; compact: boolean };

/** What is typed stands there at once, and the page follows when it has time: of a key, nothing else is drawn anew. */
export function SearchBox({ label, value, onChange, compact }: Props) {
  const [typed, setTyped] = useState(value);
  const [followed, setFollowed] = useState(value);
  // The page has followed, or another search came from elsewhere.
  if (value !== followed) {
    setFollowed(value);
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
      size={compact ? "md" : "sm"}
      w={compact ? "100%" : 260}
      autoComplete="off"
    />
  );
}
