import type { LagrangianBound } from './bound.js';
import type { CouplingRow, SideColumn } from './coupling.js';
import type { Failure, MasterSolution } from './room-lp.js';

/** LP whose columns and rows are generated: a `RoomLp`, or that of one CRAC with its zones. */
export interface GeneratedProgram<Answer, Bound> {
  solve(): Answer | Failure;
  add(rows: readonly CouplingRow[]): unknown;
  /** Returns an upper bound on the LP's value with all columns, from the dual values of an answer. */
  boundAt(answer: Answer, side?: readonly SideColumn[]): Bound;
  /** Adds the best columns at a bound's dual values. Returns how many are new. */
  priceOut(bound: Bound): number;
}

/** Settings of a generation of columns and rows. */
export interface Generation<Answer = MasterSolution, Bound = LagrangianBound> {
  /** Maximum number of LPs. */
  readonly rounds: number;
  /** Relative gap between the LP's value and the lowest bound at which generation ends. */
  readonly gap: number;
  /** Returns the rows that an answer violates. */
  readonly broken: (answer: Answer) => readonly CouplingRow[];
  /** Adds violated rows; by default to the LP, for good. */
  readonly add?: (rows: readonly CouplingRow[]) => unknown;
  /** Ranges of the side columns for which the bound holds; by default those of the LP. */
  readonly side?: readonly SideColumn[];
  /** Lowest bound known before; null or absent: none. */
  readonly known?: Bound | null;
  /** Returns the gap of a round if it is not the relative one between the LP's value and the lowest bound. */
  readonly gapOf?: (round: Round<Answer, Bound>) => number;
}

/** Answer of an LP, the rows that it violates, the bound at its dual values, and the lowest bound of all rounds. */
export interface Round<Answer = MasterSolution, Bound = LagrangianBound> {
  readonly answer: Answer;
  readonly broken: readonly CouplingRow[];
  readonly bound: Bound;
  readonly best: Bound;
}

/** Last round of a generation. */
export interface Generated<Answer = MasterSolution, Bound = LagrangianBound> extends Round<Answer, Bound> {
  readonly gap: number;
  /** Why it was the last: 'settled' if no row is violated and the gap is closed or no column is left; 'ended' as asked. */
  readonly end: 'settled' | 'ended' | 'rounds';
}

/**
 * Generates columns and rows of an LP over configurations.
 *
 * @param settings.ends called after each LP; resolves to true to end
 */
export async function generate(
  lp: GeneratedProgram<MasterSolution, LagrangianBound>,
  { ends, ...settings }: Generation & { readonly ends: (round: Round) => Promise<boolean> },
): Promise<Generated | Failure> {
  const rounds = generation(lp, settings);
  for (let isOver = false; ;) {
    const { done, value } = rounds.next(isOver);
    if (done === true) return value;
    isOver = await ends(value);
  }
}

/**
 * Solves an LP, adds the rows that its answer violates and the best configurations at its dual values, until no row is
 * violated and the gap between the LP's value and the lowest bound is closed. Yields each round; resumed with true, it
 * ends there.
 */
export function* generation<Answer extends { readonly objective: number }, Bound extends { readonly value: number }>(
  lp: GeneratedProgram<Answer, Bound>,
  settings: Generation<Answer, Bound>,
): Generator<Round<Answer, Bound>, Generated<Answer, Bound> | Failure, boolean | undefined> {
  const { add = (rows) => lp.add(rows) } = settings;
  let best = settings.known ?? null;
  for (let n = 1; ; n++) {
    const answer = lp.solve();
    if ('failure' in answer) return answer;
    const bound = lp.boundAt(answer, settings.side);
    if (best === null || bound.value < best.value) best = bound;
    const broken = settings.broken(answer);
    const round = { answer, broken, bound, best };
    const gap = settings.gapOf?.(round) ?? (best.value - answer.objective) / Math.max(1e-12, Math.abs(best.value));
    const last = (end: Generated['end']): Generated<Answer, Bound> => ({ ...round, gap, end });
    if ((yield round) === true) return last('ended');
    if (broken.length === 0 && gap <= settings.gap) return last('settled');
    const added = lp.priceOut(bound);
    if (broken.length === 0 && added === 0) return last('settled');
    if (n === settings.rounds) return last('rounds');
    add(broken);
  }
}

/** Returns the last round of a generation that nothing ends early. */
export function lastOf<Answer, Bound>(
  rounds: Generator<Round<Answer, Bound>, Generated<Answer, Bound> | Failure, boolean | undefined>,
): Generated<Answer, Bound> | Failure {
  for (;;) {
    const { done, value } = rounds.next();
    if (done === true) return value;
  }
}
