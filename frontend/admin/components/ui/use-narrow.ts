import { useMediaQuery } from "@mantine/hooks";
import { cards } from "./widths.ts";

/** Whether there is only room for cards. */
export const useNarrow = (): boolean =>
  useMediaQuery(cards, undefined, { getInitialValueInEffect: false }) ?? false;
