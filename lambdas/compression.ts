import { brotliCompressSync, constants, gzipSync } from "node:zlib";

type Body = { body: string; isBase64Encoded?: true; headers: Record<string, string> };

/** What is shorter fits into the packets of its headers. */
const worthIt = 1_000;

/**
 * A body as it travels: by brotli where the browser reads it, else gzip, else as it is. CloudFront leaves alone what it
 * may not cache, so the function does it. Quality 4 takes some ten milliseconds of a half processor for 250 KB, and
 * saves a phone's link a second. BREACH guesses a secret that is compressed beside what the guesser sends: no answer
 * that is compressed holds one, as tokens come from Cognito and travel in headers, and a calendar's address is too short.
 */
export function compressed(text: string, accepted = ""): Body {
  if (Buffer.byteLength(text) < worthIt) return { body: text, headers: {} };
  const vary = { vary: "accept-encoding" };
  const encoding = encodings.find(({ name }) => accepts(accepted, name));
  if (!encoding) return { body: text, headers: vary };
  const body = encoding.compress(text).toString("base64");
  return { body, isBase64Encoded: true, headers: { ...vary, "content-encoding": encoding.name } };
}

const encodings = [
  {
    name: "br",
    compress: (text: string) => {
      const size = Buffer.byteLength(text);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: size,
        // No more memory than the text can fill: the usual window of four megabytes is cleared and collected each time.
        [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(size)))),
      };
      return brotliCompressSync(text, { params });
    },
  },
  { name: "gzip", compress: (text: string) => gzipSync(text) },
];

/** By RFC 9110: a name in the list, unless its weight is zero. */
const accepts = (accepted: string, name: string): boolean =>
  accepted
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((piece) => piece.trim()))
    .some(([coding, weight = ""]) => coding === name && !/^q=0(\.0*)?$/.test(weight));
