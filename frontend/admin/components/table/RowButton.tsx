import { Icon, type IconName } from "../ui/Icon.tsx";
import classes from "./RowButton.module.css";

type Props = { icon: IconName; label: string; text?: string; shortcut?: string; onClick: () => void };

/** An action on one row; `label` names the row. */
export const RowButton = ({ icon, label, text, shortcut, onClick }: Props) => (
  <button
    type="button"
    className={classes.button}
    aria-label={label}
    title={label}
    aria-keyshortcuts={shortcut}
    onClick={onClick}
  >
    <Icon name={icon} size={17} />
    {text}
  </button>
);
