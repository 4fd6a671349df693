import { placeholdersLeft } from "../../frontend/site/placeholders.ts";
import { type NamedStage, siteUrlOf } from "../deploy/stage-settings.ts";
import { blocker, type Finding, ok, warning } from "./findings.ts";

/** Missing settings in stages.json, and placeholders on the site. Needs no AWS account. */
export function checkSettings(
  stage: NamedStage,
  placeholders = placeholdersLeft({ ...process.env, ...siteUrlOf(stage) }),
): Finding[] {
  const { name, domain, certificateArn, mailFrom, companyEmail, alarmEmail } = stage;
  const findings: Finding[] = [];
  for (const [key, value] of Object.entries({ mailFrom, companyEmail }))
    if (value === undefined)
      findings.push(blocker(`stages.json has no ${key} for ${name}.`, `Add "${key}": "…@…".`));
  if (Boolean(domain) !== Boolean(certificateArn))
    findings.push(
      blocker(
        "A domain needs a certificate, and a certificate a domain.",
        "Add both domain and certificateArn to stages.json.",
      ),
    );
  if (stage.monthlyBudget !== undefined && alarmEmail === undefined)
    findings.push(
      blocker("A monthly budget needs an email address.", `Add "alarmEmail": "…@…" to stages.json.`),
    );
  else if (alarmEmail === undefined)
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
