import { readdirSync } from "node:fs";
import {
  CopyObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { retiredTag } from "../../infra/retired-tag.ts";

const BUILD_FOLDER = "build/frontend/assets";
/** In the site's bucket. */
const PREFIX = "assets/";

/**
 * Tags the assets that the deployed release no longer uses; S3 removes them 30 days later. Copying a file onto itself
 * resets its age, so the 30 days start now. Tagged files keep their date. A release that uses a file again uploads it
 * without the tag.
 */
export async function retireAssets(region: string, Bucket: string): Promise<number> {
  const s3 = new S3Client({ region });
  const current = new Set(readdirSync(BUILD_FOLDER, { recursive: true }).map((name) => `${PREFIX}${name}`));
  let tagged = 0;
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: PREFIX })) {
    for (const { Key = "" } of Contents) {
      if (current.has(Key) || (await isTagged(s3, Bucket, Key))) continue;
      const { CacheControl, ContentType } = await s3.send(new HeadObjectCommand({ Bucket, Key }));
      await s3.send(
        new CopyObjectCommand({
          Bucket,
          Key,
          CopySource: `${Bucket}/${encodeURIComponent(Key)}`,
          // S3 only copies a file onto itself if it replaces the metadata.
          MetadataDirective: "REPLACE",
          CacheControl,
          ContentType,
          TaggingDirective: "REPLACE",
          Tagging: `${retiredTag.key}=${retiredTag.value}`,
        }),
      );
      tagged += 1;
    }
  }
  return tagged;
}

async function isTagged(s3: S3Client, Bucket: string, Key: string): Promise<boolean> {
  const { TagSet = [] } = await s3.send(new GetObjectTaggingCommand({ Bucket, Key }));
  return TagSet.some((tag) => tag.Key === retiredTag.key && tag.Value === retiredTag.value);
}
