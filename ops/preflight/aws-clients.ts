/** AWS clients for preflight, which fail within seconds. */
import { ACMClient } from "@aws-sdk/client-acm";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SSMClient } from "@aws-sdk/client-ssm";
import { STSClient } from "@aws-sdk/client-sts";
import { EDGE_REGION } from "../../infra/stages.ts";

export function createAwsClients(region: string, timeoutMs = 10_000) {
  const options = {
    region,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: timeoutMs, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
  };
  return {
    sts: new STSClient(options),
    cloudformation: new CloudFormationClient(options),
    lambda: new LambdaClient(options),
    ses: new SESv2Client(options),
    ssm: new SSMClient(options),
    acm: new ACMClient({ ...options, region: EDGE_REGION }),
  };
}

export type Aws = ReturnType<typeof createAwsClients>;
