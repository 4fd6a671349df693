/** Safaricom's limit for one transaction. */
export const MPESA_MAX_SHILLINGS = 250_000;
