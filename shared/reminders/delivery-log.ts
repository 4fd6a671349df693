/** The log message for each delivery status of an email. The dashboard counts them by `state`. */
export const DELIVERY_LOG_MESSAGE = "delivery status";
