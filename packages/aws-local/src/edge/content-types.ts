import { extname } from "node:path";

/** The types that `aws s3 sync` gives files by their names, and the names' endings. */
const types: Record<string, string> = {
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

export function contentType(name: string): string {
  const ending = extname(name).toLowerCase().slice(1);
  const found = Object.entries(types).find(([, endings]) => endings.split(" ").includes(ending));
  return found?.[0] ?? "binary/octet-stream";
}

/**
 * Of those above, the ones that CloudFront compresses.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
 */
export const isCompressible = (type: string) =>
  /^(text\/|application\/(json|manifest|wasm)|image\/(svg|vnd\.microsoft\.icon))/.test(type);
