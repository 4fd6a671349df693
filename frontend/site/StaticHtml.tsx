import type { ReactNode } from "react";

type Props = { className: string; children: ReactNode };

/**
 * Part of an island that never changes. Children are given when the page is built:
 * `{import.meta.env.SSR && <Words />}`; the browser keeps that HTML and downloads none of its words.
 */
export const StaticHtml = ({ className, children }: Props) =>
  import.meta.env.SSR ? (
    <div className={className}>{children}</div>
  ) : (
    // React leaves the HTML it finds alone where it is told that the content is not its own.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set.
    <div className={className} dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning />
  );
