import classes from "./Money.module.css";

// The sign-in page loads this file, so it imports nothing of shared/money.ts, whose schemas are heavy.

/** `$149.99`, `KES 1,234.50`, and in Swahili `Ksh 1,234.50`; the group keeps them in what `split` returns. */
const amountPattern = /(-?(?:KES|Ksh|US\$|\$)\s?\d+(?:,\d{3})*(?:\.\d\d)?)/;
export const centsOfMillions = /(?<=\d,\d{3},\d{3})\.\d\d$/;

type AmountProps = {
  children: string;
  /** Tax is reported with cents. */
  withCents?: boolean;
};

/**
 * One amount without line breaks. From a million up the cents are hidden; they stay in the title, for screen readers
 * and for copying.
 */
export function Amount({ children, withCents = false }: AmountProps) {
  const [cents] = (!withCents && centsOfMillions.exec(children)) || [];
  return (
    <span className={`figures ${classes.amount}`} data-money title={cents && children}>
      {cents
        ? [
            <span key="whole">{children.slice(0, -cents.length)}</span>,
            <span key="cents" data-cents>
              {cents}
            </span>,
          ]
        : children}
    </span>
  );
}

const punctuation = /^[.,;:!?)]+/;

/**
 * Text that contains amounts. Each part has an element, so that it can change after something replaced its text. What
 * follows an amount without a space stays on its line: Firefox breaks lines around each inline block.
 */
export const Money = ({ children }: { children: string }) => {
  const parts = children.split(amountPattern);
  return parts.map((part, index) => {
    const isAmount = index % 2 === 1;
    const [closing] = (isAmount && punctuation.exec(parts[index + 1] ?? "")) || [];
    const text = isAmount || index === 0 ? part : part.replace(punctuation, "");
    const Part = isAmount ? Amount : "span";
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    const element = text && <Part key={index}>{text}</Part>;
    return closing ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={index} className={classes.unbroken}>
        {element}
        <span>{closing}</span>
      </span>
    ) : (
      element
    );
  });
};
