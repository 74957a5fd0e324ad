import type { Scalar } from '../../studies/plan/study.js';
import type { PlacedRun } from './input.js';

/** Quantity of a run. Its mean over runs gives the colour of a heat map's cell. */
export type HeatMeasure = 'gap' | 'objective' | 'feasible' | 'failed' | 'timeS';

/**
 * Data of a study's heat maps, embedded in the page. All lists with one entry per run have the runs in the same order.
 */
export interface HeatData {
  readonly classes: readonly { readonly name: string; readonly unit: string; readonly better: 'more' | 'less' }[];
  /** Position in `classes` of each run's class (comparable runs); null if it has none. */
  readonly inClass: readonly (number | null)[];
  /**
   * Varied parameters with at least two values (`levels`, in order). `at` is the position of each run's value in
   * `levels`; null if it has none.
   */
  readonly axes: readonly {
    readonly name: string;
    readonly levels: readonly Scalar[];
    readonly at: readonly (number | null)[];
  }[];
  /** For each measure, the value of each run; null if it has none. "feasible" and "failed" are 1 (yes) or 0. */
  readonly measures: Readonly<Partial<Record<HeatMeasure, readonly (number | null)[]>>>;
}

/** Maximum numbers of rows and columns of a heat map. Our choice: larger maps cannot be read. */
export const MAX_LEVELS = { rows: 40, columns: 12 } as const;

export interface HeatCell {
  readonly mean: number | null;
  /** Number of averaged runs. */
  readonly runs: number;
}

/**
 * Returns the cells [row][column] of a heat map: means of a measure over the runs of class `c`, by the levels of two
 * varied parameters.
 */
export function heatGrid(
  data: HeatData,
  c: number,
  rowAxis: number,
  columnAxis: number,
  measure: HeatMeasure,
): HeatCell[][] {
  const [rows, columns] = [data.axes[rowAxis]!, data.axes[columnAxis]!];
  const values = data.measures[measure] ?? [];
  const sums = rows.levels.map(() => columns.levels.map(() => ({ sum: 0, runs: 0 })));
  data.inClass.forEach((own, n) => {
    const [row, column, value] = [rows.at[n] ?? null, columns.at[n] ?? null, values[n] ?? null];
    if (own !== c || row === null || column === null || value === null) return;
    const entry = sums[row]![column]!;
    entry.sum += value;
    entry.runs++;
  });
  return sums.map((row) => row.map(({ sum, runs }) => ({ mean: runs === 0 ? null : sum / runs, runs })));
}

/**
 * Returns the data of a study's heat maps.
 *
 * @param times true if the time of runs is among the measures
 */
export function heatData(
  placed: readonly PlacedRun[],
  classes: readonly { readonly name: string; readonly objectiveUnit: string; readonly better: 'more' | 'less' }[],
  times: boolean,
): HeatData {
  const names = [...new Set(placed.flatMap(({ cell }) => Object.keys(cell)))];
  const axes = names.map((name) => {
    const own = placed.map(({ cell }) => (Object.hasOwn(cell, name) ? cell[name]! : undefined));
    const levels = ordered([...new Set(own.filter((value) => value !== undefined))]);
    const place = new Map(levels.map((level, n) => [level, n]));
    return { name, levels, at: own.map((value) => (value === undefined ? null : place.get(value)!)) };
  });
  const shareOf = (holds: (run: PlacedRun) => boolean): number[] => placed.map((run) => (holds(run) ? 1 : 0));
  const measures: Record<HeatMeasure, readonly (number | null)[]> = {
    gap: placed.map(({ gap }) => gap),
    objective: placed.map(({ record: { outcome } }) => (outcome.feasible === true ? outcome.objective : null)),
    feasible: shareOf(({ record }) => record.outcome.feasible === true),
    failed: shareOf(({ record }) => record.outcome.failure !== null),
    timeS: times ? placed.map(timeOf) : [],
  };
  return {
    classes: classes.map(({ name, objectiveUnit, better }) => ({ name, unit: objectiveUnit, better })),
    inClass: placed.map(({ inClass }) => inClass),
    axes: axes.filter(({ levels }) => levels.length > 1),
    measures: Object.fromEntries(
      Object.entries(measures).filter(([, values]) => values.some((value) => value !== null)),
    ),
  };
}

/**
 * Returns the time that a run took, s, without the time for a bound. Null if the run failed, unless the study's time
 * limit ended it.
 */
function timeOf({ record: { outcome, machine } }: PlacedRun): number | null {
  const { failure } = outcome;
  const { total, bound = 0 } = machine.timeS;
  return total !== undefined && (failure === null || failure.reason === 'time') ? Math.max(0, total - bound) : null;
}

/** Returns levels in ascending order if all are numbers, otherwise in the given order. */
function ordered(levels: readonly Scalar[]): readonly Scalar[] {
  return levels.every((level) => typeof level === 'number') ? [...levels].sort((a, b) => a - b) : levels;
}

/**
 * Returns the positions in `axes` of the two varied parameters with the most levels among the runs of class `c`. The
 * seed is taken only if fewer than two other parameters vary. Null if fewer than two parameters vary.
 */
export function widestAxes({ axes, inClass }: HeatData, c: number): readonly [row: number, column: number] | null {
  const sizes = axes.map(({ at }) => new Set(at.filter((_, n) => inClass[n] === c)).size);
  const found = [...axes.keys()]
    .filter((n) => sizes[n]! > 1)
    .sort((a, b) => Number(axes[a]!.name === 'seed') - Number(axes[b]!.name === 'seed') || sizes[b]! - sizes[a]!);
  return found.length < 2 ? null : [found[0]!, found[1]!];
}
