/**
 * What the address says at this moment. The router tells it only once it has drawn a page, which waits for what that page
 * is made of; whoever changes a part of the address meanwhile must not undo another.
 */
export const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search);
