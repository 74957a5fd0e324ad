/** A factor of an experiment and its levels, in the order in which they are shown. */
export interface Factor {
  readonly name: string;
  readonly levels: readonly string[];
}

/** Cell of an experiment: the chosen level (value) of every factor (key). */
export type Cell = Readonly<Record<string, string>>;

/**
 * A designed experiment as plain data. Its cells are all combinations of factor levels, except those that match a
 * pattern of `without`. Trial t (from 0) has the seed `seed + t` in every cell, so that cells can be compared trial by
 * trial.
 */
export interface Design {
  readonly name: string;
  /** Name by which trials are stored: designs of the same pool run common trials once. Default: `name`. */
  readonly pool?: string;
  /** Version of the design, raised whenever an unchanged design would give different records. */
  readonly version: number;
  readonly factors: readonly Factor[];
  /** Patterns of cells that are left out. A cell matches a pattern if it has all the levels that the pattern names. */
  readonly without: readonly Cell[];
  readonly trials: number;
  readonly seed: number;
  /** Settings that all trials share, such as a step limit, by name. */
  readonly settings: Readonly<Record<string, number | string | null>>;
}

export interface TrialRequest {
  readonly cell: Cell;
  /** Index of the trial in its cell, from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly settings: Design['settings'];
  /** File in which a long trial may save partial results for a restart. The final result must not depend on it. */
  readonly partFile?: string;
}

/**
 * Checks that an experiment's design is valid.
 *
 * @throws RangeError with a description of the fault.
 */
export function validateDesign(design: Design): void {
  const { name, factors, without, trials, seed } = design;
  const fault = (what: string): never => {
    throw new RangeError(`Experiment ${name}: ${what}`);
  };
  if (!Number.isSafeInteger(trials) || trials < 1) fault(`trials must be a whole number of at least 1, not ${trials}`);
  if (!Number.isSafeInteger(seed) || seed < 0 || !Number.isSafeInteger(seed + trials)) fault(`no seed ${seed}`);
  if (factors.length === 0) fault('no factors');
  if (new Set(factors.map((factor) => factor.name)).size < factors.length) fault('two factors of the same name');
  for (const { name: factor, levels } of factors) {
    if (levels.length === 0) fault(`factor ${factor} has no levels`);
    if (new Set(levels).size < levels.length) fault(`factor ${factor} has a level twice`);
  }
  for (const pattern of without) {
    for (const [factor, level] of Object.entries(pattern)) {
      const known = factors.find((candidate) => candidate.name === factor);
      if (!known?.levels.includes(level)) fault(`"without" names ${factor} = ${level}, which is not in the design`);
    }
  }
  if (cellsOf(design).length === 0) fault('no cells');
}

/** Returns all cells; the last factor varies fastest. */
export function cellsOf({ factors, without }: Pick<Design, 'factors' | 'without'>): Cell[] {
  let cells: Cell[] = [{}];
  for (const { name, levels } of factors) {
    cells = cells.flatMap((cell) => levels.map((level) => ({ ...cell, [name]: level })));
  }
  return cells.filter((cell) => !without.some((pattern) => agrees(cell, pattern)));
}

/**
 * Returns all trials in the order of execution: the first trial of every cell, then the second of every cell, and so
 * on, so that an early stop leaves complete trials.
 */
export function trialsOf(design: Design): TrialRequest[] {
  const cells = cellsOf(design);
  return Array.from({ length: design.trials }, (_, trial) =>
    cells.map((cell) => ({ cell, trial, seed: design.seed + trial, settings: design.settings })),
  ).flat();
}

/** Returns true if a cell has all the levels that the pattern names. */
export function agrees(cell: Cell, pattern: Cell): boolean {
  // Large designs compare their cells with patterns millions of times: no list is made.
  for (const factor in pattern) if (cell[factor] !== pattern[factor]) return false;
  return true;
}

export function designText({ name, version, factors, without, trials, seed, settings }: Design): string {
  const plain = {
    name,
    version,
    factors: factors.map((factor) => ({ name: factor.name, levels: factor.levels })),
    without: without.map(sorted),
    trials,
    seed,
    settings: sorted(settings),
  };
  return JSON.stringify(plain);
}

export function trialKey(factors: readonly Factor[], cell: Cell, trial: number): string {
  return JSON.stringify([...factors.map(({ name }) => cell[name]), trial]);
}

function sorted<V>(record: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
