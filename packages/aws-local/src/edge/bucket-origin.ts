/** A private bucket behind CloudFront, read with origin access control. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { decode } from "../gateway/routes.ts";
import { judge, ofService, resourceStatements } from "../iam/iam.ts";
import type { Assembly } from "../template/assembly.ts";
import { ACCOUNT, arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type BucketFiles, type BucketObject, openBucketFiles } from "./bucket-files.ts";

export interface BucketAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface BucketOrigin {
  /** `uri` is a path, still percent-encoded. */
  answer(request: IncomingMessage, uri: string): BucketAnswer;
  files: BucketFiles;
}

/** `adapt` may change an object before it is served. */
export function openBucketOrigin(
  template: Template,
  assembly: Assembly,
  bucket: { id: string; arn: string | undefined },
  distributionId: string,
  adapt: (key: string, object: BucketObject) => BucketObject,
): BucketOrigin {
  const name = template.resolve({ Ref: bucket.id }) as string;
  const files = openBucketFiles(template, assembly, name);
  const statements = ofService(
    resourceStatements(template, "AWS::S3::BucketPolicy", name),
    "cloudfront.amazonaws.com",
  );
  const context = {
    "aws:SecureTransport": "true",
    "aws:SourceArn": arn("cloudfront", `distribution/${distributionId}`, ""),
    "aws:SourceAccount": ACCOUNT,
  };
  const may = (action: string, resource: string) =>
    judge(statements, { action, resource, context }) === "allowed";
  const readable = (key: string) => may("s3:GetObject", `${bucket.arn}/${key}`);
  const listable = may("s3:ListBucket", bucket.arn ?? "");

  return {
    files,
    answer(request, uri) {
      if (request.method !== "GET" && request.method !== "HEAD")
        return failure(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
      const key = decode(uri).replace(/^\//, "");
      if (!readable(key)) return failure(403, "AccessDenied", "Access Denied");
      const stored = files.get(key);
      if (!stored)
        return listable
          ? failure(404, "NoSuchKey", "The specified key does not exist.")
          : failure(403, "AccessDenied", "Access Denied"); // Who may not list must not learn what is there.
      const { headers, body } = adapt(key, stored);
      if (!isFresh(request, headers)) return { status: 200, headers, body };
      return { status: 304, headers, body: Buffer.alloc(0) };
    },
  };
}

/** Whether the viewer already has the object, by the strong or the weak form of its ETag. */
function isFresh(request: IncomingMessage, headers: Record<string, string>): boolean {
  const tags = request.headers["if-none-match"];
  if (tags !== undefined)
    return tags
      .split(",")
      .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === headers.etag);
  const since = Date.parse(request.headers["if-modified-since"] ?? "");
  return Date.parse(headers["last-modified"] ?? "") <= since;
}

function failure(status: number, code: string, message: string): BucketAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body: Buffer.from(body) };
}

/** An object with another body, and the ETag that follows from it. */
export function withBody(object: BucketObject, text: string): BucketObject {
  const body = Buffer.from(text);
  return { body, headers: { ...object.headers, etag: `"${createHash("md5").update(body).digest("hex")}"` } };
}
