import { ActionIcon, Button } from "@mantine/core";
import { Icon } from "./Icon.tsx";
import { usePhone } from "./use-narrow.ts";

type Props = {
  children: string;
  /** Beside a page's title, where a phone has room for a plus. */
  inHead?: boolean;
  onClick: () => void;
};

export function AddButton({ children, inHead, onClick }: Props) {
  const onPhone = usePhone();
  const plus = <Icon name="plus" />;
  return inHead && onPhone ? (
    <ActionIcon size={44} radius={22} aria-label={children} title={children} onClick={onClick}>
      {plus}
    </ActionIcon>
  ) : (
    <Button leftSection={plus} onClick={onClick}>
      {children}
    </Button>
  );
}
