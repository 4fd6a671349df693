/**
 * Shows whether a change of the code changes what the product does. `node bench/replay/main.ts record` plays some 20,000 requests
 * at random from fixed seeds against the product, and writes them with their answers, and after each hundred what people
 * see and the rows of the ledger, to .local/replay. `node bench/replay/main.ts` plays the same requests on the build of today, and
 * prints every difference. Companies can be named: `node bench/replay/main.ts 0 7 12`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { build } from "../../ops/start/build.ts";
import { playCompany } from "./company.ts";
import { intended } from "./intended.ts";
import { type Played, startPlayer } from "./player.ts";

const COMPANIES = 40;
const REQUESTS = 510;
/** Then the answers of a company follow from earlier differences. */
const MAX_DIFFERENCES = 5;

const args = process.argv.slice(2);
const isRecording = args.includes("record");
const named = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
const companies = named.length > 0 ? named : Array.from({ length: COMPANIES }, (_, at) => at);
const directory = ".local/replay";
const fileOf = (company: number) => `${directory}/company-${company}.jsonl.gz`;

process.env.CDK_VALIDATION = "false";
process.env.CLOUD_ASSEMBLY = await build({
  root: process.cwd(),
  directory: ".local",
  dev: false,
  log: console.info,
  signal: new AbortController().signal,
});
mkdirSync(directory, { recursive: true });

let differences = 0;
let expected = 0;
let requests = 0;
for (const company of companies) {
  const began = performance.now();
  const before = differences;
  await (isRecording ? record(company) : replay(company));
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.info(
    `company ${company}: ${seconds} s${isRecording ? "" : `, ${differences - before} differences`}`,
  );
}
console.info(
  isRecording
    ? `Recorded ${requests} requests.`
    : `${requests} requests: ${differences} differences, and ${expected} that are intended.`,
);
process.exit(differences > 0 ? 1 : 0);

async function record(company: number) {
  const player = await startPlayer();
  const options = {
    seed: 1_000 + company,
    requests: REQUESTS,
    receipts: company % 4 === 1,
    old: company % 8 === 3,
  };
  const lines = [JSON.stringify(options)];
  await playCompany(player, options, (played) => {
    if (!("look" in played.request)) requests += 1;
    lines.push(JSON.stringify(played));
  });
  writeFileSync(fileOf(company), gzipSync(lines.join("\n")));
  await player.stop();
}

async function replay(company: number) {
  if (!existsSync(fileOf(company)))
    throw new Error("Record on the earlier build first: node bench/replay/main.ts record");
  const lines = gunzipSync(readFileSync(fileOf(company)))
    .toString()
    .split("\n");
  const { receipts } = JSON.parse(lines[0] ?? "") as { receipts: boolean };
  const player = await startPlayer();
  let number = 0;
  let total = 0;
  for (const line of lines) {
    const recorded = JSON.parse(line) as Played;
    if (!("request" in recorded)) {
      await player.saveSettings({ send_receipts: receipts });
      continue;
    }
    number += 1;
    if (!("look" in recorded.request)) requests += 1;
    const replayed = await player.replay(recorded.request);
    for (const path of differencesOf(
      comparable(recorded, { receipts }),
      comparable(replayed, { receipts }),
    )) {
      const reason = intended.find(({ matches }) => matches(recorded, replayed, path.at));
      if (reason) expected += 1;
      else {
        total += 1;
        differences += 1;
        const asked = JSON.stringify({ ...recorded.request, look: undefined }).slice(0, 600);
        console.info(`\n${company}/${number} ${asked}\n  ${path.at}\n  - ${path.before}\n  + ${path.after}`);
      }
    }
    if (total >= MAX_DIFFERENCES) break;
  }
  await player.stop();
}

/** Emails are sent at the same time: which gets the first number, or stands first on a page of a timeline, is chance. */
function comparable(played: Played, { receipts }: { receipts: boolean }): Played {
  if (!receipts) return played;
  return JSON.parse(JSON.stringify(played).replace(/\b20\d\d-\d{6}\b/g, "…"), (name, value) =>
    name.includes("/timeline") ? undefined : value,
  );
}

type Difference = { at: string; before: string; after: string };

/** The smallest parts that differ, at most some. */
function differencesOf(before: Played, after: Played): Difference[] {
  const differences: Difference[] = [];
  const shown = (value: unknown) => String(JSON.stringify(value)).slice(0, 300);
  const compare = (a: unknown, b: unknown, at: string) => {
    if (differences.length >= MAX_DIFFERENCES || isDeepStrictEqual(a, b)) return;
    const areObjects = a instanceof Object && b instanceof Object;
    if (areObjects && Array.isArray(a) === Array.isArray(b)) {
      const [first, second] = [a, b] as Record<string, unknown>[];
      for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(first?.[name], second?.[name], `${at}.${name}`);
    } else differences.push({ at, before: shown(a), after: shown(b) });
  };
  compare({ status: before.status, body: before.body }, { status: after.status, body: after.body }, "");
  return differences;
}
