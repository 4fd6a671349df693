import type { Rolldown } from "vite";

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const siteModules = /[\\/]frontend[\\/](site[\\/]|index\.html)/;
const screenModules = /[\\/]frontend[\\/]admin[\\/]features[\\/](?!\w+[\\/]queries\.ts)/;

const importModules =
  /[\\/](admin[\\/](components[\\/]import|features[\\/](import|payments[\\/]statement))|shared[\\/]imports)[\\/]/;
/** Every page of the back-office shows a layout, and the dashboard is the first screen after sign-in. */
const firstScreenModules =
  /[\\/]frontend[\\/]admin[\\/]((Admin|Tabs)Layout\.tsx|features[\\/]dashboard[\\/])/;
/** Also what the lists of Money show, which open without forms. */
const listModules =
  /[\\/]frontend[\\/]admin[\\/](components[\\/]table[\\/]|features[\\/](money[\\/]Money|payments[\\/]Payments)Page\.tsx)/;
const fieldTables = /[\\/]shared[\\/]\w+[\\/]fields\.ts$/;
/** Parts of Mantine that only forms use. Its one entry hides which module imports which of them. */
const formModules =
  /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](Autocomplete|Checkbox|Combobox|InlineInput|Select|Switch|Table|Textarea)[\\/]/;
/** Rules of the business, and the rules by which screens show them. */
const rules = /[\\/](shared[\\/](?!imports[\\/])|admin[\\/]rules[\\/])/;
const screenFolder = /[\\/]features[\\/]\w+[\\/]/;
/** Loaded when somebody chooses a workbook, or sets up an authenticator app. */
const lazyLibraries = /[\\/](hucre|uqr)[\\/]/;

/**
 * Which modules share a file of the build, so that a page loads only a few files: `common` has what site and
 * back-office share, `admin` what the sign-in page needs, `frame` what the layout and the dashboard need, `lists` what
 * lists share, `forms` what forms and other screens share. Each screen's folder is a file of its own, with the rules
 * that only this screen uses.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: common, debugName: "common", test: (id) => !siteModules.test(id), priority: 3 },
  { name: "admin", tags: ["$initial"], test: (id) => !siteModules.test(id), priority: 2 },
  { name: frame, debugName: "frame", test: isShared, priority: 1.5 },
  { name: lists, debugName: "lists", test: isShared, priority: 1.2 },
  { name: forms, debugName: "forms", test: isShared, priority: 1 },
  { name: featureOf, debugName: "feature", test: (id) => screenModules.test(id) || rules.test(id) },
  { name: "import", test: importModules },
];

function isShared(id: string): boolean {
  return [siteModules, screenModules, importModules, lazyLibraries].every((modules) => !modules.test(id));
}

/** Screens and dialogs of these features share so much code that they form one file. */
const singleFileFeatures = /[\\/]features[\\/](clients|settings|subscriptions)[\\/]/;
function featureOf(id: string, context: Context): string | null {
  return singleFileFeatures.exec(onlyUserOf(id, context) ?? id)?.[1] ?? null;
}

function lists(id: string, context: Context): string | null {
  if (formModules.test(id) || onlyUserOf(id, context)) return null;
  return fieldTables.test(id) || isUsedBy(listModules, id, context) ? "lists" : null;
}

function forms(id: string, context: Context): string | null {
  return onlyUserOf(id, context) ? null : "forms";
}

/** The folder of the screen that alone uses a rule. */
function onlyUserOf(id: string, context: Context): string | undefined {
  const [folder, ...others] = rules.test(id) ? usersOf(id, context) : [];
  return others.length === 0 ? folder : undefined;
}

/** The folders of the screens that use a rule; other users count as one more folder. */
function usersOf(id: string, context: Context, seen = new Set<string>()): Set<string> {
  if (!rules.test(id)) return new Set([screenFolder.exec(id)?.[0] ?? "elsewhere"]);
  if (seen.has(id)) return new Set();
  seen.add(id);
  const importers = context.getModuleInfo(id)?.importers ?? [];
  return new Set(importers.flatMap((importer) => [...usersOf(importer, context, seen)]));
}

function common(id: string, context: Context): string | null {
  return isUsedBy(siteModules, id, context) ? "common" : null;
}

function frame(id: string, context: Context): string | null {
  if (formModules.test(id) || onlyUserOf(id, context)) return null;
  return isUsedBy(firstScreenModules, id, context) ? "frame" : null;
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
