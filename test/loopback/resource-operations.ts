/** Tables, user pools and buckets that CloudFormation keeps: what AWS refuses while they are protected or have files. */
import type { AwsRequest, LoopbackAccount, Reply } from "./account.ts";
import { errorXml, tags } from "./operations.ts";

const refused = (code: string): Reply => ({ status: 400, body: { __type: code, message: "refused" } });
type Respond = (account: LoopbackAccount, request: AwsRequest) => Reply;

const respondIfPresent =
  (
    key: string,
    respond: (resource: LoopbackAccount["resources"][string], account: LoopbackAccount, id: string) => object,
  ): Respond =>
  (account, { input }) => {
    const id = input[key] ?? "";
    const resource = account.resources[id];
    if (!resource) return refused("ResourceNotFoundException");
    const body = respond(resource, account, id);
    return "status" in body ? (body as Reply) : { body };
  };

const unprotect = (resource: { isProtected: boolean; isChanging?: boolean }) => {
  resource.isProtected = false;
  resource.isChanging = true;
  return {};
};

const bucketOf = ({ path }: AwsRequest) => path.split("/")[1] ?? "";
const filesOf = ({ objects }: LoopbackAccount, bucket: string) =>
  Object.keys(objects).filter((path) => path.startsWith(`/${bucket}/`));

export const resourceOperations: Record<string, Respond> = {
  DescribeTable: respondIfPresent("TableName", (table) => {
    const TableStatus = table.isChanging ? "UPDATING" : "ACTIVE";
    table.isChanging = false;
    return { Table: { ItemCount: table.rows, TableStatus } };
  }),
  UpdateTable: respondIfPresent("TableName", unprotect),
  DeleteTable: respondIfPresent("TableName", ({ isProtected, isChanging }, { resources }, id) => {
    if (isProtected) return refused("ValidationException");
    if (isChanging) return refused("ResourceInUseException");
    delete resources[id];
    return {};
  }),
  Scan: respondIfPresent("TableName", ({ rows }) => ({ Count: Math.min(rows, 1) })),

  DescribeUserPool: respondIfPresent("UserPoolId", ({ rows }) => ({
    UserPool: { EstimatedNumberOfUsers: rows },
  })),
  UpdateUserPool: respondIfPresent("UserPoolId", unprotect),
  DeleteUserPool: respondIfPresent("UserPoolId", ({ isProtected }, { resources }, id) => {
    if (isProtected) return refused("InvalidParameterException");
    delete resources[id];
    return {};
  }),

  GetSecretValue: ({ secrets }, { input: { SecretId = "" } }) =>
    secrets[SecretId]?.[0] === undefined
      ? refused("ResourceNotFoundException")
      : { body: { SecretString: secrets[SecretId][0] } },
  PutSecretValue: ({ secrets }, { input: { SecretId = "", SecretString = "" } }) => {
    secrets[SecretId] = [SecretString, ...(secrets[SecretId] ?? [])];
    return { body: {} };
  },
  DescribeSecret: ({ secrets }, { input: { SecretId = "" } }) =>
    secrets[SecretId] ? { body: { Name: SecretId } } : refused("ResourceNotFoundException"),
  DeleteSecret: ({ secrets }, { input: { SecretId = "" } }) => {
    delete secrets[SecretId];
    return { body: {} };
  },
  DeleteParameter: () => refused("ParameterNotFound"),

  "S3 bucket HEAD": ({ resources }, request) => ({
    status: resources[bucketOf(request)] ? 200 : 404,
    body: "",
  }),
  "S3 bucket DELETE": (account, request) => {
    if (filesOf(account, bucketOf(request)).length > 0)
      return { status: 409, body: errorXml("BucketNotEmpty", "The bucket you tried to delete is not empty") };
    delete account.resources[bucketOf(request)];
    return { status: 204, body: "" };
  },
  "S3 GETversions": (account, request) => {
    const start = `/${bucketOf(request)}/`;
    const versions = filesOf(account, bucketOf(request)).map(
      (path) => `<Version>${tags({ Key: path.slice(start.length), VersionId: "1" })}</Version>`,
    );
    return { body: `<ListVersionsResult>${versions.join("")}</ListVersionsResult>` };
  },
  "S3 bucket POST": ({ objects }, request) => {
    for (const [, key] of request.body.toString().matchAll(/<Key>(.*?)<\/Key>/g))
      delete objects[`/${bucketOf(request)}/${key}`];
    return { body: "<DeleteResult></DeleteResult>" };
  },
};
