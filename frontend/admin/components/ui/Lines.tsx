import type { ReactNode } from "react";
import { ClientLink } from "./ClientLink.tsx";
import classes from "./Lines.module.css";
import { Money } from "./Money.tsx";

type Props = {
  children: string;
  /** Emphasises the first line. */
  strong?: boolean;
  badges?: ReactNode;
  second?: string;
  /** The id of the client that the first line links to. */
  client?: string;
};

/** A line with badges and a smaller second line; both are truncated if there is no room. */
export const Lines = ({ children, strong, badges, second, client }: Props) => (
  <>
    <div className={classes.first}>
      <ClientLink id={client} name={children} strong={strong} />
      {badges}
    </div>
    {second !== undefined && (
      <div className={`cut quiet smaller ${classes.second}`}>
        <Money>{second}</Money>
      </div>
    )}
  </>
);
