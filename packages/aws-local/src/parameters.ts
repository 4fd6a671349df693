import { AwsError } from "./aws-error.ts";
import type { Input } from "./iam/permissions.ts";
import { arn } from "./template/resource-names.ts";
import type { Template } from "./template/template.ts";

/** Returns a function that replaces the distribution's address by the local one. */
export function localAddresses(template: Template, site: () => string): (value: string) => string {
  const [distribution] = template.all<unknown>("AWS::CloudFront::Distribution");
  const deployed =
    distribution && `https://${template.resolve({ "Fn::GetAtt": [distribution.id, "DomainName"] })}`;
  return (value) => (deployed ? value.replaceAll(deployed, site()) : value);
}

/** SSM with the template's parameters. */
export function openParameterService(template: Template, localize: (value: string) => string) {
  const parameters = template.all<{ Type: string; Value: string }>("AWS::SSM::Parameter");
  return async (operation: string, { Name }: Input): Promise<Input> => {
    if (operation !== "GetParameter")
      throw new AwsError("UnknownOperationException", `${operation} is not supported`);
    const found = parameters.find(({ name }) => name === Name);
    if (!found) throw new AwsError("ParameterNotFound", `Parameter ${String(Name)} not found.`);
    const { Type, Value } = found.properties;
    const ARN = arn("ssm", `parameter${String(Name)}`);
    return { Parameter: { Name, Type, Value: localize(Value), Version: 1, ARN, DataType: "text" } };
  };
}
