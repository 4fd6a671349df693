import { Logger } from "@aws-lambda-powertools/logger";

const logger = new Logger();

/** Error messages of AWS services quote email addresses ("Email address is not verified: …"). */
const withoutAddresses = (text: string) => text.replace(/[^\s<>"',;:()]+@[^\s<>"',;:()]+/g, "[address]");

const describe = (cause: unknown) =>
  cause instanceof Error
    ? {
        name: cause.name,
        message: withoutAddresses(cause.message),
        // The first line of a stack repeats the message.
        stack: cause.stack?.split("\n").slice(1).join("\n"),
      }
    : { name: typeof cause, message: withoutAddresses(String(cause)) };

type Facts = Record<string, string | number | boolean | undefined>;

/** `facts` has ids of records, never what people typed. */
export const logFailure = (message: string, cause: unknown, facts: Facts = {}): void =>
  logger.error(message, { ...facts, cause: describe(cause) });

export const logEvent = (message: string, facts: Facts = {}): void => logger.info(message, facts);
