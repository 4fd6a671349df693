import { type ReactNode, useId } from "react";
import classes from "./Card.module.css";

type Props = { title: string; gap?: number; padding?: number; children: ReactNode };

/** A titled section of a page. */
export function Card({ title, gap, padding, children }: Props) {
  const id = useId();
  return (
    <section className={classes.card} style={{ gap, padding }} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
