import { agrees, type Cell, cellsOf, type Design, trialKey } from '../experiments/design.js';
import type { Records, TrialRecord, Values } from '../experiments/record.js';
import { byTrial } from '../experiments/select.js';
import type { ByTrial } from './rules.js';

/** The records of a figure, with derived values that its claims refer to. */
export interface FigureData {
  readonly design: Design;
  /** Name of the interpretation ("reading") of what the paper leaves open. */
  readonly reading: string;
  /** Records of the trials, by the key of their cell (combination of factor levels). */
  readonly byCell: ReadonlyMap<string, readonly TrialRecord[]>;
}

/**
 * Returns the records grouped by cell (combination of factor levels).
 *
 * @param derived returns further values of a trial, which are added to its record
 */
export function dataWith(
  { design, records }: Records,
  reading: string,
  derived: (record: TrialRecord) => Values,
): FigureData {
  const byCell = new Map<string, TrialRecord[]>();
  for (const record of records) {
    const key = trialKey(design.factors, record.cell, 0);
    byCell.set(key, [...(byCell.get(key) ?? []), { ...record, values: { ...record.values, ...derived(record) } }]);
  }
  return { design, reading, byCell };
}

/** Returns the data with only the cells (combinations of factor levels) that `keeps` accepts. */
export function restricted(data: FigureData, keeps: (cell: Cell) => boolean): FigureData {
  const { design, byCell } = data;
  const left = cellsOf(design).filter((cell) => !keeps(cell));
  const keys = new Set(left.map((cell) => trialKey(design.factors, cell, 0)));
  return {
    ...data,
    design: { ...design, without: [...design.without, ...left] },
    byCell: new Map([...byCell].filter(([key]) => !keys.has(key))),
  };
}

/**
 * Returns the data of one setting: each factor of `setting` has that level alone, and other factors only the levels that
 * were run with it.
 */
export function inSetting(data: FigureData, setting: Cell): FigureData {
  const { design } = data;
  const cells = cellsOf(design).filter((cell) => agrees(cell, setting));
  const keys = new Set(cells.map((cell) => trialKey(design.factors, cell, 0)));
  const factors = design.factors.map(({ name, levels }) => {
    return { name, levels: levels.filter((level) => cells.some((cell) => cell[name] === level)) };
  });
  const hasLevels = (pattern: Cell): boolean =>
    Object.entries(pattern).every(([name, level]) =>
      factors.some((one) => one.name === name && one.levels.includes(level)),
    );
  return {
    ...data,
    design: { ...design, factors, without: design.without.filter(hasLevels) },
    byCell: new Map([...data.byCell].filter(([key]) => keys.has(key))),
  };
}

/**
 * Returns the records of one cell (combination of factor levels); empty if the design has none. `where` may omit
 * factors with a single level.
 */
export function recordsOf({ design, byCell }: FigureData, where: Cell): readonly TrialRecord[] {
  const cell = Object.fromEntries(
    design.factors.map(({ name, levels }): [string, string] => {
      const level = where[name] ?? (levels.length === 1 ? levels[0] : undefined);
      if (level === undefined) throw new RangeError(`${JSON.stringify(where)} names no level of ${name}`);
      return [name, level];
    }),
  );
  return byCell.get(trialKey(design.factors, cell, 0)) ?? [];
}

/**
 * Returns a value of a cell (combination of factor levels) for the trials with a feasible plan; empty if the design has
 * no such cell.
 */
export function planSeries(data: FigureData, where: Cell, value: string): ByTrial {
  return byTrial(recordsOf(data, where), {}, value, ({ values }) => values['outcome'] === 'plan');
}

/** Returns a value of a cell (combination of factor levels) for all trials; empty if the design has no such cell. */
export function trialSeries(data: FigureData, where: Cell, value: string): ByTrial {
  return byTrial(recordsOf(data, where), {}, value);
}

export function levelsOf({ design }: Pick<FigureData, 'design'>, factor: string): readonly string[] {
  return design.factors.find(({ name }) => name === factor)?.levels ?? [];
}

/**
 * Returns the distinct combinations of levels of some factors in the cells that match `where`, in the order of the
 * design.
 */
export function settingsOf({ design }: FigureData, factors: readonly string[], where: Cell = {}): Cell[] {
  const found = new Map<string, Cell>();
  for (const cell of cellsOf(design)) {
    if (!agrees(cell, where)) continue;
    const part = Object.fromEntries(factors.map((factor) => [factor, cell[factor]!]));
    found.set(JSON.stringify(part), part);
  }
  return [...found.values()];
}

/** Returns words for a cell (combination of factor levels), such as "nominal, 230 kW, open, CPU". */
export function inWords(cell: Cell): string {
  return Object.entries(cell)
    .map(([factor, level]) => (WORDS[factor] ?? plain)(level))
    .join(', ');
}

/** Returns words for the levels that all cells of a design have in common. */
export function commonInWords({ factors }: Design): string {
  const common = factors.filter(({ name, levels }) => name !== 'method' && levels.length === 1);
  return inWords(Object.fromEntries(common.map(({ name, levels }) => [name, levels[0]!])));
}

const plain = (level: string): string => level;
const grouped = (level: string): string => Number(level).toLocaleString('en-US');

/** Words for a level, by name of the factor. Levels of other factors are shown unchanged. */
const WORDS: Readonly<Record<string, (level: string) => string>> = {
  nodes: (level) => `${grouped(level)} nodes`,
  demand: (level) => `demand ${level}`,
  capKW: (level) => `${level} kW`,
  redLineC: (level) => `${level} C`,
  problem: (level) => level.toUpperCase(),
  budgetMJ: (level) => `${level} MJ`,
  deadlineS: (level) => `${grouped(level)} s`,
  stallHops: (level) => `long-hop after ${grouped(level)} short-hops`,
};

/** Combines two series trial by trial. A trial that is missing in one of the two is left out. */
export function combined(first: ByTrial, second: ByTrial, combine: (a: number, b: number) => number): ByTrial {
  return new Map(
    [...first].flatMap(([trial, value]): [number, number][] => {
      const other = second.get(trial);
      return other === undefined ? [] : [[trial, combine(value, other)]];
    }),
  );
}
