import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { type IslandName, islands } from "./islands.ts";

function Awake({ name, onAwake }: { name: IslandName; onAwake: () => void }) {
  useEffect(onAwake, [onAwake]);
  const Part = islands[name];
  return <Part />;
}

const breath = () => new Promise((resume) => setTimeout(resume));

/** Brings every island to life, one after the other so that no slow telephone freezes; settles once all answer. */
export async function hydrate(): Promise<void> {
  for (const place of document.querySelectorAll<HTMLElement>("[data-island]")) {
    await breath();
    const name = place.dataset.island as IslandName;
    await new Promise<void>((onAwake) => {
      startTransition(() => {
        hydrateRoot(place, <Awake name={name} onAwake={onAwake} />);
      });
    });
  }
}
