import { Button } from "@mantine/core";
import classes from "./AddButton.module.css";
import { Icon } from "./Icon.tsx";

type Props = {
  children: string;
  /** Beside a page's title, where a phone has room for a plus. */
  inHead?: boolean;
  onClick: () => void;
};

export const AddButton = ({ children, inHead, onClick }: Props) => (
  <Button
    leftSection={<Icon name="plus" />}
    {...(inHead && { className: classes.inHead ?? "", title: children })}
    onClick={onClick}
  >
    {children}
  </Button>
);
