import { Box, Group } from "@mantine/core";
import { count } from "../../../../shared/count.ts";
import { Money } from "../ui/Money.tsx";

const MAX_ROWS = 500;

type Props<R> = {
  title: string;
  rows: readonly R[];
  idOf: (row: R) => string;
  nameOf: (row: R) => string;
  /** The text beside a row's name, or below it if it is long. */
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
      <h3 className="small" style={{ marginBottom: 4, color: "var(--tone)" }}>
        {title}
      </h3>
      {/* It scrolls, and contains nothing focusable. */}
      <Box
        component="ul"
        className="ruled wrap"
        mah="min(15rem, 32dvh)"
        style={{ overflowY: "auto" }}
        tabIndex={0}
        aria-label={title}
      >
        {rows.slice(0, MAX_ROWS).map((row) => (
          <Group component="li" key={idOf(row)} gap="0 16px" px={4} py={6} lh={1.35} align="baseline">
            <Box component="span" flex="1 1 11rem">
              <Money>{nameOf(row)}</Money>
            </Box>
            <Box component="span" className="quiet small figures" ml="auto" ta="right">
              <Money>{detail(row)}</Money>
            </Box>
            {below && (
              <Box component="span" className="quiet small" w="100%">
                <Money>{below(row)}</Money>
              </Box>
            )}
          </Group>
        ))}
        {hidden > 0 && <li className="quiet">{`and ${count(hidden)} more`}</li>}
      </Box>
    </section>
  );
}
