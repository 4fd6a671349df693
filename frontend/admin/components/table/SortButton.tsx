import { Icon } from "../ui/Icon.tsx";
import classes from "./SortButton.module.css";

type Props = {
  header: string;
  title?: string | undefined;
  sorted: "ascending" | "descending" | undefined;
  onClick: () => void;
};

/** A column's header: sorts by it, and a second press reverses the order. */
export const SortButton = ({ header, title, sorted, onClick }: Props) => (
  <button type="button" className={classes.sort} data-sorted={sorted} title={title} onClick={onClick}>
    {header}
    <Icon name={sorted === "descending" ? "down" : "up"} size={14} />
  </button>
);
