import type { Rolldown } from "vite";

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const ofSite = /[\\/]frontend[\\/](site[\\/]|index\.html)/;
/** But for what a list is, as its screen and its import both know it. */
const ofScreens =
  /[\\/]frontend[\\/]admin[\\/]features[\\/](?!\w+[\\/](queries|directory|portfolio)\.ts|(clients|subscriptions)[\\/]exported\.ts)/;

/** What reads files comes when one is imported, and the library for it when it is chosen. */
const ofImports =
  /[\\/]frontend[\\/]admin[\\/](csv|components[\\/]import|features[\\/](payments[\\/]statement|\w+[\\/]import))[\\/]/;
const ofFiles = /[\\/]papaparse[\\/]/;

/**
 * Which modules share a file of the build, so that no page asks for more than a handful: what the site needs as well,
 * and so nothing else; what stands on the sign-in page, and on every other; what is made for all screens. The rest, a
 * screen's own folder, is a file of its own.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: common, debugName: "common", test: (id) => !ofSite.test(id), priority: 3 },
  { name: "admin", tags: ["$initial"], test: (id) => !ofSite.test(id), priority: 2 },
  { name: "frame", test: ofAll, priority: 1 },
  // Screens and dialogs of these features share enough that it would be a file of its own.
  { name: ofFeature, debugName: "feature", test: ofScreens },
  { name: "import", test: ofImports },
];

function ofAll(id: string): boolean {
  return [ofSite, ofScreens, ofImports, ofFiles].every((others) => !others.test(id));
}

/** Whose screens and dialogs are one file. */
const together = /[\\/]features[\\/](clients|subscriptions)[\\/](?!import[\\/])/;
function ofFeature(id: string): string | null {
  return together.exec(id)?.[1] ?? null;
}

function common(id: string, context: Context): string | null {
  return leadsTo(id, context) ? "common" : null;
}

/** Whether the site imports it, itself or through others. */
function leadsTo(id: string, context: Context, seen = new Set<string>()): boolean {
  if (ofSite.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return context.getModuleInfo(id)?.importers.some((importer) => leadsTo(importer, context, seen)) ?? false;
}
