import { Tooltip } from "@mantine/core";
import type { CSSProperties } from "react";
import { formatCents } from "../../../../shared/money.ts";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { formatMonth } from "../../words/dates.ts";
import { type Month, scaleTo } from "./forecast.ts";

const brief = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", notation: "compact" });
/** Between the lines and their sums, and between the bars and their months. */
const [left, below] = [64, 28];
const height = 240;

const row = { position: "relative", display: "flex" } as const;
const sumAt = { position: "absolute", right: `calc(100% + 12px)`, transform: "translateY(50%)" } as const;
const bar: CSSProperties = {
  ...{ width: "72%", maxWidth: 44, minHeight: 0, margin: "auto auto 0" },
  ...{ background: "var(--accent)", borderRadius: "4px 4px 0 0" },
};

/** What is due in each month, for the eye alone. */
export function Bars({ months }: { months: readonly Month[] }) {
  const narrow = useNarrow();
  const scale = scaleTo(Math.max(...months.map(({ cents }) => cents / 100)));
  const top = scale.at(-1) || 1;
  return (
    <div
      aria-hidden="true"
      className="quiet smaller"
      style={{ height, padding: `8px 0 ${below}px ${left}px` }}
    >
      <div style={{ ...row, height: "100%" }}>
        {scale.map((sum) => (
          <div
            key={sum}
            className="figures"
            style={{
              ...{ position: "absolute", inset: `auto 0 ${(100 * sum) / top}%` },
              borderTop: `1px ${sum > 0 ? "dashed" : "solid"} var(--line)`,
            }}
          >
            <span style={{ ...sumAt, bottom: 0 }}>{brief.format(sum)}</span>
          </div>
        ))}
        {months.map(({ month, cents }, index) => (
          <Tooltip.Floating key={month} label={`${formatMonth(month)}: ${formatCents(cents)}`}>
            <div style={{ ...row, flex: 1 }} data-month={month}>
              <div style={{ ...bar, height: `${cents / top}%` }} />
              {(!narrow || index % 2 === 0) && (
                <span style={{ position: "absolute", inset: `calc(100% + 8px) 0 auto`, textAlign: "center" }}>
                  {formatMonth(month).slice(0, 3)}
                </span>
              )}
            </div>
          </Tooltip.Floating>
        ))}
      </div>
    </div>
  );
}
