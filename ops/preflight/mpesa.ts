import { stackName } from "../../infra/stack-names.ts";
import type { NamedStage } from "../../infra/stages.ts";
import { DARAJA_URL, paybillParameter } from "../../shared/paybill/connection.ts";
import { readConnection } from "../mpesa/connect.ts";
import type { Aws } from "./aws-clients.ts";
import { checkAws, type Finding, ok, warning } from "./findings.ts";
import { findStack } from "./stack-state.ts";

/** Whether the stage's paybill number has its secrets, and whether M-Pesa calls this stage. */
export async function checkMpesa(aws: Aws, stage: NamedStage): Promise<Finding[]> {
  const { name, mpesa } = stage;
  if (!mpesa) return [];
  const stack = stackName(stage);
  const parameter = paybillParameter(stack);
  const connect = `npm run mpesa -- connect --stage ${name}`;
  return checkAws("M-Pesa", "ssm:GetParameter and cloudformation:DescribeStacks", async () => {
    const connection = await readConnection({ ssm: aws.ssm, parameter });
    if (!connection)
      return warning(
        `The paybill number ${mpesa.short_code} has no secrets in ${parameter}: no payment comes in by itself.`,
        `After deploying: ${connect}`,
      );
    const { registered, url } = connection;
    const outputs = (await findStack(aws, stack))?.Outputs;
    const site = outputs?.find(({ OutputKey }) => OutputKey === "SiteUrl")?.OutputValue;
    if (!registered)
      return warning("The addresses that M-Pesa calls are not registered, or not all of them.", connect);
    if (registered.short_code !== mpesa.short_code || (site && registered.site !== site))
      return warning(
        `M-Pesa calls ${registered.site} for ${registered.short_code}, not ${site ?? name} for ${mpesa.short_code}.`,
        `Delete the addresses in the Daraja portal (Self services, URL management), then: ${connect}`,
      );
    if (name === "prod" && url !== DARAJA_URL)
      return warning(`Production uses ${url} instead of M-Pesa itself.`, connect);
    const since = registered.at.slice(0, 10);
    return ok(`M-Pesa announces payments to ${registered.short_code} at ${registered.site} since ${since}.`);
  });
}
