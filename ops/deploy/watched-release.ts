import { setTimeout as wait } from "node:timers/promises";
import type { Template } from "../../infra/checks/template.ts";
import type { Assembly } from "./assemble.ts";
import { withPagesOf } from "./pages-first.ts";
import { type Releases, releaseId } from "./releases.ts";

/** A place where a release runs: AWS (aws-target.ts), or this machine in a test. */
export type Target = {
  /** `lose`: logical ids whose state may be lost. */
  deploy(assembly: Assembly, lose: string[]): Promise<void>;
  /** The template of what runs. Undefined before the first deployment. */
  deployed(): Promise<Template | undefined>;
  /** Each line names something that does not work. */
  smoke(): Promise<string[]>;
  /** Whether each alarm is on. */
  alarms(): Promise<Map<string, boolean>>;
};

/** How long the alarms of a new release are watched, and how often. */
type Watch = { minutes: number; pauseSeconds: number };
const DEFAULT_WATCH: Watch = { minutes: 10, pauseSeconds: 15 };

/**
 * Deploys an assembly, tests it and watches its alarms. If something fails, deploys the release before again.
 * @throws Error with what failed, and what is deployed now
 */
export async function releaseWatched(
  target: Target,
  releases: Releases,
  assembly: Assembly,
  { lose = [], watch = DEFAULT_WATCH }: { lose?: string[]; watch?: Watch } = {},
): Promise<void> {
  const id = releaseId(assembly.template);
  const deployed = await target.deployed();
  const keptReleases = await releases.list();
  const before = await target.alarms();
  await target.deploy(assembly, lose);
  // A first release has none to go back to, and mail, DNS and a member of staff follow by hand.
  const isKnown = !deployed || (releaseId(deployed) === id && keptReleases[0]?.id === id);
  const failure = isKnown ? undefined : await failureOf(target, before, watch).catch(notWatched);
  if (failure === undefined) return releases.keep(assembly);
  const [previous] = keptReleases.filter((release) => release.id !== id);
  console.error(`\nThe new release fails:\n${failure}`);
  if (!previous) throw new Error(`${failure}\nNo earlier release is kept: correct it and deploy again.`);
  if (releaseId(await target.deployed()) !== id)
    throw new Error(`${failure}\nSomebody deployed another release meanwhile, so nothing was restored.`);
  const earlier = await releases.open(previous);
  await restore(target, earlier, assembly, []).catch((error: unknown) => {
    throw new Error(
      `${failure}\nThe release of ${previous.at} could not be deployed again. ${reasonOf(error)}`,
    );
  });
  const stillFails = (await target.smoke()).length > 0;
  throw new Error(
    `${failure}\nThe release of ${previous.at} is deployed again${stillFails ? ", but fails too" : ""}.`,
  );
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function notWatched(error: unknown): never {
  const next = "Test it with npm run smoke; npm run rollback goes back.";
  throw new Error(`The release is deployed, but could not be watched: ${reasonOf(error)}\n${next}`);
}

/** Undefined when the smoke test passes, in two attempts, and no alarm goes on that was off. */
async function failureOf(
  target: Target,
  before: ReadonlyMap<string, boolean>,
  { minutes, pauseSeconds }: Watch,
): Promise<string | undefined> {
  const pause = () => wait(pauseSeconds * 1000);
  if ((await target.smoke()).length > 0) {
    await pause();
    const problems = await target.smoke();
    if (problems.length > 0) return problems.map((problem) => `  ${problem}`).join("\n");
  }
  console.info(`\nWatching the alarms for ${minutes} minutes.`);
  for (let seconds = 0; seconds <= minutes * 60; seconds += pauseSeconds) {
    const risen = [...(await target.alarms())].filter(([name, isOn]) => isOn && before.get(name) === false);
    if (risen.length > 0) return risen.map(([name]) => `  the alarm ${name} is on`).join("\n");
    await pause();
  }
  return undefined;
}

/** The pages first, because old pages work with a newer API, and new pages may not work with an older one. */
async function restore(
  target: Target,
  previous: Assembly,
  current: Assembly | undefined,
  lose: string[],
): Promise<void> {
  const pages = current && withPagesOf(previous, current);
  if (pages) await target.deploy(pages, []);
  await target.deploy(previous, lose);
}

/**
 * Deploys the release before the deployed one. The deployed one is forgotten, so a second call goes one further back.
 * @throws Error when there is none, when it is not approved, or when the restored release fails
 */
export async function rollBack(
  target: Target,
  releases: Releases,
  approve: (question: string) => Promise<boolean>,
  lose: string[] = [],
): Promise<void> {
  const keptReleases = await releases.list();
  const deployed = releaseId(await target.deployed());
  const [previous] = keptReleases.filter(({ id }) => id !== deployed);
  if (!previous) throw new Error("No earlier release is kept. Nothing was changed.");
  if (!(await approve(`the release of ${previous.at}`))) throw new Error("Nothing was changed.");
  const [current] = keptReleases.filter(({ id }) => id === deployed);
  // Without its files, everything is restored at once.
  const pagesNow = current && (await releases.open(current).catch(() => undefined));
  for (const release of keptReleases.filter(({ id }) => id === deployed)) await releases.forget(release);
  await restore(target, await releases.open(previous), pagesNow, lose);
  const problems = await target.smoke();
  if (problems.length > 0)
    throw new Error(`The release of ${previous.at} is deployed again, but fails:\n${problems.join("\n")}`);
  console.info(`\nThe release of ${previous.at} is deployed again, and passes the smoke test.`);
}
