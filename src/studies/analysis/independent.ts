import type { RunRecord } from '../plan/record.js';

/**
 * Number of significant digits in which values of two runs must agree to count as equal. Our choice: further digits may
 * be rounding.
 */
const DIGITS = 9;

/**
 * Returns a number for each problem, from 0 in their order; problems that are no independent evidence get the same
 * number. These are problems made from one instance by changes or as variants, on which every run ended exactly alike.
 */
export function independentProblems(problems: readonly (readonly RunRecord[])[]): number[] {
  const known = new Map<string, number>();
  return problems.map((members) => {
    const answers = answersOf(members);
    const number = known.get(answers) ?? known.size;
    known.set(answers, number);
    return number;
  });
}

/** Returns a text of what a run did during its search. */
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
