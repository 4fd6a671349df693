import { Fragment, type ReactNode } from "react";
import { Money } from "./Money.tsx";

/** A list of names and values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <Fragment key={name}>
        <dt className="quiet">{name}</dt>
        <dd className="wrap">{typeof value === "string" ? <Money>{value}</Money> : value}</dd>
      </Fragment>
    ))}
  </dl>
);
