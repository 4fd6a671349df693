import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { describe, expect, test } from "vitest";
import { type PolicyDocument, resourcesOf, type Template, textOf } from "./template.ts";

const folder = ".github/workflows";
const github = "token.actions.githubusercontent.com";

/** Errors that GitHub's own parser finds. */
async function workflowErrors(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe.each(readdirSync(folder))("the workflow %s", (file) => {
  const content = readFileSync(`${folder}/${file}`, "utf8");

  test("is valid for GitHub's parser", async () => expect(await workflowErrors(file, content)).toEqual([]));

  test.each([
    ["a job without a runner", "jobs:\n  broken:\n    run-on: nowhere"],
    ["an unknown permission", "jobs:\n  broken:\n    permissions:\n      everything: write"],
    ["an invalid expression", "jobs:\n  broken:\n    runs-on: $" + "{{ nothing( }}"],
  ])("is invalid with %s", async (_, fault) => {
    expect(await workflowErrors(file, content.replace(/^jobs:/m, fault))).not.toEqual([]);
  });

  test("pins every action to a commit", () => {
    const actions = [...content.matchAll(/uses: *(\S+)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions)
      expect(action).toMatch(/^(actions\/[\w-]+@[0-9a-f]{40}|\.\/\.github\/workflows\/[\w-]+\.yml)$/);
  });

  test("uses no secrets, starts with read permission, and never runs code from forks with more", () => {
    expect(content).not.toContain("secrets.");
    expect(content).not.toContain("pull_request_target");
    expect(content).toMatch(/^permissions:\n {2}contents: read$/m);
  });

  test("puts no expressions into scripts", () => {
    const scripts = [...content.matchAll(/run: (\|\n(?: {10}.*\n?)+|.*)/g)].map(([, script]) => script);
    for (const script of scripts) expect(script).not.toContain("${{");
  });
});

describe("GitHub's deployment role", () => {
  const template: Template = JSON.parse(readFileSync("ops/deploy/github-role.template.json", "utf8"));

  test("trusts one environment of one repository, and can only read beyond the CDK's roles", () => {
    type Trust = { Statement: [{ Condition: { StringEquals?: Record<string, unknown> } }] };
    type Role = { AssumeRolePolicyDocument: Trust; Policies: { PolicyDocument: PolicyDocument }[] };
    const [role] = resourcesOf<Role>(template, "AWS::IAM::Role");
    expect(role?.properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Condition: { StringEquals: { [`${github}:aud`]: "sts.amazonaws.com" } } }],
    });
    const [{ Condition }] = role?.properties.AssumeRolePolicyDocument.Statement ?? [{ Condition: {} }];
    const subject: unknown = Condition.StringEquals?.[`${github}:sub`];
    expect(textOf(subject)).toMatch(/^repo:\$\{Repository\}:environment:\$\{Stage\}$/);
    const statements =
      role?.properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) ?? [];
    const removable = statements.find(({ Action }) => Action === "cloudformation:DeleteStack");
    for (const stack of [removable?.Resource].flat())
      expect(textOf(stack)).toMatch(/us-east-1:.*stack\/Mwamba-\$\{Stage\}-(Firewall|Budget)\/\*/);
    const policySetter = statements.find(({ Action }) => Action === "cloudformation:SetStackPolicy");
    for (const stack of [policySetter?.Resource].flat())
      expect(textOf(stack)).toMatch(/:stack\/Mwamba-\$\{Stage\}(-\*)?\/\*$/);
    // The deployment tags the assets that the current release no longer uses: ADR 022.
    const tagging = statements.filter(({ Action }) => [Action].flat().includes("s3:PutObjectTagging"));
    expect(tagging.map(({ Action }) => [Action].flat().sort())).toEqual([
      ["s3:GetObject", "s3:GetObjectTagging", "s3:PutObject", "s3:PutObjectTagging"],
    ]);
    for (const { Resource } of tagging)
      expect(textOf(Resource)).toMatch(/^arn:aws:s3:::mwamba-\$\{Stage\}-website\*\/assets\/\*$/);
    // The deployment stores the stage's releases, so that people can go back to one.
    const keeping = statements.filter(({ Action }) => [Action].flat().includes("s3:DeleteObject"));
    for (const { Resource } of keeping)
      expect(textOf(Resource)).toMatch(/^arn:aws:s3:::cdk-\w+-assets-.*\/releases\/Mwamba-\$\{Stage\}\/\*$/);
    // Code and pages of kept releases are beside them. S3 says that a file is missing only to who may list the bucket
    // without a condition.
    const assets = /^arn:aws:s3:::cdk-\w+-assets-/;
    const onAssets = (action: string, end: RegExp) =>
      statements.filter(
        (statement) =>
          !("Condition" in statement) &&
          statement.Action === action &&
          assets.test(textOf(statement.Resource)) &&
          end.test(textOf(statement.Resource)),
      );
    expect(onAssets("s3:ListBucket", /AccountId\}-\*$/)).toHaveLength(1);
    expect(onAssets("s3:GetObject", /AccountId\}-\*\/\*$/)).toHaveLength(1);
    const otherStatements = statements.filter((statement) => ![...tagging, ...keeping].includes(statement));
    for (const action of otherStatements.flatMap(({ Action }) => Action))
      expect(action).toMatch(
        /^(sts:AssumeRole|cloudformation:(DeleteStack|SetStackPolicy)|\w+:(Get|List|Describe)\w+)$/,
      );
  });

  test.each([
    ["company/mwamba", true],
    ["company@1234/mwamba@56789", true],
    ["company", false],
    ["company/mwamba:environment:other", false],
    ["company/*", false],
    ["company@*/mwamba", false],
  ])("accepts %s as a repository: %s", (repository, accepted) => {
    const pattern = new RegExp(`^(?:${template.Parameters?.Repository?.AllowedPattern})$`);
    expect(pattern.test(repository)).toBe(accepted);
  });
});

