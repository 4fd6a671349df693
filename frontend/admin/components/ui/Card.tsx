import { Stack } from "@mantine/core";
import { type ReactNode, useId } from "react";

type Props = { title: string; gap?: number; padding?: number; children: ReactNode };

/** A titled section of a page. */
export function Card({ title, gap = 16, padding, children }: Props) {
  const id = useId();
  return (
    <Stack
      component="section"
      className="boxed"
      gap={gap}
      miw={0}
      p={padding ?? { base: 16, sm: 24 }}
      aria-labelledby={id}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </Stack>
  );
}
