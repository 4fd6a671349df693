import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { type IslandName, islands } from "./islands.ts";

function Hydrated({ name, onHydrated }: { name: IslandName; onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated]);
  const Part = islands[name];
  return <Part />;
}

const yieldToMain = () => new Promise((resume) => setTimeout(resume));

/** Hydrates the islands one after the other, so that slow phones do not freeze. */
export async function hydrate(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
    await yieldToMain();
    const name = element.dataset.island as IslandName;
    await new Promise<void>((onHydrated) => {
      startTransition(() => {
        hydrateRoot(element, <Hydrated name={name} onHydrated={onHydrated} />);
      });
    });
  }
}
