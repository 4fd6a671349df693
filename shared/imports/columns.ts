export type Field<N extends string = string> = {
  name: N;
  label: string;
  required?: boolean;
  /** Names of such columns, normalised by `normalisedName`. */
  aliases: readonly string[];
  /** Matches other names of such columns. */
  pattern?: RegExp;
};
/** The column index of each field. */
export type Columns<N extends string = string> = Partial<Record<N, number>>;

export const normalisedName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
