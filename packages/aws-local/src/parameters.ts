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

/** SSM with the template's parameters, and in memory those that an engineer puts. */
export function openParameterService(template: Template, localize: (value: string) => string) {
  const declared = template.all<{ Type: string; Value: string }>("AWS::SSM::Parameter");
  const parameters = new Map(declared.map(({ name, properties }) => [name, properties]));
  return async (operation: string, input: Input): Promise<Input> => {
    const [Name, Type] = [String(input.Name), String(input.Type ?? "String")];
    const parameter = parameters.get(Name);
    if (operation === "PutParameter") {
      if (parameter && !input.Overwrite) throw new AwsError("ParameterAlreadyExists", `${Name} exists.`);
      parameters.set(Name, { Type, Value: String(input.Value) });
      return { Version: 1 };
    }
    if (operation !== "GetParameter")
      throw new AwsError("UnknownOperationException", `${operation} is not supported`);
    if (!parameter) throw new AwsError("ParameterNotFound", `Parameter ${Name} not found.`);
    const isHidden = parameter.Type === "SecureString" && !input.WithDecryption;
    const Value = isHidden ? "(encrypted)" : localize(parameter.Value);
    const ARN = arn("ssm", `parameter${Name}`);
    return { Parameter: { Name, Type: parameter.Type, Value, Version: 1, ARN, DataType: "text" } };
  };
}
