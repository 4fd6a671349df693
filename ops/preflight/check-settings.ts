import { placeholdersLeft } from "../../frontend/site/placeholders.ts";
import type { NamedStage } from "../../infra/stages.ts";
import { blocker, type Finding, ok, warning } from "./findings.ts";

/** Missing settings in stages.json, and placeholders on the site. Needs no AWS account. */
export function checkSettings(stage: NamedStage, placeholders = placeholdersLeft()): Finding[] {
  const { name, domain, mailFrom, companyEmail, alarmEmail } = stage;
  const findings: Finding[] = [];
  for (const [key, value] of Object.entries({ mailFrom, companyEmail }))
    if (value === undefined)
      findings.push(blocker(`stages.json has no ${key} for ${name}.`, `Add "${key}": "…@…".`));
  if (alarmEmail === undefined)
    findings.push(warning("Nobody is notified about alarms.", `Add "alarmEmail": "…@…" to stages.json.`));
  if (name !== "prod") return findings;
  if (domain === undefined)
    findings.push(
      warning(
        "The site has no domain: it will have an address at CloudFront.",
        "See docs/deploying.md, “A name of your own”.",
      ),
    );
  if (placeholders.length === 0) return [...findings, ok("The site has no placeholders.")];
  const message = `The site still shows ${placeholders.length} placeholders, the first at ${placeholders[0]?.trim()}`;
  const fix = "npm run placeholders lists them; replace each placeholder(…) by fact(…).";
  return [...findings, stage.allowPlaceholders ? warning(message, fix) : blocker(message, fix)];
}
