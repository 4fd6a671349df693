/**
 * The fields of a resource, declared once. Lists, sheets, files, search, imports, the activity and the API's description
 * read this table. A table is data: `kind` says how a value is shown, sorted and written to a file.
 */
export type Field = {
  /** In forms, sheets and the activity. */
  label: string;
  /** The heading of its column in lists and files, if it differs from the label. */
  heading?: string;
  /** An `amount-from` holds from a day on: `{amount, from}`. An `instant` is shown as its day, a `moment` with its time, an `id` only in files. `addresses` are a list of `{email, name?}`. */
  kind:
    | "text"
    | "id"
    | "lines"
    | "yes-no"
    | "day"
    | "instant"
    | "moment"
    | "amount"
    | "amount-from"
    | "number"
    | "numbers"
    | "phone"
    | "addresses"
    | "reference";
  /** For callers of the API. */
  description: string;
  /** The words for its values. */
  names?: Readonly<Record<string, string>>;
  /** The value of a record without one. */
  absent?: string;
  /** The search of the list looks through it. */
  searched?: true;
  /** An empty cell of an import withdraws what is agreed. */
  withdrawable?: true;
  /** An import cannot set it: the system does. */
  readOnly?: true;
};

export type Fields<Name extends string = string> = Readonly<Record<Name, Field>>;

export const headingOf = ({ heading, label }: Field): string => heading ?? label;

/** The label inside a sentence: `email`, but `M-Pesa Paybill` and `SWIFT code`. */
export const labelInSentence = ({ label }: Pick<Field, "label">): string =>
  /^.[a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
