/** What keeps state, and what of it may change between two releases. `updates.ts` stops everything else. */
import {
  type Allowed,
  attributeProblem,
  indexProblem,
  longer,
  more,
  only,
  onlyHour,
} from "./property-rules.ts";

export type StatefulType = {
  /** What is gone with the resource. */
  keeps: string;
  /** By path. A path covers everything below it. */
  mayChange: Record<string, Allowed>;
  /** What a change of these properties does, where it is not the loss of what the resource keeps. */
  loses?: Record<string, string>;
};

const each = (paths: string[], allowed: Allowed) => Object.fromEntries(paths.map((path) => [path, allowed]));

const deletes = "it would be deleted when it is removed or replaced";
/** The same for every type. */
export const mayAlwaysChange: Record<string, Allowed> = {
  ...each(["Metadata", "DependsOn"], { why: "it is about the template" }),
  ...each(["Tags", "UserPoolTags", "BackupVaultTags", "BackupPlanTags"], { why: "a tag keeps nothing" }),
  ...each(["Description", "DisplayName", "DistributionConfig.Comment"], { why: "a text for people" }),
  ...each(["DeletionPolicy", "UpdateReplacePolicy"], {
    why: "it is kept when it is removed or replaced",
    unless: only("Retain", deletes),
  }),
};

export const statefulTypes: Record<string, StatefulType> = {
  "AWS::DynamoDB::Table": {
    keeps: "its rows",
    mayChange: {
      AttributeDefinitions: { why: "a key of an index comes or goes", unless: attributeProblem },
      GlobalSecondaryIndexes: { why: "DynamoDB fills an index from the rows", refused: indexProblem },
      DeletionProtectionEnabled: {
        why: "it is protected from then on",
        unless: only(true, "one call could delete the table with all its rows"),
      },
      "PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled": {
        why: "it can be restored from then on",
        unless: only(true, "rows changed by mistake could not be restored"),
      },
      "PointInTimeRecoverySpecification.RecoveryPeriodInDays": {
        why: "more moments can be restored",
        unless: longer("the older moments could not be restored"),
      },
    },
    loses: {
      PointInTimeRecoverySpecification: "rows changed by mistake could not be restored",
      TimeToLiveSpecification:
        "DynamoDB would delete rows by the time in this attribute, or keep rows that people were told would go",
    },
  },
  "AWS::Cognito::UserPool": {
    keeps: "people's accounts, passwords and second factors",
    mayChange: {
      LambdaConfig: { why: "functions keep nothing" },
      EmailConfiguration: { why: "who sends the emails" },
      ...each(
        [
          "AdminCreateUserConfig.InviteMessageTemplate",
          "EmailVerificationMessage",
          "EmailVerificationSubject",
          "SmsVerificationMessage",
          "VerificationMessageTemplate",
        ],
        { why: "a text for people" },
      ),
      "Policies.PasswordPolicy": { why: "it is for new passwords" },
      DeletionProtection: {
        why: "it is protected from then on",
        unless: only("ACTIVE", "one call could delete all accounts"),
      },
    },
  },
  "AWS::Cognito::UserPoolClient": {
    keeps: "the sessions of people who are signed in",
    mayChange: {
      ...each(
        [
          "AccessTokenValidity",
          "AuthSessionValidity",
          "IdTokenValidity",
          "RefreshTokenValidity",
          "TokenValidityUnits",
        ],
        { why: "it is for new sessions" },
      ),
      ReadAttributes: { why: "it is for new tokens" },
    },
  },
  "AWS::Cognito::UserPoolGroup": {
    keeps: "who has this role",
    mayChange: { Precedence: { why: "the order of roles in a token" } },
  },
  "AWS::S3::Bucket": {
    keeps: "its files and their older versions",
    mayChange: {
      "VersioningConfiguration.Status": {
        why: "older versions are kept from then on",
        unless: only("Enabled", "files that are replaced or deleted could not be restored"),
      },
    },
    loses: { LifecycleConfiguration: "S3 would delete files by other rules" },
  },
  "AWS::SQS::Queue": {
    keeps: "the messages that wait in it",
    mayChange: {
      ...each(
        [
          "DelaySeconds",
          "ReceiveMessageWaitTimeSeconds",
          "RedrivePolicy.maxReceiveCount",
          "VisibilityTimeout",
        ],
        {
          why: "when a message is tried, not whether it is kept",
        },
      ),
      MessageRetentionPeriod: {
        why: "messages wait longer",
        unless: longer("SQS would delete messages that wait longer"),
      },
    },
  },
  "AWS::ApiGatewayV2::Api": { keeps: "its address, to which CloudFront sends calls", mayChange: {} },
  "AWS::CloudFront::Distribution": {
    keeps: "the site's address, which emails, calendars and open pages have",
    mayChange: {
      ...each(
        [
          "CacheBehaviors",
          "CustomErrorResponses",
          "DefaultCacheBehavior",
          "DefaultRootObject",
          "HttpVersion",
          "IPV6Enabled",
          "OriginGroups",
          "Origins",
          "PriceClass",
          "ViewerCertificate",
          "WebACLId",
        ].map((name) => `DistributionConfig.${name}`),
        { why: "how it answers, not where" },
      ),
      "DistributionConfig.Aliases": {
        why: "it has one more address",
        unless: more("the site would no longer answer at an address that people have"),
      },
      "DistributionConfig.Enabled": { why: "it answers", unless: only(true, "the site would not answer") },
    },
  },
  "AWS::SSM::Parameter": {
    keeps: "its value",
    mayChange: { Value: { why: "the template has the value" }, Tier: { why: "only the price" } },
  },
  "AWS::SecretsManager::Secret": {
    keeps: "what was made with it, such as the links of clients' own pages",
    mayChange: {},
    loses: {
      GenerateSecretString: "another text would be generated, and what was made with this one stops working",
    },
  },
  "AWS::KMS::Key": {
    keeps: "everything that is encrypted with it",
    mayChange: {
      EnableKeyRotation: { why: "older keys are kept", unless: only(true, "the key would never change") },
      PendingWindowInDays: { why: "more time to cancel", unless: longer("less time to cancel its deletion") },
    },
  },
  "AWS::Logs::LogGroup": {
    keeps: "its log",
    mayChange: {
      RetentionInDays: { why: "the log is kept longer", unless: longer("older lines of the log") },
    },
  },
  "AWS::SNS::Topic": { keeps: "the addresses that confirmed the alarms", mayChange: {} },
  "AWS::Backup::BackupVault": {
    keeps: "the copies of all tables",
    mayChange: {
      "LockConfiguration.MinRetentionDays": {
        why: "copies are locked longer",
        unless: longer("copies could be deleted sooner"),
      },
    },
    loses: { LockConfiguration: "copies could be deleted at any time" },
  },
  "AWS::Backup::BackupPlan": {
    keeps: "the daily copies of all tables",
    mayChange: {
      "BackupPlan.BackupPlanRule": {
        why: "the tables are copied every day, at another hour",
        unless: onlyHour("tables could be copied less often, to fewer places, or kept for a shorter time"),
      },
    },
  },
  "AWS::Backup::BackupSelection": {
    keeps: "which tables are copied every day",
    mayChange: {
      "BackupSelection.Resources": {
        why: "more tables are copied",
        unless: more("a table would not be copied any more"),
      },
    },
  },
};
