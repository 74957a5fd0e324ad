import type { RunRecord } from '../plan/record.js';

/** Number of significant digits in which equal values agree. Our choice: further digits may be rounding errors. */
const DIGITS = 9;

/**
 * Returns a group number for each instance, from 0. Instances in one group are made from the same instance and have the
 * same results in all runs, so they are not independent samples.
 */
export function independentInstances(instances: readonly (readonly RunRecord[])[]): number[] {
  const known = new Map<string, number>();
  return instances.map((members) => {
    const answers = answersOf(members);
    const number = known.get(answers) ?? known.size;
    known.set(answers, number);
    return number;
  });
}

/** Returns a text that is equal for runs that did the same work: equal failure, counts of work and trajectory. */
export function wayOf({ outcome }: RunRecord): string {
  const work = Object.entries(outcome.work).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([outcome.failure?.reason, work, outcome.trajectory]);
}

function answersOf(members: readonly RunRecord[]): string {
  const { name, sha256, generated } = members[0]!.run.instance;
  const answers = members.map((record) => {
    const { run, outcome } = record;
    const figures = [outcome.objective, outcome.bound].map((value) => value?.toPrecision(DIGITS) ?? null);
    // Where a clock ends runs, their work is the machine's.
    const way = run.budget.timeLimitS === null ? wayOf(record) : null;
    return JSON.stringify([run.method, run.budget, run.seed, outcome.feasible, figures, way]);
  });
  return JSON.stringify([sha256 ?? generated?.words ?? name, answers.sort()]);
}
