import { ActionIcon, Button } from "@mantine/core";
import { Icon } from "../ui/Icon.tsx";

type Props = {
  icon: "left" | "right";
  label: string;
  /** Shows the label: half of a sheet's width. */
  named: boolean;
  disabled?: boolean;
  onClick: () => void;
};

/** A button to the previous or next days. */
export function Step({ icon, label, named, disabled = false, onClick }: Props) {
  const pressed = { variant: "default", disabled, onClick };
  if (!named)
    return (
      <ActionIcon {...pressed} size={36} aria-label={label}>
        <Icon name={icon} />
      </ActionIcon>
    );
  const section = { [icon === "left" ? "leftSection" : "rightSection"]: <Icon name={icon} /> };
  return (
    <Button {...pressed} {...section} size="md" px={8} fw={500} fz="0.8125rem" flex="1 1 45%">
      {label}
    </Button>
  );
}
