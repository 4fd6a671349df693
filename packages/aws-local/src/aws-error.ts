/** An error response of an AWS service. `code` is the exception's name in the SDK. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, status = 400, details: Record<string, unknown> = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export const invalidParameter = (message: string) => new AwsError("InvalidParameterException", message);
export const notAuthorized = (message: string) => new AwsError("NotAuthorizedException", message);
