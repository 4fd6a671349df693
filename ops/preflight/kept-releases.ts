import type { NamedStage } from "../../infra/stages.ts";
import { openReleases } from "../deploy/releases.ts";
import { checkAws, type Finding, ok, warning } from "./findings.ts";

/** Whether the releases that `npm run rollback` can go back to still have their code and pages. */
export const checkReleases = (stage: NamedStage, account: string): Promise<Finding[]> =>
  checkAws("The kept releases", "s3:ListBucket and s3:GetObject", async () => {
    const releases = openReleases(stage, account);
    // Without the CDK's bootstrap stack there are none.
    const keptReleases = await releases
      .list()
      .catch((error) => (error.name === "NoSuchBucket" ? [] : Promise.reject(error)));
    const broken: string[] = [];
    for (const release of keptReleases)
      if ((await releases.missingFiles(release)).length > 0) broken.push(release.at);
    if (broken.length > 0)
      return warning(
        `npm run rollback cannot deploy ${broken.length} of ${keptReleases.length} kept releases again: files of ${broken.join(", ")} are gone from the CDK's bucket.`,
        "Remove lifecycle rules from the bucket, and never run cdk gc. To go back, deploy the commit again.",
      );
    return keptReleases.length > 0
      ? ok(`npm run rollback can go back to ${keptReleases.length} release(s).`)
      : [];
  });
