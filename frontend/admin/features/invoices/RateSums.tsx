import { Box } from "@mantine/core";
import { formatCents } from "../../../../shared/money.ts";
import { Amount } from "../../components/ui/Money.tsx";
import { usePhone } from "../../components/ui/use-narrow.ts";
import { taxText } from "../../rules/invoice-text.ts";
import type { CurrencySum } from "./list.ts";
import classes from "./RateSums.module.css";

/** Net, VAT and gross by rate and currency. On a phone a press opens them, so that the list begins sooner. */
export function RateSums({ sums }: { sums: readonly CurrencySum[] }) {
  const onPhone = usePhone();
  const table = (
    <Box component="table" className={`figures small ${classes.sums}`} aria-label="Sums by VAT rate">
      <thead>
        <tr className="quiet">
          <th scope="col">VAT</th>
          <th scope="col">Net</th>
          <th scope="col">VAT amount</th>
          <th scope="col">Gross</th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ currency, taxed, rate, net, vat, gross }) => (
          <tr key={[currency, taxed, rate].join()}>
            <th scope="row">{taxText({ taxed, rate })}</th>
            {[net, vat, gross].map((cents, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the three columns keep their places
              <td key={at}>
                <Amount withCents>{formatCents(cents, currency)}</Amount>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
  if (!onPhone) return <div>{table}</div>;
  return (
    <details>
      <summary className={`small ${classes.summary}`}>Sums by VAT rate</summary>
      {table}
    </details>
  );
}
