import { placeholdersLeft } from "../../frontend/site/placeholders.ts";
import { type NamedStage, siteUrlOf } from "../deploy/stage-settings.ts";
import { blocks, type Finding, fine, warns } from "./findings.ts";

/** What the owner has not said yet, in stages.json and on the site; it takes no account to know. */
export function complete(
  stage: NamedStage,
  left = placeholdersLeft({ ...process.env, ...siteUrlOf(stage) }),
): Finding[] {
  const { name, domain, certificateArn, mailFrom, companyEmail, alarmEmail } = stage;
  const found: Finding[] = [];
  for (const [key, value] of Object.entries({ mailFrom, companyEmail }))
    if (value === undefined)
      found.push(blocks(`stages.json says no ${key} for ${name}.`, `Write "${key}": "…@…" there.`));
  if (Boolean(domain) !== Boolean(certificateArn))
    found.push(
      blocks(
        "A domain and its certificate only go together.",
        "Write both domain and certificateArn into stages.json.",
      ),
    );
  if (stage.monthlyBudget !== undefined && alarmEmail === undefined)
    found.push(
      blocks("A monthly budget needs somebody to tell.", `Write "alarmEmail": "…@…" into stages.json.`),
    );
  else if (alarmEmail === undefined)
    found.push(warns("Nobody is told of alarms.", `Write "alarmEmail": "…@…" into stages.json.`));
  if (name !== "prod") return found;
  if (domain === undefined)
    found.push(
      warns(
        "The site has no name of its own: it will stand at one of CloudFront's.",
        "See docs/deploying.md, “A name of your own”.",
      ),
    );
  if (left.length === 0) return [...found, fine("The site has no placeholder left.")];
  const sentence = `The site still shows ${left.length} sample facts, beginning with ${left[0]?.trim()}`;
  const mend = "npm run placeholders lists them; replace each placeholder(…) by fact(…).";
  return [...found, stage.allowPlaceholders ? warns(sentence, mend) : blocks(sentence, mend)];
}
