import type { RunRecord } from '../plan/record.js';

/** Significant digits by which figures of two runs are the same: rounding is beyond them. */
const DIGITS = 9;

/**
 * Returns the numbers of problems, from 0 in their order, with one number for those that are no evidence beside each
 * other: made of one instance by changes or as its variants, and every run of the one ended as its counterpart of the
 * other did.
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

/** Returns the text of what a run did on its way. */
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
