import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { usePage } from "./use-page.ts";

/** A page's title, one line of what it is for, and its main action. */
export function PageHead({
  title,
  name = title,
  lead,
  action,
}: {
  title: string;
  /** What the browser's tab says, where that is shorter. */
  name?: string;
  lead: string;
  action?: ReactNode;
}) {
  const heading = usePage(name);
  return (
    <Group component="header" justify="space-between" align="flex-start" mb={24}>
      <div>
        <h1 {...heading}>{title}</h1>
        <p className="quiet" style={{ marginTop: 6 }}>
          {lead}
        </p>
      </div>
      {action}
    </Group>
  );
}
