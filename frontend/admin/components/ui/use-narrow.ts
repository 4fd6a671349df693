import { useMediaQuery } from "@mantine/hooks";
import { cards, phone } from "./widths.ts";

/** Whether lists show cards instead of tables. */
export const useNarrow = (): boolean => useMatches(cards);

export const usePhone = (): boolean => useMatches(phone);

const useMatches = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false;
