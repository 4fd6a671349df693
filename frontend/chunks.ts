import type { Rolldown } from "vite";

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const siteModules = /[\\/]frontend[\\/](site[\\/]|index\.html)/;
/** Without the list definitions, which a screen and its import share. */
const screenModules =
  /[\\/]frontend[\\/]admin[\\/]features[\\/](?!\w+[\\/](queries|directory|portfolio)\.ts|(clients|subscriptions)[\\/]csv-export\.ts)/;

const importModules =
  /[\\/]frontend[\\/]admin[\\/](csv|components[\\/]import|features[\\/](payments[\\/]statement|\w+[\\/]import))[\\/]/;
/** Loaded when somebody chooses a file. */
const csvLibrary = /[\\/]papaparse[\\/]/;

/**
 * Which modules share a file of the build, so that a page loads only a few files: `common` has what site and
 * back-office share, `admin` what the sign-in page needs, `frame` what all screens share. Each screen's folder is a
 * file of its own.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: common, debugName: "common", test: (id) => !siteModules.test(id), priority: 3 },
  { name: "admin", tags: ["$initial"], test: (id) => !siteModules.test(id), priority: 2 },
  { name: "frame", test: isShared, priority: 1 },
  { name: featureOf, debugName: "feature", test: screenModules },
  { name: "import", test: importModules },
];

function isShared(id: string): boolean {
  return [siteModules, screenModules, importModules, csvLibrary].every((others) => !others.test(id));
}

/** Screens and dialogs of these features share so much code that they form one file. */
const singleFileFeatures = /[\\/]features[\\/](clients|subscriptions)[\\/](?!import[\\/])/;
function featureOf(id: string): string | null {
  return singleFileFeatures.exec(id)?.[1] ?? null;
}

function common(id: string, context: Context): string | null {
  return isUsedBySite(id, context) ? "common" : null;
}

/** Whether the site imports it, directly or indirectly. */
function isUsedBySite(id: string, context: Context, seen = new Set<string>()): boolean {
  if (siteModules.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (
    context.getModuleInfo(id)?.importers.some((importer) => isUsedBySite(importer, context, seen)) ?? false
  );
}
