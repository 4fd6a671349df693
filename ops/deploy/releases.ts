import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Template } from "../../infra/checks/template.ts";
import { stackName } from "../../infra/stack-names.ts";
import type { NamedStage } from "../../infra/stages.ts";
import { type Assembly, readAssembly } from "./assemble.ts";
import { RENEWAL_COMMENT } from "./renew-origin-secret.ts";

/** A release that passed its test and its watch. `at` is when. */
export type KeptRelease = { key: string; at: string; id: string };

export type Releases = ReturnType<typeof openReleases>;

const MAX_KEPT = 10;

type AssetList = {
  files: Record<string, { source: { path?: string }; destinations: Record<string, { objectKey: string }> }>;
};

const sorted = (_: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * Equal for equal templates, but for the comment of a renewed secret. CloudFormation returns other characters than ASCII
 * as question marks.
 */
export const releaseId = (template: Template | undefined): string =>
  createHash("sha256")
    .update(
      JSON.stringify(template ?? {}, sorted)
        .replace(new RegExp(`"Comment":"${RENEWAL_COMMENT} [^"]*",`), "")
        .replace(/[\u{80}-\u{10ffff}]/gu, "?"),
    )
    .digest("hex")
    .slice(0, 16);

/**
 * A stage's releases, newest first, in the bootstrap bucket, which outlives every machine. It also has the files that a
 * release names by their hash: code and pages. So a release is its manifest, template and list of files.
 */
export function openReleases(stage: NamedStage, account: string) {
  const s3 = new S3Client({ region: stage.region });
  const Bucket = `cdk-hnb659fds-assets-${account}-${stage.region}`;
  const Prefix = `releases/${stackName(stage)}/`;

  async function list(): Promise<KeptRelease[]> {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix }))
      keys.push(...Contents.map(({ Key = "" }) => Key));
    const newestFirst = keys.sort().reverse();
    return newestFirst.map((key) => {
      const [, at = "", id = ""] = /([^/_]+)_(\w+)\.json$/.exec(key) ?? [];
      return { key, at, id };
    });
  }
  const forget = async ({ key }: KeptRelease) =>
    void (await s3.send(new DeleteObjectCommand({ Bucket, Key: key })));

  async function read({ key }: KeptRelease): Promise<Record<string, string>> {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
    return JSON.parse((await Body?.transformToString()) ?? "{}");
  }

  /** The code and pages of a release that nobody can upload again: a lifecycle rule or `cdk gc` has removed them. */
  async function missingFiles(files: Record<string, string>): Promise<string[]> {
    const named = Object.entries(files)
      .filter(([name]) => name.endsWith(".assets.json"))
      .flatMap(([, text]) => Object.values((JSON.parse(text) as AssetList).files))
      .filter(({ source }) => source.path !== undefined && !(source.path in files))
      .flatMap(({ destinations }) => Object.values(destinations).map(({ objectKey }) => objectKey));
    const exists = async (Key: string) => {
      try {
        await s3.send(new HeadObjectCommand({ Bucket, Key }));
        return true;
      } catch (error) {
        if (error instanceof Error && error.name === "NotFound") return false;
        throw error;
      }
    };
    const namedFiles = await Promise.all(
      [...new Set(named)].map(async (key) => ({ key, exists: await exists(key) })),
    );
    return namedFiles.filter((file) => !file.exists).map(({ key }) => key);
  }

  return {
    list,
    forget,
    async keep({ directory, template }: Assembly): Promise<void> {
      const [newest] = await list();
      const id = releaseId(template);
      if (newest?.id === id) return;
      const names = readdirSync(directory, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith("asset."))
        .map(({ name }) => name);
      const files = Object.fromEntries(
        names.map((name) => [name, readFileSync(join(directory, name), "utf8")]),
      );
      const Key = `${Prefix}${new Date().toISOString()}_${id}.json`;
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(files) }));
      for (const release of (await list()).slice(MAX_KEPT)) await forget(release);
    },
    missingFiles: async (release: KeptRelease) => missingFiles(await read(release)),
    /**
     * Writes the release's files to a folder, for the CDK.
     * @throws Error when its code or pages are gone from the bucket
     */
    async open(release: KeptRelease): Promise<Assembly> {
      const files = await read(release);
      const { at, id } = release;
      const missing = await missingFiles(files);
      if (missing.length > 0)
        throw new Error(
          `The release of ${at} cannot be deployed again: ${missing.length} of its files are gone from ${Bucket}. Deploy its commit instead: git checkout, npm ci, npm run deploy.`,
        );
      const directory = `build/assembly/${stage.name}-${id}`;
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
      return readAssembly(directory, stackName(stage));
    },
  };
}
