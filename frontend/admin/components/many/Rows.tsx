import { count } from "../../../../shared/count.ts";
import { Money } from "../ui/Money.tsx";
import classes from "./Rows.module.css";

const MAX_ROWS = 500;

type Props<R> = {
  title: string;
  rows: readonly R[];
  idOf: (row: R) => string;
  nameOf: (row: R) => string;
  /** The text beside a row's name. */
  detail: (row: R) => string;
  /** The text below both. */
  below?: (row: R) => string;
  tone?: string;
};

/** The rows of a dialog, in a list that scrolls. */
export function Rows<R>({ title, rows, idOf, nameOf, detail, below, tone }: Props<R>) {
  const hidden = rows.length - MAX_ROWS;
  return (
    <section aria-label={title} data-tone={tone}>
      <h3 style={{ marginBottom: 4, fontSize: "0.9375rem", color: "var(--tone)" }}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and contains nothing focusable */}
      <ul className={`ruled wrap ${classes.rows}`} tabIndex={0} aria-label={title}>
        {rows.slice(0, MAX_ROWS).map((row) => (
          <li key={idOf(row)}>
            <span>
              <Money>{nameOf(row)}</Money>
            </span>
            <span className="quiet small figures">
              <Money>{detail(row)}</Money>
            </span>
            {below && (
              <span className="quiet small">
                <Money>{below(row)}</Money>
              </span>
            )}
          </li>
        ))}
        {hidden > 0 && <li className="quiet">{`and ${count(hidden)} more`}</li>}
      </ul>
    </section>
  );
}
