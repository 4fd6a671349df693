import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Environment, startEnvironment } from "aws-local";
import { referencedId, resourcesOf, type Template } from "../../infra/checks/template.ts";
import { localSchedule } from "../../infra/stack-names.ts";
import type { Target } from "../../ops/deploy/watched-release.ts";
import { smokeProblems } from "../../ops/smoke/smoke.ts";
import { type AlarmProperties, alarmStates, type Period } from "./alarm-states.ts";

type Metric = { MetricName?: string; Dimensions?: { Value: unknown }[] };
type Alarm = AlarmProperties & Metric;

/**
 * Releases on this machine: a deployment starts the assembly on the data and at the address of the one before. The
 * metrics of errors are real; `traffic` is what people do in each period of them.
 */
export function localTarget(traffic: (running: Environment) => Promise<void>) {
  const directory = mkdtempSync(join(tmpdir(), "release-"));
  /** Folders of code and pages by their hash, as in the bootstrap bucket. */
  const published = new Map<string, string>();
  const history: Record<string, number>[] = [];
  let errors: Record<string, number> = {};
  let current: { environment: Environment; template: Template } | undefined;

  /** Fetches what the assembly only names, and publishes what it has. */
  function publish(assembly: string, product: string): void {
    const { files } = JSON.parse(readFileSync(join(assembly, `${product}.assets.json`), "utf8"));
    for (const { source } of Object.values<{ source: { path: string } }>(files)) {
      const path = join(assembly, source.path);
      const known = published.get(source.path);
      if (existsSync(path)) published.set(source.path, resolve(path));
      else if (known) symlinkSync(known, path);
    }
  }

  const target: Target = {
    async deploy({ directory: assembly, product, template = { Resources: {} } }) {
      publish(assembly, product);
      const port = Number(current ? new URL(current.environment.site).port : 0);
      await current?.environment.stop();
      const environment = await startEnvironment({
        assembly,
        directory,
        ports: { site: port },
        inProcess: true,
        log(line) {
          const [, failed = ""] = /^(\w+) failed: /.exec(line) ?? [];
          errors[failed] = (errors[failed] ?? 0) + 1;
        },
      });
      current = { environment, template };
    },
    deployed: async () => current?.template,
    smoke: async () => smokeProblems(current?.environment.site ?? ""),
    async alarms() {
      if (!current) return new Map();
      const { environment, template } = current;
      await environment.runSchedule(localSchedule("probe"), environment.now());
      await traffic(environment);
      history.push(errors);
      errors = {};
      return new Map(
        resourcesOf<Alarm>(template, "AWS::CloudWatch::Alarm")
          .filter(({ properties }) =>
            metricsOf(properties).every(([, { MetricName = "" }]) => ["Errors", "5xx"].includes(MetricName)),
          )
          .map(({ id, properties }) => {
            const periods = history.map((counts) => valuesOf(properties, counts));
            return [id, alarmStates(properties, periods).at(-1) === "ALARM"];
          }),
      );
    },
  };
  return {
    ...target,
    site: () => current?.environment.site ?? "",
    async stop() {
      await current?.environment.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

const metricsOf = ({ MetricName, Dimensions = [], Metrics }: Alarm): [id: string, metric: Metric][] =>
  Metrics?.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, MetricStat.Metric] as [string, Metric]] : [],
  ) ?? [["m0", { ...(MetricName && { MetricName }), Dimensions }]];

/** An error of a function of the API is a 5xx. */
const valuesOf = (alarm: Alarm, errors: Record<string, number>): Period =>
  Object.fromEntries(
    metricsOf(alarm).map(([id, { MetricName, Dimensions = [] }]) => {
      const named = Dimensions.map(({ Value }) => referencedId(Value));
      const counted = Object.entries(errors).filter(([fn]) =>
        MetricName === "5xx" ? fn.startsWith("Api") : named.includes(fn),
      );
      return [id, counted.reduce((sum, [, count]) => sum + count, 0)];
    }),
  );
