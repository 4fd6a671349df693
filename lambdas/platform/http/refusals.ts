/** An error whose message the caller sees. serve.ts has the status code of each. */
export class Refusal extends Error {}

/** The request is not valid. */
export class Invalid extends Refusal {}
export class NotSignedIn extends Refusal {}
export class Forbidden extends Refusal {}
export class NotFound extends Refusal {}
/** The stored records do not allow it. */
export class Conflict extends Refusal {
  /** The part of a payment that nothing open can use. */
  rest?: number;
}
/** A change does not fit into one transaction. */
export class TooManyItems extends Conflict {
  constructor() {
    super("This changes too many unpaid periods at once. Record or waive some of them first.");
  }
}
export class TooLarge extends Refusal {}

export class TooManyRequests extends Refusal {
  /** Seconds until the next attempt is allowed. */
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** An AWS service refused the call. */
export class BadGateway extends Refusal {}
/** A temporary failure: the next attempt may succeed. */
export class Unavailable extends Refusal {}

export const notSignedIn = () => new NotSignedIn("Please sign in.");

export const noRole = () =>
  new Forbidden("Your account has no role yet. Ask an administrator to give you one.");

export const adminsOnly = () => new Forbidden("Only an administrator can do this.");

export const notFound = (resource: string) => new NotFound(`That ${resource} does not exist.`);

export const changedMeanwhile = (what: string) =>
  new Conflict(`Somebody else changed ${what} in the meantime. Reload and try again.`);

export const unreadable = () =>
  new Conflict("This record cannot be read. Nothing was changed. The reason is in the system's log.");

export const storedWithOtherContent = (resource: string) =>
  new Conflict(`This ${resource} was stored by an earlier attempt, with other content.`);

export const realRecordsExist = () =>
  new Conflict("There are real clients or subscriptions already, so no sample data can be added.");
