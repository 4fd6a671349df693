/** Takes the place of the decompression of WOFF2 fonts. */
export default function decompress(): never {
  throw new Error("A font in WOFF2 cannot be read.");
}
