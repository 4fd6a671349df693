import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { type IslandName, islands } from "./islands.ts";

function Hydrated({ name, onHydrated }: { name: IslandName; onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated]);
  const Part = islands[name];
  return <Part />;
}

const breath = () => new Promise((resume) => setTimeout(resume));

/** Hydrates every island, one after the other so that no slow telephone freezes; settles once all respond. */
export async function hydrate(): Promise<void> {
  for (const place of document.querySelectorAll<HTMLElement>("[data-island]")) {
    await breath();
    const name = place.dataset.island as IslandName;
    await new Promise<void>((onHydrated) => {
      startTransition(() => {
        hydrateRoot(place, <Hydrated name={name} onHydrated={onHydrated} />);
      });
    });
  }
}
