/** What the stack's deployments have put into a bucket. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { matches } from "../iam/conditions.ts";
import type { Assembly } from "../template/assembly.ts";
import type { Template } from "../template/template.ts";
import { contentType } from "./content-types.ts";

interface DeploymentProperties {
  DestinationBucketName: string;
  DestinationBucketKeyPrefix?: string;
  SourceObjectKeys: string[];
  SourceMarkers?: Record<string, unknown>[];
  SourceMarkersConfig?: { jsonEscape?: boolean }[];
  SystemMetadata?: Record<string, string>;
  Include?: string[];
  Exclude?: string[];
  Extract?: boolean | string;
}

interface StoredFile {
  path: string;
  markers: Record<string, string>;
  metadata: Record<string, string>;
}

export interface BucketObject {
  body: Buffer;
  headers: Record<string, string>;
}

export interface BucketFiles {
  get(key: string): BucketObject | undefined;
  /** Whether the object was written for this deployment, and is not merely one of the files that were built. */
  isGenerated(key: string): boolean;
}

/** Lists the files when opened, and reads a file when it is asked for. */
export function openBucketFiles(template: Template, assembly: Assembly, bucket: string): BucketFiles {
  const files = new Map<string, StoredFile>();
  const read = new Map<string, BucketObject>();
  for (const { id, properties } of template.all<DeploymentProperties>("Custom::CDKBucketDeployment")) {
    if (properties.DestinationBucketName !== bucket) continue;
    if (String(properties.Extract ?? true) !== "true")
      throw new Error(`${id}: deployments of archives do not run here.`);
    const prefix = (properties.DestinationBucketKeyPrefix ?? "").replace(/^\/|\/$/g, "");
    for (const [at, objectKey] of properties.SourceObjectKeys.entries()) {
      const directory = assembly.assetPath(objectKey);
      if (!statSync(directory).isDirectory())
        throw new Error(`${id}: the archive ${objectKey} does not run here.`);
      const markers = markersOf(
        properties.SourceMarkers?.[at],
        properties.SourceMarkersConfig?.[at]?.jsonEscape,
      );
      for (const path of filesIn(directory)) {
        const name = relative(directory, path).split(sep).join("/");
        if (!selected(name, properties)) continue;
        const key = prefix ? `${prefix}/${name}` : name;
        files.set(key, { path, markers, metadata: properties.SystemMetadata ?? {} });
      }
    }
  }

  return {
    get(key) {
      const known = read.get(key);
      if (known) return known;
      const file = files.get(key);
      if (!file) return undefined;
      const object = readObject(key, file);
      read.set(key, object);
      return object;
    },
    isGenerated: (key) => Object.keys(files.get(key)?.markers ?? {}).length > 0,
  };
}

function readObject(key: string, { path, markers, metadata }: StoredFile): BucketObject {
  let body = readFileSync(path);
  if (Object.keys(markers).length > 0) {
    let text = body.toString("utf8");
    for (const [marker, value] of Object.entries(markers)) text = text.replaceAll(marker, value);
    body = Buffer.from(text);
  }
  const stored = Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    body,
    headers: {
      "content-type": contentType(key),
      etag: `"${createHash("md5").update(body).digest("hex")}"`,
      "last-modified": statSync(path).mtime.toUTCString(),
      ...stored,
    },
  };
}

function markersOf(
  markers: Record<string, unknown> | undefined,
  inJson: boolean | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(markers ?? {}).map(([marker, value]) => {
      const text = String(value);
      return [marker, inJson ? JSON.stringify(text).slice(1, -1) : text];
    }),
  );
}

/** As `aws s3 sync` chooses: all files, less those excluded, but for those included again. */
function selected(name: string, { Include = [], Exclude = [] }: DeploymentProperties): boolean {
  const among = (patterns: string[]) => patterns.some((pattern) => matches(pattern, name, false));
  return !among(Exclude) || among(Include);
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
