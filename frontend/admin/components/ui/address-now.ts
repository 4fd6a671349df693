/**
 * The current query parameters. The router's own value is outdated while a page loads, and writing it back would undo
 * other changes of the address.
 */
export const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search);
