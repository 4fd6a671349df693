import { TextInput } from "@mantine/core";
import { Icon } from "../ui/Icon.tsx";

type Props = { label: string; value: string; onChange: (value: string) => void; compact: boolean };

export const SearchBox = ({ label, value, onChange, compact }: Props) => (
  <TextInput
    type="search"
    aria-label={label}
    placeholder={label}
    leftSection={<Icon name="search" size={16} />}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    size={compact ? "md" : "sm"}
    w={compact ? "100%" : 260}
    autoComplete="off"
  />
);
