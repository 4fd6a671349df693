/** S3's objects, as the API reference documents them. */
import type { AwsRequest, LoopbackAccount, Reply } from "./account.ts";
import { at, errorXml, tags } from "./operations.ts";

export const objectOperations: Record<string, (account: LoopbackAccount, request: AwsRequest) => Reply> = {
  "S3 GET": ({ objects }, { path }) => {
    const object = objects[path];
    return object ? { body: object.toString() } : { status: 404, body: errorXml("NoSuchKey", path) };
  },
  "S3 DELETE": ({ objects }, { path }) => {
    delete objects[path];
    return { status: 204, body: "" };
  },
  "S3 PUT": (world, { path, body, headers }) => {
    world.objects[path] = body;
    world.headers[path] = headers;
    return { body: "" };
  },
  "S3 PUTcopy": (world, { path, headers }) => {
    const source = decodeURIComponent(`/${headers["x-amz-copy-source"]}`);
    if (!world.objects[source]) return { status: 404, body: errorXml("NoSuchKey", source) };
    // S3 refuses a copy onto itself, unless it replaces the metadata.
    if (source === path && headers["x-amz-metadata-directive"] !== "REPLACE")
      return { status: 400, body: errorXml("InvalidRequest", "This copy request is illegal") };
    world.headers[path] = headers;
    return { body: `<CopyObjectResult>${tags({ ETag: "1", LastModified: at })}</CopyObjectResult>` };
  },
  "S3 GETtagging": ({ headers }, { path }) => {
    const sentTags = [...new URLSearchParams(headers[path]?.["x-amz-tagging"])];
    const set = sentTags.map(([Key, Value]) => `<Tag>${tags({ Key, Value })}</Tag>`).join("");
    return { body: `<Tagging><TagSet>${set}</TagSet></Tagging>` };
  },
  // Files over 5 MB are uploaded in parts. Nothing reads them again, but the CDK asks whether they are there.
  "S3 POSTuploads": () => ({
    body: `<InitiateMultipartUploadResult>${tags({ UploadId: "1" })}</InitiateMultipartUploadResult>`,
  }),
  "S3 PUTpartNumber": () => ({ body: "" }),
  "S3 POSTuploadId": ({ objects }, { path }) => {
    objects[path] = Buffer.from("");
    return { body: "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>" };
  },
  "S3 HEAD": ({ objects, headers }, { path }) => {
    const { "content-type": type = "binary/octet-stream", "cache-control": caching } = headers[path] ?? {};
    const about = { "content-type": type, ...(caching && { "cache-control": caching }) };
    return { status: objects[path] ? 200 : 404, body: "", headers: about };
  },
  "S3 GETlist-type": ({ objects }, { path, input: { prefix = "" } }) => {
    const start = `${path.replace(/\/$/, "")}/`;
    const keys = Object.keys(objects).filter((key) => key.startsWith(start + prefix));
    const contents = keys.map((key) => `<Contents>${tags({ Key: key.slice(start.length) })}</Contents>`);
    return { body: `<ListBucketResult>${contents.join("")}</ListBucketResult>` };
  },
  "S3 GETlocation": () => ({ body: "<LocationConstraint>eu-west-1</LocationConstraint>" }),
  "S3 GETencryption": () => ({
    status: 404,
    body: errorXml("ServerSideEncryptionConfigurationNotFoundError", "none"),
  }),
};
