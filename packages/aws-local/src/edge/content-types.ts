import { extname } from "node:path";

/** The types that `aws s3 sync` gives files by their names. */
const types: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css",
  ".gif": "image/gif",
  ".html": "text/html",
  ".ico": "image/vnd.microsoft.icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "text/xml",
};

export const contentType = (name: string) => types[extname(name).toLowerCase()] ?? "binary/octet-stream";

/** Those that CloudFront compresses. */
const compressible = new Set([
  "application/javascript",
  "application/json",
  "application/manifest+json",
  "application/wasm",
  "application/xml",
  "font/ttf",
  "image/svg+xml",
  "image/vnd.microsoft.icon",
  "text/css",
  "text/html",
  "text/javascript",
  "text/plain",
  "text/xml",
]);

/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html */
export const isCompressible = (type: string) =>
  compressible.has(type.split(";")[0]?.trim().toLowerCase() ?? "");
