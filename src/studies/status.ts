import { canonicalJson } from './plan/canonical-json.js';
import type { RunRecord } from './plan/record.js';
import type { StudyRun } from './plan/run.js';

/** Progress of a study, computed from its records. */
export interface StudyStatus {
  readonly runs: number;
  /** Number of runs with a record. */
  readonly done: number;
  /** Number of runs whose record states a failure. */
  readonly failed: number;
  /** Number of runs without a record. */
  readonly missing: number;
  /** Number of failed runs by reason. */
  readonly failures: Readonly<Record<string, number>>;
  /** Number of records of another version of Plenum for runs that the study does not contain. */
  readonly otherVersions: number;
  /** Number of records of this version of Plenum for runs that the study does not contain. */
  readonly notAsked: number;
  /** Best feasible plan for each question (instance with its changes and options), in the order of the study. */
  readonly best: readonly BestRun[];
}

/** The best run for one question. A question is an instance of a family with its changes and options. */
export interface BestRun {
  readonly family: string;
  readonly instance: string;
  /** What distinguishes the question from others (changed fields, options, ...), in words; empty if nothing does. */
  readonly asked: string;
  /** Number of the question's runs with a record. */
  readonly done: number;
  readonly method: string | null;
  readonly seed: number;
  /** Methods, including this run's, that found a plan with exactly this objective. */
  readonly equal: readonly string[];
  readonly objective: number;
  readonly objectiveUnit: string | null;
  readonly gap: number | null;
  readonly key: string;
}

/** Returns the progress of a study with the given runs and records. */
export function statusOf(
  runs: readonly Pick<StudyRun, 'key' | 'position'>[],
  records: readonly RunRecord[],
  plenumVersion: string,
): StudyStatus {
  const position = new Map(runs.map((run) => [run.key, run.position]));
  const own = records
    .filter(({ key }) => position.has(key))
    .sort((a, b) => position.get(a.key)! - position.get(b.key)!);
  const others = records.filter(({ key }) => !position.has(key));
  const otherVersions = others.filter(({ run }) => run.version !== plenumVersion).length;
  const failures = countsOf(own.flatMap(({ outcome }) => outcome.failure?.reason ?? []));
  return {
    runs: position.size,
    done: own.length,
    missing: position.size - own.length,
    failures,
    failed: own.filter(({ outcome }) => outcome.failure !== null).length,
    otherVersions,
    notAsked: others.length - otherVersions,
    best: bestOf(own),
  };
}

function countsOf(reasons: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const reason of [...reasons].sort()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function bestOf(records: readonly RunRecord[]): BestRun[] {
  const questions = new Map<string, RunRecord[]>();
  const kinds = new Map<string, Set<string | undefined>>();
  const sameOf = new Map<string, string>();
  for (const record of records) {
    const { run, outcome } = record;
    // What makes an answer better is part of the question: no two units are ever compared.
    const { verb, family, instance, options, more } = run;
    const same = canonicalJson([verb, family, instance, options, more, outcome.objectiveUnit, outcome.better]);
    // Plans of different rules are not compared.
    const question = canonicalJson([same, outcome.rules ?? null]);
    if (isPlan(outcome)) kinds.set(same, (kinds.get(same) ?? new Set()).add(outcome.rules));
    sameOf.set(question, same);
    const asked = questions.get(question);
    if (asked === undefined) questions.set(question, [record]);
    else asked.push(record);
  }
  return [...questions].flatMap(([question, all]) => {
    const best = all.reduce<RunRecord | null>((least, one) => (isBetter(one, least) ? one : least), null);
    if (best === null) return [];
    const { objective } = best.outcome;
    const equal = new Set(all.filter(({ outcome }) => isPlan(outcome) && outcome.objective === objective).map(nameOf));
    const severalRules = (kinds.get(sameOf.get(question)!)?.size ?? 0) > 1;
    return [{ ...told(best, all.length, severalRules), equal: [...equal] }];
  });
}

/** Returns true if a run has a feasible plan and, if there is a best run so far, this plan is strictly better. */
function isBetter({ outcome }: RunRecord, than: RunRecord | null): boolean {
  const { objective, better } = outcome;
  if (!isPlan(outcome) || objective === null || better === null) return false;
  const other = than?.outcome.objective ?? null;
  return other === null || (better === 'more' ? objective > other : objective < other);
}

function isPlan({ feasible, failure }: RunRecord['outcome']): boolean {
  return feasible === true && failure === null;
}

function nameOf({ run }: RunRecord): string {
  return run.method ?? 'default';
}

function told({ key, run, outcome }: RunRecord, done: number, severalRules: boolean): Omit<BestRun, 'equal'> {
  const { family, instance, options, more, method, seed } = run;
  const changes = instance.changes.map(({ field, value, factor }) => `${field}=${factor ? 'x' : ''}${String(value)}`);
  const named = Object.entries({ ...options, ...more }).map(([name, value]) => {
    return `${name}=${typeof value === 'string' ? value : canonicalJson(value)}`;
  });
  const rules = severalRules && outcome.rules !== undefined ? [outcome.rules] : [];
  const generated = instance.generated === null ? [] : [`generator seed ${instance.generated.seed}`];
  return {
    family,
    instance: instance.name,
    asked: [...generated, ...changes, ...named, ...rules].join(', '),
    done,
    method,
    seed,
    objective: outcome.objective!,
    objectiveUnit: outcome.objectiveUnit,
    gap: outcome.gap,
    key,
  };
}
