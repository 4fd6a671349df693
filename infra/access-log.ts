import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";

/** A line for each request, without personal data and without the path, which can contain a secret. */
export const accessLog = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    route: "$context.routeKey",
    status: "$context.status",
    milliseconds: "$context.responseLatency",
    error: "$context.error.message",
    refusal: "$context.authorizer.error",
    failure: "$context.integrationErrorMessage",
  }),
);
