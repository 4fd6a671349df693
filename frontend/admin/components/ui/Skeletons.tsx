import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

/** Rows fill the first view. */
const ROWS = 10;
/** The height of a row and the space between rows. */
const ROW_HEIGHT = 32;
const GAP = 12;

/** The rows to come. */
export const RowsSkeleton = () => (
  <Stack gap={GAP} py={GAP} aria-hidden="true">
    {Array.from({ length: ROWS }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all rows are equal
      <Skeleton key={row} height={ROW_HEIGHT} />
    ))}
  </Stack>
);

/** The page to come, while its code loads. */
export const PageSkeleton = () => (
  <div role="status">
    <VisuallyHidden>Loading...</VisuallyHidden>
    <Skeleton height={28} width={220} mt={2} mb={44} aria-hidden="true" />
    <RowsSkeleton />
  </div>
);
