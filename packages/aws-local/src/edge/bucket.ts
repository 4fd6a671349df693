/** A private bucket behind CloudFront, read with origin access control: what the deployments have put there. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { decode } from "../gateway/routes.ts";
import { matches } from "../iam/conditions.ts";
import { judge, ofService, resourceStatements } from "../iam/iam.ts";
import type { Assembly } from "../template/assembly.ts";
import { ACCOUNT, arn } from "../template/resource-names.ts";
import type { Resource, Template } from "../template/template.ts";
import { contentType, isCompressible } from "./content-types.ts";

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
  /** What stands in place of what in a file that was written for this deployment. */
  markers: [marker: string, value: string][];
  metadata: Record<string, string>;
}

export interface BucketAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export type BucketOrigin = ReturnType<typeof openBucketOrigin>;

/** `adapt` may change an object before it is served. */
export function openBucketOrigin(
  template: Template,
  assembly: Assembly,
  bucket: Resource<unknown>,
  distributionId: string,
  adapt: (key: string, body: Buffer) => Buffer,
) {
  const name = template.resolve({ Ref: bucket.id }) as string;
  const files = filesOf(template, assembly, name);
  const objects = new Map<string, BucketAnswer>();
  const policies = resourceStatements(template, "AWS::S3::BucketPolicy", name);
  const statements = ofService(policies, "cloudfront.amazonaws.com");
  const context = {
    "aws:SecureTransport": "true",
    "aws:SourceArn": arn("cloudfront", `distribution/${distributionId}`, ""),
    "aws:SourceAccount": ACCOUNT,
  };
  const may = (action: string, resource = "") =>
    judge(statements, { action, resource, context }) === "allowed";

  function readObject(key: string, { path, markers, metadata }: StoredFile): BucketAnswer {
    let body: Buffer = readFileSync(path);
    for (const [marker, value] of markers) body = Buffer.from(body.toString().replaceAll(marker, value));
    body = adapt(key, body);
    const headers = {
      "content-type": contentType(key),
      etag: `"${createHash("md5").update(body).digest("hex")}"`,
      "last-modified": statSync(path).mtime.toUTCString(),
      ...metadata,
    };
    return { status: 200, headers, body };
  }

  return {
    /** Whether the object was written for this deployment, and is not merely one of the files that were built. */
    isGenerated: (key: string) => (files.get(key)?.markers.length ?? 0) > 0,
    /** `uri` is a path, still percent-encoded. */
    answer(request: IncomingMessage, uri: string): BucketAnswer {
      if (request.method !== "GET" && request.method !== "HEAD")
        return failure(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
      const key = decode(uri).replace(/^\//, "");
      const file = files.get(key);
      // Who may not list must not learn what is there.
      if (!may("s3:GetObject", `${bucket.arn}/${key}`) || (!file && !may("s3:ListBucket", bucket.arn)))
        return failure(403, "AccessDenied", "Access Denied");
      if (!file) return failure(404, "NoSuchKey", "The specified key does not exist.");
      const object = objects.get(key) ?? readObject(key, file);
      objects.set(key, object);
      return isFresh(request, object) ? { ...object, status: 304, body: Buffer.alloc(0) } : object;
    },
  };
}

/** The files of all deployments into a bucket, by their keys. */
function filesOf(template: Template, assembly: Assembly, bucket: string): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const { id, properties } of template.all<DeploymentProperties>("Custom::CDKBucketDeployment")) {
    if (properties.DestinationBucketName !== bucket) continue;
    const { Include = [], Exclude = [], SystemMetadata = {} } = properties;
    const prefix = (properties.DestinationBucketKeyPrefix ?? "").replace(/^\/|\/$/g, "");
    const metadata = Object.fromEntries(
      Object.entries(SystemMetadata).map(([header, value]) => [header.toLowerCase(), value]),
    );
    for (const [at, objectKey] of properties.SourceObjectKeys.entries()) {
      const directory = assembly.assetPath(objectKey);
      if (!statSync(directory).isDirectory() || String(properties.Extract ?? true) !== "true")
        throw new Error(`${id}: deployments of archives do not run here.`);
      const inJson = properties.SourceMarkersConfig?.[at]?.jsonEscape;
      const written = (text: string) => (inJson ? JSON.stringify(text).slice(1, -1) : text);
      const markers = Object.entries(properties.SourceMarkers?.[at] ?? {}).map(
        ([marker, value]): [string, string] => [marker, written(String(value))],
      );
      for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const name = relative(directory, path).split(sep).join("/");
        // As `aws s3 sync` chooses: all files, less those excluded, but for those included again.
        const among = (patterns: string[]) => patterns.some((pattern) => matches(pattern, name, false));
        if (among(Exclude) && !among(Include)) continue;
        files.set(prefix ? `${prefix}/${name}` : name, { path, markers, metadata });
      }
    }
  }
  return files;
}

/** Whether the viewer already has the object, by the strong or the weak form of its ETag. */
function isFresh(request: IncomingMessage, { headers }: BucketAnswer): boolean {
  const tags = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags?.includes(headers.etag ?? "") ?? false;
}

function failure(status: number, code: string, message: string): BucketAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body: Buffer.from(body) };
}

const brotli = promisify(brotliCompress);
const encoders = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
};

/** Compresses as CloudFront does, each object once. */
export function openCompression() {
  const done = new Map<string, Promise<Buffer>>();
  return async (
    { status, headers, body }: BucketAnswer,
    accepted: string,
  ): Promise<{ body: Buffer; encoding?: keyof typeof encoders }> => {
    const sized = body.length >= 1000 && body.length <= 10_000_000;
    const accepts = (name: string) =>
      new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`, "i").test(accepted);
    const encoding = (["br", "gzip"] as const).find(accepts);
    if (status !== 200 || !sized || !encoding || !isCompressible(headers["content-type"] ?? ""))
      return { body };
    const key = `${encoding} ${headers.etag}`;
    const compressed = done.get(key) ?? encoders[encoding](body);
    done.set(key, compressed);
    return { body: await compressed, encoding };
  };
}
