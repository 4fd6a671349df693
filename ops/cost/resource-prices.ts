/**
 * The prices of each resource type, or why it has none. A type without an entry is an error, so a resource cannot be
 * forgotten.
 */
const part = "a part of another resource";
const free = "free of charge";

export const pricesByType: Record<string, string[] | string> = {
  "AWS::CloudWatch::Alarm": ["alarm metrics"],
  "AWS::CloudWatch::Dashboard": ["CloudWatch dashboards"],
  "AWS::Logs::LogGroup": ["GB of logs ingested", "GB-months of logs stored"],
  "AWS::Lambda::Function": ["Lambda requests", "Lambda GB-seconds (ARM)", "traces"],
  "AWS::Lambda::EventSourceMapping": ["queue requests"],
  "AWS::SQS::Queue": ["queue requests"],
  "AWS::Scheduler::Schedule": ["schedule runs"],
  "AWS::ApiGatewayV2::Api": ["API requests"],
  "AWS::DynamoDB::Table": [
    "DynamoDB read units",
    "DynamoDB write units",
    "GB-months in tables",
    "GB-months of point-in-time recovery",
  ],
  "AWS::SecretsManager::Secret": ["secrets", "reads of secrets"],
  "AWS::SES::EmailIdentity": ["emails"],
  "AWS::Cognito::UserPool": ["people signing in"],
  "AWS::CloudFront::Distribution": ["GB to visitors", "requests at the edge"],
  "AWS::CloudFront::Function": ["functions at the edge"],
  "AWS::S3::Bucket": ["GB-months in the bucket"],
  "AWS::WAFv2::WebACL": ["firewalls", "firewall rules", "requests through the firewall"],

  "AWS::Backup::BackupVault": ["GB-months of daily copies"],
  "AWS::Backup::BackupPlan": ["GB copied to another region"],
  "AWS::Backup::BackupSelection": part,

  "AWS::SNS::Topic": "a thousand alarm emails a month are free",
  "AWS::SNS::Subscription": part,
  "AWS::SNS::TopicPolicy": part,
  "AWS::Events::Rule": "events of AWS services on the default bus are free",
  "AWS::Budgets::Budget": "a budget without actions is free",
  "AWS::SES::ConfigurationSet": free,
  "AWS::SES::ConfigurationSetEventDestination": "events to EventBridge are free",
  "AWS::Cognito::UserPoolClient": part,
  "AWS::Cognito::UserPoolGroup": part,
  "AWS::ApiGatewayV2::Route": part,
  "AWS::ApiGatewayV2::Integration": part,
  "AWS::ApiGatewayV2::Authorizer": part,
  "AWS::ApiGatewayV2::Stage": part,
  "AWS::CloudFront::OriginAccessControl": part,
  "AWS::CloudFront::ResponseHeadersPolicy": part,
  "AWS::S3::BucketPolicy": part,
  "AWS::SQS::QueuePolicy": part,
  "AWS::Logs::QueryDefinition": free,
  "AWS::Lambda::Permission": free,
  "AWS::Lambda::LayerVersion": free,
  "AWS::Lambda::EventInvokeConfig": part,
  "AWS::SSM::Parameter": "standard parameters are free, and so is reading them",
  "AWS::IAM::Role": free,
  "AWS::IAM::Policy": free,
  "Custom::CDKBucketDeployment": "runs once in each deployment",
};
