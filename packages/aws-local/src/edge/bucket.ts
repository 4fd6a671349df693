/** A private bucket behind CloudFront, with origin access control, and the files of its deployments. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { decode } from "../gateway/routes.ts";
import { matches } from "../iam/conditions.ts";
import { evaluate, forService, resourceStatements } from "../iam/iam.ts";
import type { Assembly } from "../template/assembly.ts";
import { ACCOUNT, arn } from "../template/resource-names.ts";
import type { Resource, Template } from "../template/template.ts";

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
  markers: [marker: string, value: string][];
  metadata: Record<string, string>;
}

export interface BucketResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export type BucketOrigin = ReturnType<typeof openBucketOrigin>;

export function openBucketOrigin(
  template: Template,
  assembly: Assembly,
  bucket: Resource<unknown>,
  distributionId: string,
  transform: (key: string, body: Buffer) => Buffer,
) {
  const name = template.resolve({ Ref: bucket.id }) as string;
  const files = filesOf(template, assembly, name);
  const objects = new Map<string, BucketResponse>();
  const policies = resourceStatements(template, "AWS::S3::BucketPolicy", name);
  const statements = forService(policies, "cloudfront.amazonaws.com");
  const context = {
    "aws:SecureTransport": "true",
    "aws:SourceArn": arn("cloudfront", `distribution/${distributionId}`, ""),
    "aws:SourceAccount": ACCOUNT,
  };
  const isAllowed = (action: string, resource = "") =>
    evaluate(statements, { action, resource, context }) === "allowed";

  function readObject(key: string, { path, markers, metadata }: StoredFile): BucketResponse {
    let body: Buffer = readFileSync(path);
    for (const [marker, value] of markers) body = Buffer.from(body.toString().replaceAll(marker, value));
    body = transform(key, body);
    const headers = {
      "content-type": contentType(key),
      etag: `"${createHash("md5").update(body).digest("hex")}"`,
      "last-modified": statSync(path).mtime.toUTCString(),
      ...metadata,
    };
    return { status: 200, headers, body };
  }

  return {
    /** Whether only the deployment has the object's content. A page with markers is a built file. */
    isGenerated: (key: string) => !key.endsWith(".html") && (files.get(key)?.markers.length ?? 0) > 0,
    /** `uri` is a percent-encoded path. */
    respond(request: IncomingMessage, uri: string): BucketResponse {
      if (request.method !== "GET" && request.method !== "HEAD")
        return errorResponse(
          405,
          "MethodNotAllowed",
          "The specified method is not allowed against this resource.",
        );
      const key = decode(uri).replace(/^\//, "");
      const file = files.get(key);
      // Without permission to list the bucket, a missing object looks forbidden.
      if (
        !isAllowed("s3:GetObject", `${bucket.arn}/${key}`) ||
        (!file && !isAllowed("s3:ListBucket", bucket.arn))
      )
        return errorResponse(403, "AccessDenied", "Access Denied");
      if (!file) return errorResponse(404, "NoSuchKey", "The specified key does not exist.");
      const object = objects.get(key) ?? readObject(key, file);
      objects.set(key, object);
      return isFresh(request, object) ? { ...object, status: 304, body: Buffer.alloc(0) } : object;
    },
  };
}

function filesOf(template: Template, assembly: Assembly, bucket: string): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const { id, properties } of template.all<DeploymentProperties>("Custom::CDKBucketDeployment")) {
    if (properties.DestinationBucketName !== bucket) continue;
    const { Include = [], Exclude = [], SystemMetadata = {} } = properties;
    const prefix = (properties.DestinationBucketKeyPrefix ?? "").replace(/^\/|\/$/g, "");
    const metadata = Object.fromEntries(
      Object.entries(SystemMetadata).map(([header, value]) => [header.toLowerCase(), value]),
    );
    for (const [index, objectKey] of properties.SourceObjectKeys.entries()) {
      const directory = assembly.assetPath(objectKey);
      if (!statSync(directory).isDirectory() || String(properties.Extract ?? true) !== "true")
        throw new Error(`${id}: deploying an archive without extracting it is not supported.`);
      const jsonEscape = properties.SourceMarkersConfig?.[index]?.jsonEscape;
      const escapeValue = (text: string) => (jsonEscape ? JSON.stringify(text).slice(1, -1) : text);
      const markers = Object.entries(properties.SourceMarkers?.[index] ?? {}).map(
        ([marker, value]): [string, string] => [marker, escapeValue(String(value))],
      );
      for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const name = relative(directory, path).split(sep).join("/");
        // Like `aws s3 sync`: all files, except those excluded and not included again.
        const matchesAny = (patterns: string[]) => patterns.some((pattern) => matches(pattern, name));
        if (matchesAny(Exclude) && !matchesAny(Include)) continue;
        files.set(prefix ? `${prefix}/${name}` : name, { path, markers, metadata });
      }
    }
  }
  return files;
}

function isFresh(request: IncomingMessage, { headers }: BucketResponse): boolean {
  const tags = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags?.includes(headers.etag ?? "") ?? false;
}

function errorResponse(status: number, code: string, message: string): BucketResponse {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body: Buffer.from(body) };
}

const brotli = promisify(brotliCompress);
const encoders = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
};

/** Compresses each object once, under CloudFront's conditions. */
export function openCompression() {
  const cache = new Map<string, Promise<Buffer>>();
  return async ({ status, headers, body }: BucketResponse, acceptEncoding: string) => {
    const hasRightSize = body.length >= 1000 && body.length <= 10_000_000;
    const accepts = (name: string) =>
      new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`, "i").test(acceptEncoding);
    const encoding = (["br", "gzip"] as const).find(accepts);
    if (status !== 200 || !hasRightSize || !encoding || !isCompressible(headers["content-type"] ?? ""))
      return { body, encoding: undefined };
    const key = `${encoding} ${headers.etag}`;
    const compressed = cache.get(key) ?? encoders[encoding](body);
    cache.set(key, compressed);
    return { body: await compressed, encoding };
  };
}

/** The content types that `aws s3 sync` sets, with their file extensions. */
const contentTypes: Record<string, string> = {
  "application/json": "json",
  "application/manifest+json": "webmanifest",
  "application/pdf": "pdf",
  "application/wasm": "wasm",
  "font/woff": "woff",
  "font/woff2": "woff2",
  "image/avif": "avif",
  "image/gif": "gif",
  "image/jpeg": "jpg jpeg",
  "image/png": "png",
  "image/svg+xml": "svg",
  "image/vnd.microsoft.icon": "ico",
  "image/webp": "webp",
  "text/css": "css",
  "text/html": "html",
  "text/javascript": "js mjs",
  "text/plain": "txt",
  "text/xml": "xml",
};

function contentType(name: string): string {
  const extension = extname(name).toLowerCase().slice(1);
  const type = Object.entries(contentTypes).find(([, extensions]) =>
    extensions.split(" ").includes(extension),
  );
  return type?.[0] ?? "binary/octet-stream";
}

/** The types that CloudFront compresses.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
 */
const isCompressible = (type: string) =>
  /^(text\/|application\/(json|manifest|wasm)|image\/(svg|vnd\.microsoft\.icon))/.test(type);
