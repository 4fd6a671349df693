import type { ReactNode } from "react";

type Props = { className: string; children: ReactNode };

/**
 * A static part of an island. It is rendered only at build time, with children like `{import.meta.env.SSR && <Words />}`.
 * The browser keeps the HTML and does not download its texts.
 */
export const StaticHtml = ({ className, children }: Props) =>
  import.meta.env.SSR ? (
    <div className={className}>{children}</div>
  ) : (
    // With dangerouslySetInnerHTML React keeps the existing HTML.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set.
    <div className={className} dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning />
  );
