/** A new record's id, computed from its row: importing the row again gives the same id. */
export async function idOf(...identity: string[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(identity));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text)).slice(0, 16);
  // UUID version 8 (RFC 9562): custom format.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
