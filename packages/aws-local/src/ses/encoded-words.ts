/**
 * Decodes RFC 2047's encoded words in UTF-8 and base64, such as `=?UTF-8?B?V2Fuamlrxak=?=`. Words that follow one
 * another are joined as bytes, because some senders break one character over two.
 */
export const decodeWords = (value: string): string =>
  value.replace(/=\?utf-8\?b\?[^?\s]*\?=(\s+=\?utf-8\?b\?[^?\s]*\?=)*/gi, (run) =>
    Buffer.concat(run.split(/\s+/).map((word) => Buffer.from(word.slice(10, -2), "base64"))).toString("utf8"),
  );
