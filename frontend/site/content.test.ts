import { expect, test } from "vitest";
import * as company from "../../shared/company.ts";
import { chat, whatsappLink } from "./content/chat.ts";
import {
  HIGHLIGHT_MS,
  highlights,
  highlightTexts,
  home,
  SLIDE_MS,
  slides,
  slideTexts,
} from "./content/home.ts";
import { industries } from "./content/industries.ts";
import { footer } from "./content/page.ts";
import { industryGroups, statistics, testimonials } from "./content/portfolio.ts";
import { sections } from "./content/sections.ts";
import { services } from "./content/services.ts";
import { solutions, solutionsBanner, solutionsHeading } from "./content/solutions.ts";

test("the page has the specified sections, slides and highlights", () => {
  expect(sections.map(({ id }) => id)).toEqual(["home", "services", "solutions", "portfolio", "contact"]);
  expect(slides.map(({ title }) => title)).toEqual([
    "Custom Solutions Development",
    "Technology Consulting",
    "Mobile Applications",
    "Financial Software",
    "Implementation & Support",
  ]);
  expect(Object.keys(slideTexts)).toEqual(slides.map(({ id }) => id));
  expect(highlights.map((id) => highlightTexts[id].title)).toEqual([
    "Custom Solutions",
    "Implementation & Support",
    "Web & Mobile",
  ]);
  expect([SLIDE_MS, HIGHLIGHT_MS]).toEqual([5_000, 4_000]);
  expect(home.tagline).toBe("Innovating Digital Solutions for Growth");
  expect(home.action).toBe("Talk to Us Today");
});

test("the headline has at most twelve words", () => {
  expect(home.headline.split(" ").length).toBeLessThanOrEqual(12);
});

test("three services have four bullets each, one of them 24/7 support", () => {
  expect(services.map(({ title }) => title)).toEqual([
    "Custom Solutions Design & Development",
    "Implementation & Support",
    "Technology Consulting",
  ]);
  for (const { features } of services) expect(features).toHaveLength(4);
  expect(services[1].features.join()).toContain("24/7 support");
});

test("each of the seven solutions has all texts of its card", () => {
  expect(solutions).toHaveLength(7);
  for (const solution of solutions) {
    for (const text of [solution.name, solution.description, solution.fullDescription, solution.picture]) {
      expect(text).not.toBe("");
    }
    for (const list of [solution.features, solution.benefits, solution.industries]) {
      expect(list.length).toBeGreaterThanOrEqual(3);
    }
    expect(solution.link.value).toMatch(/^https:\/\//);
  }
  expect([solutionsHeading.learnMore, solutionsHeading.quote]).toEqual(["Learn More", "Get Quote"]);
  expect([solutionsBanner.consultation, solutionsBanner.brochure]).toEqual([
    "Schedule Consultation",
    "Download Brochure",
  ]);
});

test("the portfolio has four statistics, three industries with clients, and four testimonials", () => {
  expect(statistics.value).toEqual([
    { figure: "150+", label: "Clients Served" },
    { figure: "200+", label: "Projects Delivered" },
    { figure: "98%", label: "Client Satisfaction" },
    { figure: "24/7", label: "Support Available" },
  ]);
  expect(industries).toEqual(industryGroups.value.map(({ name }) => name));
  expect(industryGroups.value.map(({ name, clients }) => [name, clients.length])).toEqual([
    ["Microfinance Institutions", 3],
    ["Logistics & Transport", 3],
    ["Healthcare & Pharmaceuticals", 1],
  ]);
  expect(testimonials.value).toHaveLength(4);
});

test("chat and footer have the specified texts", () => {
  expect(chat).toEqual({
    title: "Support",
    online: "We're online now",
    greeting: "Hi! How can we help you today?",
    whatsapp: "Chat on WhatsApp",
    call: "Call Us",
    note: "Usually responds within minutes",
  });
  expect(new URL(whatsappLink).searchParams.get("text")).toMatch(/request a demo/);
  expect(company.telephoneLink).toMatch(/^tel:\+\d+$/);
  expect(footer.copyright).toContain("© 2025");
  expect(company.city.value).toBe("Nairobi, Kenya");
});
