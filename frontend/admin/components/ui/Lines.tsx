import type { ReactNode } from "react";
import { ClientLink } from "./ClientLink.tsx";
import classes from "./Lines.module.css";

type Props = {
  children: string;
  /** The first line is what all of it is about. */
  strong?: boolean;
  badges?: ReactNode;
  second?: string;
  /** The client that the first line names: it leads to their page. */
  client?: string;
};

/** A line with what has to be said beside it, and a quieter one below; both are cut off where there is no room. */
export const Lines = ({ children, strong, badges, second, client }: Props) => (
  <>
    <div className={classes.first} data-strong={strong}>
      <ClientLink id={client} name={children} />
      {badges}
    </div>
    {second !== undefined && <div className={`cut quiet smaller ${classes.second}`}>{second}</div>}
  </>
);
