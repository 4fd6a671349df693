import {
  CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  DescribeUserPoolCommand,
  UpdateUserPoolCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  ListObjectVersionsCommand,
  S3Client,
} from "@aws-sdk/client-s3";

import {
  DeleteSecretCommand,
  DescribeSecretCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";

/** CloudFormation keeps these resources when it removes a stack. Says how to look at one, and how to delete it. */
type Kind = {
  /** Undefined when it does not exist any more. */
  describe(id: string): Promise<string | undefined>;
  delete(id: string): Promise<unknown>;
};

const orUndefined = (error: unknown) => {
  if (error instanceof Error && /NotFound/.test(error.name)) return undefined;
  throw error;
};

/** By CloudFormation's type. Deleting turns the protection off first. */
export function kindsKept(region: string): Record<string, Kind> {
  const dynamo = new DynamoDBClient({ region });
  const cognito = new CognitoIdentityProviderClient({ region });
  const s3 = new S3Client({ region });
  const secrets = new SecretsManagerClient({ region });
  return {
    "AWS::SecretsManager::Secret": {
      describe: (SecretId) =>
        secrets
          .send(new DescribeSecretCommand({ SecretId }))
          .then(({ DeletedDate }) => (DeletedDate ? undefined : `the secret ${SecretId}`), orUndefined),
      delete: (SecretId) =>
        secrets.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true })),
    },
    "AWS::DynamoDB::Table": {
      describe: (TableName) =>
        dynamo
          .send(new DescribeTableCommand({ TableName }))
          .then(
            ({ Table }) => `the table ${TableName}, with about ${Table?.ItemCount ?? 0} rows`,
            orUndefined,
          ),
      async delete(TableName) {
        await dynamo.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
        // DynamoDB does not delete a table while it changes.
        await waitUntilTableExists({ client: dynamo, minDelay: 1, maxWaitTime: 300 }, { TableName });
        await dynamo.send(new DeleteTableCommand({ TableName }));
      },
    },
    "AWS::Cognito::UserPool": {
      describe: (UserPoolId) =>
        cognito
          .send(new DescribeUserPoolCommand({ UserPoolId }))
          .then(
            ({ UserPool }) =>
              `the user pool ${UserPoolId}, with about ${UserPool?.EstimatedNumberOfUsers ?? 0} people`,
            orUndefined,
          ),
      async delete(UserPoolId) {
        await cognito.send(new UpdateUserPoolCommand({ UserPoolId, DeletionProtection: "INACTIVE" }));
        await cognito.send(new DeleteUserPoolCommand({ UserPoolId }));
      },
    },
    "AWS::S3::Bucket": {
      describe: (Bucket) =>
        s3
          .send(new HeadBucketCommand({ Bucket }))
          .then(() => `the bucket ${Bucket}, with all versions of its files`, orUndefined),
      async delete(Bucket) {
        for (;;) {
          const { Versions = [], DeleteMarkers = [] } = await s3.send(
            new ListObjectVersionsCommand({ Bucket }),
          );
          const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
          if (Objects.length === 0) break;
          const { Errors = [] } = await s3.send(
            new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
          );
          if (Errors[0])
            throw new Error(`${Bucket}: ${Errors[0].Key} cannot be deleted: ${Errors[0].Message}`);
        }
        await s3.send(new DeleteBucketCommand({ Bucket }));
      },
    },
  };
}
