declare module "fontverter" {
  /** Converts a font between the formats `truetype`, `woff` and `woff2`. */
  const fontverter: { convert(font: Buffer, format: "truetype" | "woff" | "woff2"): Promise<Buffer> };
  export default fontverter;
}
