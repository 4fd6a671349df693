/** The queue of background jobs gives a job up after this number of attempts. */
export const JOB_ATTEMPTS = 5;
export const JOB_TIMEOUT_SECONDS = 120;
/** When an attempt that was cut off is repeated. AWS advises six times the time-out. */
export const JOB_RETRY_SECONDS = 6 * JOB_TIMEOUT_SECONDS;
