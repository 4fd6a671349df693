import { Fragment, type ReactNode } from "react";
import classes from "./Facts.module.css";
import { Money } from "./Money.tsx";

/** A list of names and values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{typeof value === "string" ? <Money>{value}</Money> : value}</dd>
      </Fragment>
    ))}
  </dl>
);