describe("the deployment to production", () => {
  /** Evaluates a GitHub condition. Its operators mean the same in JavaScript. */
  function evaluate(condition: string, dev: string, cancelled = false): boolean {
    const contexts = {
      cancelled: () => cancelled,
      needs: { dev: { result: dev } },
      vars: { PROD_ROLE: "arn" },
      github: { event: { workflow_run: { conclusion: "success", event: "push" } } },
    };
    return new Function(...Object.keys(contexts), `return (${condition});`)(...Object.values(contexts));
  }
  const [, condition = ""] =
    /^ {2}prod:\n[\s\S]*?if: >-\n((?: {6}.*\n)+)/m.exec(readFileSync(`${folder}/deploy.yml`, "utf8")) ?? [];

  test.each([
    ["success", true],
    ["skipped", true],
    ["failure", false],
    ["cancelled", false],
  ])("runs after a dev result of %s: %s", (dev, runs) => expect(evaluate(condition, dev)).toBe(runs));

  test("does not run after the workflow was cancelled", () =>
    expect(evaluate(condition, "skipped", true)).toBe(false));

  test.each([
    ["deploys the newest commit of main", "a1", 0],
    ["refuses an older commit", "b2", 1],
  ])("%s", async (_, commit, code) => {
    const server = createServer((request, response) => response.end(request.url === path ? "a1" : "none"));
    const path = "/repos/company/mwamba/commits/main";
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const [, script = ""] =
      /- env:\n(?: {10}.*\n)+ {8}run: \|\n((?: {10}.*\n)+)/.exec(
        readFileSync(`${folder}/deploy-stage.yml`, "utf8"),
      ) ?? [];
    expect(script).toContain("$COMMIT");
    const env = {
      ...process.env,
      COMMIT: commit,
      TOKEN: "t",
      GITHUB_REPOSITORY: "company/mwamba",
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
    const [status] = await once(spawn("bash", ["-e", "-c", script], { env, stdio: "ignore" }), "exit");
    server.close();
    expect(status).toBe(code);
  });
});
