import type { ReactNode } from "react";
import type { IslandName } from "./islands.ts";

/** A part of the page that is hydrated in the browser. The rest stays static HTML. */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  return (
    <div className="island" data-island={name}>
      {children}
    </div>
  );
}
