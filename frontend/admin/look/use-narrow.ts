import { useMediaQuery } from "@mantine/hooks";
import { phone } from "./widths.ts";

/** Whether there is only room for cards. */
export const useNarrow = (): boolean =>
  useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false;
