import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isCompressible } from "./content-types.ts";

export interface Compressed {
  body: Buffer;
  encoding: "br" | "gzip";
}

type Encode = (key: string, body: Buffer, type: string, accepted: string) => Promise<Compressed | undefined>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Bytes; what is smaller or larger CloudFront leaves as it is. */
const SIZES = { least: 1000, most: 10_000_000 };

/** Compresses as CloudFront does, each object once. `key` must change with the body. */
export function openCompression(): Encode {
  const done = new Map<string, Promise<Buffer>>();
  return async (key, body, type, accepted) => {
    if (body.length < SIZES.least || body.length > SIZES.most || !isCompressible(type)) return undefined;
    const accepts = (encoding: string) =>
      new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`, "i").test(accepted);
    const encoding = accepts("br") ? "br" : accepts("gzip") ? "gzip" : undefined;
    if (!encoding) return undefined;
    const entry = `${encoding} ${key}`;
    const compressed =
      done.get(entry) ??
      (encoding === "br" ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : zip(body));
    done.set(entry, compressed);
    return { body: await compressed, encoding };
  };
}
