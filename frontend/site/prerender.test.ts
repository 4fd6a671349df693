import { afterEach, expect, test, vi } from "vitest";
import * as company from "../../shared/company.ts";
import { retention } from "../../shared/retention.ts";
import { page } from "./content/page.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const font = "/assets/headings.woff2";

async function prerendered(site?: string) {
  if (site !== undefined) vi.stubEnv("VITE_SITE_URL", site);
  vi.resetModules();
  const { companions, render } = await import("./prerender.tsx");
  return { ...render(font), files: companions(font) };
}

const meta = (head: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];

test("the head has title, description, keywords, author and social tags", async () => {
  const { head } = await prerendered();
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

test("addresses use the deployment's site address, or the placeholder", async () => {
  const unknown = await prerendered("");
  expect(unknown.head).toContain(`<link rel="canonical" href="${company.site.value}/"`);
  const { head, files } = await prerendered("https://software.example/");
  expect(head).toContain('<link rel="canonical" href="https://software.example/"');
  expect(meta(head, "og:url")).toBe("https://software.example/");
  expect(meta(head, "og:image")).toBe("https://software.example/share.jpg");
  expect(files["sitemap.xml"]).toContain("<loc>https://software.example/</loc>");
  expect(files["robots.txt"]).toContain("\nAllow: /api/v1/calendar/\nDisallow: /admin\nDisallow: /api/\n");
  expect(files["robots.txt"]).toContain("Sitemap: https://software.example/sitemap.xml");
  expect(JSON.parse(files["manifest.webmanifest"] ?? "").name).toBe(company.name.value);
});

test("the privacy notice has retention times and contacts, works without script, and is linked in the footer", async () => {
  const { body, files } = await prerendered("https://software.example");
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
  // It has the site's header, footer and heading font, and its links lead to the page with the sections.
  for (const part of [
    '<header class="header"',
    '<footer class="footer"',
    `href="${font}"`,
    'href="/#contact"',
  ])
    expect(notice).toContain(part);
  expect(notice).not.toMatch(/href="#(?!main)/);
});

test("the head has valid structured data about the organisation and its services", async () => {
  const { head } = await prerendered("https://software.example");
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

test("the body has one h1, all islands, and images with alt text and size", async () => {
  const { body } = await prerendered();
  expect(body.match(/<h1/g)).toHaveLength(1);
  for (const image of body.match(/<img[^>]*>/g) ?? []) {
    expect(image).toMatch(/ alt="[^"]+"/);
    expect(image).toMatch(/ width="\d+" height="\d+"/);
  }
  expect(body.match(/data-island=/g)).toHaveLength(6);
});
