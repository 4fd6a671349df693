import { readdirSync } from "node:fs";
import {
  CopyObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { retired } from "../../infra/retired.ts";

/** Where the build lays what a release names by its content's hash, and where it stands in the site's bucket. */
const built = "build/frontend/assets";
const prefix = "assets/";

/**
 * Marks the assets that the release just deployed no longer names; S3 removes them 30 days later. Copying a file onto
 * itself starts its age anew, so the 30 days count from now, whenever it was uploaded; one that bears the mark already
 * is left to its days. A release that names it again uploads it anew, without the mark.
 */
export async function retireAssets(region: string, Bucket: string): Promise<number> {
  const s3 = new S3Client({ region });
  const current = new Set(readdirSync(built, { recursive: true }).map((name) => `${prefix}${name}`));
  let marked = 0;
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: prefix })) {
    for (const { Key = "" } of Contents) {
      if (current.has(Key) || (await isMarked(s3, Bucket, Key))) continue;
      const { CacheControl, ContentType } = await s3.send(new HeadObjectCommand({ Bucket, Key }));
      await s3.send(
        new CopyObjectCommand({
          Bucket,
          Key,
          CopySource: `${Bucket}/${encodeURIComponent(Key)}`,
          // A copy onto itself must say its metadata, and would otherwise lose it.
          ...{ MetadataDirective: "REPLACE", CacheControl, ContentType },
          ...{ TaggingDirective: "REPLACE", Tagging: `${retired.key}=${retired.value}` },
        }),
      );
      marked += 1;
    }
  }
  return marked;
}

async function isMarked(s3: S3Client, Bucket: string, Key: string): Promise<boolean> {
  const { TagSet = [] } = await s3.send(new GetObjectTaggingCommand({ Bucket, Key }));
  return TagSet.some((tag) => tag.Key === retired.key && tag.Value === retired.value);
}
