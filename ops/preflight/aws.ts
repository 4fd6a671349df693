/** The clients that preflight asks with: they give up in seconds and say so. */
import { ACMClient } from "@aws-sdk/client-acm";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { STSClient } from "@aws-sdk/client-sts";
import { edgeRegion } from "../deploy/stage-settings.ts";

export function openAws(region: string, patience = 10_000) {
  const options = {
    region,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: patience, requestTimeout: patience, throwOnRequestTimeout: true },
  };
  return {
    sts: new STSClient(options),
    cloudformation: new CloudFormationClient(options),
    lambda: new LambdaClient(options),
    ses: new SESv2Client(options),
    acm: new ACMClient({ ...options, region: edgeRegion }),
  };
}

export type Aws = ReturnType<typeof openAws>;
