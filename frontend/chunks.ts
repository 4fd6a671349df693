import type { Rolldown } from "vite";

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const siteModules = /[\\/]frontend[\\/](site[\\/]|index\.html)/;
/** Without the list definitions, which a screen and its import share. */
const screenModules =
  /[\\/]frontend[\\/]admin[\\/]features[\\/](?!\w+[\\/](queries|portfolio)\.ts|\w+[\\/](client|subscription)-list\.tsx)/;

const importModules =
  /[\\/]frontend[\\/]admin[\\/](csv|components[\\/]import|features[\\/](payments[\\/]statement|\w+[\\/]import))[\\/]/;
/** What every page of the back-office shows, and the first screen after sign-in. */
const firstScreenModules = /[\\/]frontend[\\/]admin[\\/](AdminLayout\.tsx|features[\\/]dashboard[\\/])/;
/** Parts of Mantine that only lists and forms use. Its one entry hides which module imports which of them. */
const formModules =
  /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](Autocomplete|Checkbox|Combobox|InlineInput|NativeSelect|Select|Switch|Table|Textarea)[\\/]/;
/** Loaded when somebody chooses a file. */
const csvLibrary = /[\\/]papaparse[\\/]/;

/**
 * Which modules share a file of the build, so that a page loads only a few files: `common` has what site and
 * back-office share, `admin` what the sign-in page needs, `frame` what the layout and the dashboard need, `lists` what other screens share. Each screen's folder is a
 * file of its own.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: common, debugName: "common", test: (id) => !siteModules.test(id), priority: 3 },
  { name: "admin", tags: ["$initial"], test: (id) => !siteModules.test(id), priority: 2 },
  { name: frame, debugName: "frame", test: isShared, priority: 1.5 },
  { name: "lists", test: isShared, priority: 1 },
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
  return isUsedBy(siteModules, id, context) ? "common" : null;
}

function frame(id: string, context: Context): string | null {
  return !formModules.test(id) && isUsedBy(firstScreenModules, id, context) ? "frame" : null;
}

/** Whether one of these modules imports it, directly or indirectly, other than when it is needed. */
function isUsedBy(modules: RegExp, id: string, context: Context, seen = new Set<string>()): boolean {
  if (modules.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (
    context.getModuleInfo(id)?.importers.some((importer) => isUsedBy(modules, importer, context, seen)) ??
    false
  );
}
