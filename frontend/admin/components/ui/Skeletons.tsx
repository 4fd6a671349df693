import { Box, Group, Skeleton, Stack, VisuallyHidden } from "@mantine/core";

/** Rows fill the first view. */
const ROWS = 10;
/** The height of a line of text. */
const LINE = 12;

/** The rows to come: a name above a smaller line, what it is about, and an amount at the end. */
export const RowsSkeleton = ({ rows = ROWS }: { rows?: number }) => (
  <Box className="ruled" aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all rows are equal
      <Group key={row} h={{ base: 56, sm: 44 }} gap={24} px={12} wrap="nowrap" justify="space-between">
        <Stack gap={6} flex="0 1 38%">
          <Skeleton height={LINE} width="70%" />
          <Skeleton height={8} width="45%" />
        </Stack>
        <Box flex="1 1 auto" visibleFrom="sm">
          <Skeleton height={LINE} width="40%" />
        </Box>
        <Skeleton height={LINE} width={96} />
      </Group>
    ))}
  </Box>
);

/** A card to come, with this number of fields or facts. */
export const CardSkeleton = ({ fields }: { fields: number }) => (
  <Stack className="boxed" gap={20} p={{ base: 16, sm: 24 }} aria-hidden="true">
    <Skeleton height={20} width={180} />
    {Array.from({ length: fields }, (_, field) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all fields are equal
      <Stack key={field} gap={8}>
        <Skeleton height={LINE} width={120} />
        <Skeleton height={36} />
      </Stack>
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
