import { expect, test } from "vitest";
import * as company from "../../shared/company.ts";
import { retention } from "../../shared/retention.ts";
import { BUILT_SITE_URL } from "../../shared/site-url.ts";
import { page } from "./content/page.ts";
import { companions, render } from "./prerender.tsx";

const font = "/assets/headings.woff2";
const prerendered = () => ({ ...render(font), files: companions(font) });

const meta = (head: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];

test("the head has title, description, keywords, author and social tags", () => {
  const { head } = prerendered();
  expect(head).toContain(`<title>${page.title}</title>`);
  expect(meta(head, "description")).toBe(page.description);
  expect(page.description.length).toBeLessThanOrEqual(160);
  expect(meta(head, "keywords")).toContain("SACCO");
  expect(meta(head, "author")).toBe(company.name.value);
  for (const name of ["og:title", "twitter:title"]) expect(meta(head, name)).toBe(page.title);
  for (const name of ["og:description", "twitter:description"])
    expect(meta(head, name)).toBe(page.description);
  expect(meta(head, "twitter:card")).toBe("summary_large_image");
});

test("every address of the site can be replaced by that of a stage", () => {
  const { head, files } = prerendered();
  expect(head).toContain(`<link rel="canonical" href="${BUILT_SITE_URL}/"`);
  expect(meta(head, "og:url")).toBe(`${BUILT_SITE_URL}/`);
  expect(meta(head, "og:image")).toBe(`${BUILT_SITE_URL}/share.jpg`);
  expect(files["sitemap.xml"]).toContain(`<loc>${BUILT_SITE_URL}/</loc>`);
  expect(files["robots.txt"]).toContain("\nAllow: /api/v1/calendar/\nDisallow: /admin\nDisallow: /api/\n");
  expect(files["robots.txt"]).toContain(`Sitemap: ${BUILT_SITE_URL}/sitemap.xml`);
  expect(JSON.parse(files["manifest.webmanifest"] ?? "").name).toBe(company.name.value);
});

test("the privacy notice has retention times and contacts, works without script, and is linked in the footer", () => {
  const { body, files } = prerendered();
  const notice = files["privacy.html"] ?? "";
  for (const text of [
    `after ${retention.messages.maxMonths} months at the latest`,
    `${retention.reminders.maxMonths} months at most`,
    `${retention.activity.maxMonths} months at most`,
    "Data Protection Act, 2019",
    company.email.value,
    "Office of the Data Protection Commissioner",
    "https://www.odpc.go.ke/",
  ])
    expect(notice).toContain(text);
  expect(notice).not.toContain("<script");
  expect(body).toContain('href="/privacy.html"');
  // The page has the site's header, footer and heading font, and its links lead to the page with the sections.
  for (const part of [
    '<header class="header"',
    '<footer class="footer"',
    `href="${font}"`,
    'href="/#contact"',
  ])
    expect(notice).toContain(part);
  expect(notice).not.toMatch(/href="#(?!main)/);
});

test("the head has valid structured data about the organisation and its services", () => {
  const { head } = prerendered();
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1] ?? "";
  const [organization, ...services]: Record<string, unknown>[] = JSON.parse(data)["@graph"];
  expect(organization).toMatchObject({ "@type": "Organization", name: company.name.value });
  for (const url of [organization?.url, organization?.logo, ...services.flatMap(({ url }) => url ?? [])])
    expect(URL.canParse(String(url)), String(url)).toBe(true);
  expect(services.length).toBe(3 + 7);
  for (const service of services)
    expect(service).toMatchObject({
      "@type": "Service",
      name: expect.any(String),
      description: expect.any(String),
      provider: { "@id": organization?.["@id"] },
    });
});

test("the body has one h1, all islands, and images with alt text and size", () => {
  const { body } = prerendered();
  expect(body.match(/<h1/g)).toHaveLength(1);
  for (const image of body.match(/<img[^>]*>/g) ?? []) {
    expect(image).toMatch(/ alt="[^"]+"/);
    expect(image).toMatch(/ width="\d+" height="\d+"/);
  }
  expect(body.match(/data-island=/g)).toHaveLength(6);
});
