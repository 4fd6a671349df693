/** Decodes RFC 2047 words in UTF-8 and base64. Joins adjacent words as bytes, because one character may be split. */
export const decodeWords = (value: string): string =>
  value.replace(/=\?utf-8\?b\?[^?\s]*\?=(\s+=\?utf-8\?b\?[^?\s]*\?=)*/gi, (run) =>
    Buffer.concat(run.split(/\s+/).map((word) => Buffer.from(word.slice(10, -2), "base64"))).toString("utf8"),
  );
