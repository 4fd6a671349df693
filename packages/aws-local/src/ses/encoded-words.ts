/**
 * Decodes RFC 2047 encoded words in UTF-8, such as `=?UTF-8?Q?Wanjik=C5=A9?=`. Words that follow one another are
 * joined as bytes, because some senders break one character over two.
 */
export function decodeWords(value: string): string {
  return value
    .replace(/(=\?utf-8\?[bq]\?[^?\s]*\?=)\s+(?==\?utf-8\?[bq]\?)/gi, "$1")
    .replace(/(?:=\?utf-8\?[bq]\?[^?\s]*\?=)+/gi, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi)].map(([, encoding, text = ""]) =>
          encoding?.toLowerCase() === "q" ? quoted(text) : Buffer.from(text, "base64"),
        ),
      ).toString("utf8"),
    );
}

const quoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll("_", " ")
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
