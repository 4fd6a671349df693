import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Template } from "../../infra/checks/template.ts";
import { stackName } from "../../infra/stack-names.ts";
import { type Assembly, readAssembly } from "./assemble.ts";
import type { NamedStage } from "./stage-settings.ts";

/** A release that passed its test and its watch. `at` is when. */
export type KeptRelease = { key: string; at: string; id: string };

export type Releases = ReturnType<typeof openReleases>;

const MAX_KEPT = 10;

const sorted = (_: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Equal for equal templates. CloudFormation returns other characters than ASCII as question marks. */
export const releaseId = (template: Template | undefined): string =>
  createHash("sha256")
    .update(JSON.stringify(template ?? {}, sorted).replace(/[\u{80}-\u{10ffff}]/gu, "?"))
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
      for (const old of (await list()).slice(MAX_KEPT)) await forget(old);
    },
    /** Writes the release's files to a folder, for the CDK. */
    async open({ key, id }: KeptRelease): Promise<Assembly> {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
      const files: Record<string, string> = JSON.parse((await Body?.transformToString()) ?? "{}");
      const directory = `build/assembly/${stage.name}-${id}`;
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
      return readAssembly(directory, stackName(stage));
    },
  };
}
