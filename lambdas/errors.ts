/** A refusal the caller is told about, in a sentence made for people. http.ts knows the status code of each. */
export class Refusal extends Error {}

/** What was sent cannot be taken as it is. */
export class Invalid extends Refusal {}
export class NotSignedIn extends Refusal {}
export class Forbidden extends Refusal {}
export class NotFound extends Refusal {}
/** What is stored does not allow it. */
export class Conflict extends Refusal {}
export class TooLarge extends Refusal {}

export class TooManyRequests extends Refusal {
  /** Seconds after which it may be asked again. */
  readonly retryAfter: number;
  constructor(sentence: string, retryAfter: number) {
    super(sentence);
    this.retryAfter = retryAfter;
  }
}

/** A service of AWS refused its part. */
export class BadGateway extends Refusal {}
/** It could not be done just now; asked again, it may be. */
export class Unavailable extends Refusal {}

export const notSignedIn = () => new NotSignedIn("Please sign in.");

export const notFound = (resource: string) => new NotFound(`That ${resource} does not exist.`);

export const changedMeanwhile = (what: string) =>
  new Conflict(`Somebody else changed ${what} in the meantime. Reload and try again.`);

export const unreadable = () =>
  new Conflict(
    "What is stored here cannot be read, so nothing was changed. Whoever runs the system finds the reason in its log.",
  );

export const storedOtherwise = (resource: string) =>
  new Conflict(`This ${resource} was stored by an earlier attempt, with other content.`);

export const realRecordsExist = () =>
  new Conflict("There are real clients or subscriptions already, so no sample data can be added.");
