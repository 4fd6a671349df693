/**
 * Creates the images: drawings with letters as outlines in illustrations/, and the share image and icons in frontend/public. Run it after changing a drawing, the name, the headline or the icon:
 * `CHROME_PATH=… npx node frontend/site/draw-images.ts`
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import * as company from "../../shared/company.ts";
import { home } from "./content/home.ts";
import { darkened, outlineLetters } from "./outline-letters.ts";

const here = (path: string) => new URL(path, import.meta.url);
const dataUrl = async (type: string, file: string | URL) =>
  `data:${type};base64,${(await readFile(file)).toString("base64")}`;

for (const name of await readdir(here("./drawings/"))) {
  const drawing = await readFile(here(`./drawings/${name}`), "utf8");
  await writeFile(here(`./illustrations/${name}`), darkened(outlineLetters(drawing)));
}

const font = createRequire(import.meta.url).resolve(
  "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
);
const icon = await dataUrl("image/svg+xml", here("../public/icon.svg"));

const share = `
  <style>
    @font-face { font-family: Bricolage; font-weight: 200 800; src: url(${await dataUrl("font/woff2", font)}) }
    body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 600px 540px; overflow: hidden;
      background: #fbfaf6; color: #13231f; font-family: Bricolage }
    main { display: flex; flex-direction: column; padding: 64px 0 56px 72px }
    .name { display: flex; align-items: center; gap: 16px; font-size: 32px; font-weight: 700 }
    h1 { margin: auto 0 24px; font-size: 66px; font-weight: 650; line-height: 1.03; letter-spacing: -.03em }
    p { margin: 0; color: #0e5a47; font-size: 27px; font-weight: 600 }
    img.drawing { width: 480px; margin: auto 0 auto 24px; border-radius: 20px; background: #e2ede6 }
  </style>
  <main>
    <div class="name"><img src="${icon}" width="52">${company.name.value}</div>
    <h1>${home.headline}</h1>
    <p>${home.tagline}</p>
  </main>
  <img class="drawing" src="${await dataUrl("image/svg+xml", here("./illustrations/solution-loans.svg"))}">`;

const iconBackground = "#0e5a47";

const square = (size: number, background = "none", drawn = size) =>
  `<style>body{display:grid;place-items:center;width:${size}px;height:${size}px;margin:0;background:${background}}</style><img src="${icon}" width="${drawn}" height="${drawn}">`;

/** An .ico file that contains one PNG. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const executablePath = process.env.CHROME_PATH;
const browser = await chromium.launch({ ...(executablePath && { executablePath }), chromiumSandbox: false });
const page = await browser.newPage();

/** A PNG; with `quality` a JPEG. */
async function draw(html: string, width: number, height: number, quality?: number): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(html, { waitUntil: "load" });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.screenshot(quality ? { type: "jpeg", quality } : { omitBackground: true });
}

const write = (name: string, image: Buffer) => writeFile(here(`../public/${name}`), image);

// Chat apps load it over slow connections, so it stays under 60 KB.
await write("share.jpg", await draw(share, 1200, 630, 72));
await write("icon-192.png", await draw(square(192), 192, 192));
await write("icon-512.png", await draw(square(512), 512, 512));
// Apple rounds the corners itself.
await write("apple-touch-icon.png", await draw(square(180, iconBackground), 180, 180));
// Android may crop it to a circle of four fifths of its size.
await write("icon-maskable.png", await draw(square(512, iconBackground, 456), 512, 512));
await write("favicon.ico", ico(await draw(square(32), 32, 32), 32));
await browser.close();
