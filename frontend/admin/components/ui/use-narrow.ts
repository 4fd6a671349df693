import { useMediaQuery } from "@mantine/hooks";
import { cards, phone } from "./widths.ts";

/** Whether there is only room for cards. */
export const useNarrow = (): boolean => useMatches(cards);

/** Whether it is held in one hand: what is reached often stands at the bottom. */
export const usePhone = (): boolean => useMatches(phone);

const useMatches = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false;
