import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { describe, expect, test } from "vitest";
import { awsRules } from "./aws-rules.ts";
import { all, type PolicyDocument, type Template, text } from "./template.ts";

const folder = ".github/workflows";
const github = "token.actions.githubusercontent.com";

/** What GitHub itself has against a workflow's file. */
async function complaints(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe.each(readdirSync(folder))("the workflow %s", (file) => {
  const content = readFileSync(`${folder}/${file}`, "utf8");

  test("is understood by GitHub", async () => expect(await complaints(file, content)).toEqual([]));

  test.each([
    ["a job that runs nowhere", "jobs:\n  broken:\n    run-on: nowhere"],
    ["a permission that is none", "jobs:\n  broken:\n    permissions:\n      everything: write"],
    ["a calculation that is none", "jobs:\n  broken:\n    runs-on: $" + "{{ nothing( }}"],
  ])("would be refused with %s", async (_, fault) => {
    expect(await complaints(file, content.replace(/^jobs:/m, fault))).not.toEqual([]);
  });

  test("runs only actions that nobody can change afterwards", () => {
    const actions = [...content.matchAll(/uses: *(\S+)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions)
      expect(action).toMatch(/^(actions\/[\w-]+@[0-9a-f]{40}|\.\/\.github\/workflows\/[\w-]+\.yml)$/);
  });

  test("keeps no keys, starts from reading alone, and runs nothing of a stranger's with more", () => {
    expect(content).not.toContain("secrets.");
    expect(content).not.toContain("pull_request_target");
    expect(content).toMatch(/^permissions:\n {2}contents: read$/m);
  });

  test("puts nothing that others wrote into a script", () => {
    const scripts = [...content.matchAll(/run: (\|\n(?: {10}.*\n?)+|.*)/g)].map(([, script]) => script);
    for (const script of scripts) expect(script).not.toContain("${{");
  });
});

describe("the role that deploys from GitHub", () => {
  const template: Template = JSON.parse(readFileSync("ops/deploy/github-role.template.json", "utf8"));

  test("follows AWS's own rules", () => expect(awsRules(template)).toEqual([]));

  test("trusts one repository's one environment, and does nothing past the CDK's own roles but look", () => {
    type Trust = { Statement: [{ Condition: { StringEquals?: Record<string, unknown> } }] };
    type Role = { AssumeRolePolicyDocument: Trust; Policies: { PolicyDocument: PolicyDocument }[] };
    const [role] = all<Role>(template, "AWS::IAM::Role");
    expect(role?.properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Condition: { StringEquals: { [`${github}:aud`]: "sts.amazonaws.com" } } }],
    });
    const [{ Condition }] = role?.properties.AssumeRolePolicyDocument.Statement ?? [{ Condition: {} }];
    const subject: unknown = Condition.StringEquals?.[`${github}:sub`];
    expect(text(subject)).toMatch(/^repo:\$\{Repository\}:environment:\$\{Stage\}$/);
    const statements =
      role?.properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) ?? [];
    const removable = statements.find(({ Action }) => Action === "cloudformation:DeleteStack");
    for (const stack of [removable?.Resource].flat())
      expect(text(stack)).toMatch(/us-east-1:.*stack\/Mwamba-\$\{Stage\}-(Firewall|Budget)\/\*/);
    // It marks the assets that no release names any more: ADR 022.
    const marking = statements.filter(({ Action }) => [Action].flat().includes("s3:PutObjectTagging"));
    expect(marking.map(({ Action }) => [Action].flat().sort())).toEqual([
      ["s3:GetObject", "s3:GetObjectTagging", "s3:PutObject", "s3:PutObjectTagging"],
    ]);
    for (const { Resource } of marking)
      expect(text(Resource)).toMatch(/^arn:aws:s3:::mwamba-\$\{Stage\}-website\*\/assets\/\*$/);
    const others = statements.filter((statement) => !marking.includes(statement));
    for (const action of others.flatMap(({ Action }) => Action))
      expect(action).toMatch(/^(sts:AssumeRole|cloudformation:DeleteStack|\w+:(Get|List|Describe)\w+)$/);
  });

  test.each([
    ["company/mwamba", true],
    ["company@1234/mwamba@56789", true],
    ["company", false],
    ["company/mwamba:environment:other", false],
    ["company/*", false],
    ["company@*/mwamba", false],
  ])("takes %s for a repository: %s", (repository, taken) => {
    const pattern = new RegExp(`^(?:${template.Parameters?.Repository?.AllowedPattern})$`);
    expect(pattern.test(repository)).toBe(taken);
  });
});

describe("the way to production", () => {
  /** A condition of GitHub's, whose few operators mean the same in JavaScript. */
  function opens(condition: string, dev: string, cancelled = false): boolean {
    const given = {
      cancelled: () => cancelled,
      needs: { dev: { result: dev } },
      vars: { PROD_ROLE: "arn" },
      github: { event: { workflow_run: { conclusion: "success", event: "push" } } },
    };
    return new Function(...Object.keys(given), `return (${condition});`)(...Object.values(given));
  }
  const [, condition = ""] =
    /^ {2}prod:\n[\s\S]*?if: >-\n((?: {6}.*\n)+)/m.exec(readFileSync(`${folder}/deploy.yml`, "utf8")) ?? [];

  test.each([
    ["success", true],
    ["skipped", true],
    ["failure", false],
    ["cancelled", false],
  ])("after a dev that ended with %s it opens: %s", (dev, open) => expect(opens(condition, dev)).toBe(open));

  test("is closed once the run was cancelled", () => expect(opens(condition, "skipped", true)).toBe(false));

  test.each([
    ["the newest", "a1", 0],
    ["one that main has left behind", "b2", 1],
  ])("a commit that is %s", async (_, commit, code) => {
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
      ...{ COMMIT: commit, TOKEN: "t", GITHUB_REPOSITORY: "company/mwamba" },
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
    const [status] = await once(spawn("bash", ["-e", "-c", script], { env, stdio: "ignore" }), "exit");
    server.close();
    expect(status).toBe(code);
  });
});
