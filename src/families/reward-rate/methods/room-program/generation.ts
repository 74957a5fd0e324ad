import type { LagrangianBound } from './bound.js';
import type { CouplingRow, SideColumn } from './coupling.js';
import type { Failure, MasterSolution, RoomLp } from './room-lp.js';

/** Settings of a generation of columns and rows. */
export interface Generation {
  /** Maximum number of LPs. */
  readonly rounds: number;
  /** Relative gap between the LP's value and the lowest bound at which generation ends. */
  readonly gap: number;
  /** Returns the rows that an answer violates. */
  readonly broken: (answer: MasterSolution) => readonly CouplingRow[];
  /** Adds violated rows; by default to the LP, for good. */
  readonly add?: (rows: readonly CouplingRow[]) => unknown;
  /** Ranges of the side columns for which the bound holds; by default those of the LP. */
  readonly side?: readonly SideColumn[];
  /** Lowest bound known before; null or absent: none. */
  readonly known?: LagrangianBound | null;
  /** Called after each LP; resolves to true to end. */
  readonly ends: (round: Round) => Promise<boolean>;
  /** Returns the gap of a round if it is not the relative one between the LP's value and the lowest bound. */
  readonly gapOf?: (round: Round) => number;
}

/** Answer of an LP, the rows that it violates, the bound at its dual values, and the lowest bound of all rounds. */
export interface Round {
  readonly answer: MasterSolution;
  readonly broken: readonly CouplingRow[];
  readonly bound: LagrangianBound;
  readonly best: LagrangianBound;
}

/** Last round of a generation. */
export interface Generated extends Round {
  readonly gap: number;
  /** Why it was the last: 'settled' if no row is violated and the gap is closed or no column is left; 'ended' as asked. */
  readonly end: 'settled' | 'ended' | 'rounds';
}

/**
 * Generates columns and rows: solves the LP, adds the rows that its answer violates and the best configurations at its
 * dual values, until no row is violated and the gap between the LP's value and the lowest bound is closed.
 */
export async function generate(lp: RoomLp, settings: Generation): Promise<Generated | Failure> {
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
    const last = (end: Generated['end']): Generated => ({ ...round, gap, end });
    if (await settings.ends(round)) return last('ended');
    if (broken.length === 0 && gap <= settings.gap) return last('settled');
    const added = lp.priceOut(bound);
    if (broken.length === 0 && added === 0) return last('settled');
    if (n === settings.rounds) return last('rounds');
    add(broken);
  }
}
