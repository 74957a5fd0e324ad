import type { Claim } from '../claim.js';
import { combined, type FigureData, levelsOf } from '../data.js';
import { above, average, type ByTrial, greater, number, type Part, PERCENT, untested } from '../rules.js';
import { DENSITY, MEGAJOULES, meanOf, meanSeries, valuesFor } from './data.js';
import { CORES } from './figures.js';
import type { JobsFigure } from './names.js';
import { ADAPT_GAIN, PAPER_METHODS, PAPER_NODES } from './published.js';
import { coresName, nodesName, SET_LEVELS_S, variantName } from './settings.js';

/** Methods with which the claims compare ValEnAdaptOpt. */
const BASELINES = ['val-opt', 'val-en-sep-opt', 'val-en-join-opt'];
/**
 * Maximum difference between two methods' shares of rejected jobs at which their energies are compared. With a larger
 * difference, the methods do different amounts of work. Our choice: in Table II the difference is 8.6 points at 6
 * nodes.
 */
const ALIKE = 0.1;
/** Relative tolerance for rounding errors of the exact search for profiles. */
const ROUNDING = 1e-9;

/** Names of the settings with different numbers of nodes, in ascending order. */
const NODES = PAPER_NODES.map(nodesName);
/** Names of the settings with different numbers of cores per node, in ascending order; figures may have some of them. */
const BY_CORES = CORES.full.map(coresName);

/** Returns those of the given names of settings that the figure contains. */
function run(data: FigureData, among: readonly string[]): string[] {
  const levels = levelsOf(data, 'setting');
  return among.filter((name) => levels.includes(name));
}

/** Returns the comparisons "the value of each method increases from each setting to the next". */
function rises(data: FigureData, among: readonly string[]): Part[] {
  const settings = run(data, among);
  return PAPER_METHODS.flatMap((method) =>
    settings
      .slice(1)
      .map((setting, n) =>
        greater(
          `${method}, ${settings[n]!} to ${setting}`,
          valuesFor(data, setting, method),
          valuesFor(data, settings[n]!, method),
        ),
      ),
  );
}

/** Returns the comparisons "ValEnAdaptOpt has a greater value than each baseline in each setting". */
function adaptAbove(data: FigureData, settings: readonly string[], value: 'share' | 'density'): Part[] {
  const notation = value === 'density' ? DENSITY : undefined;
  return run(data, settings).flatMap((setting) => {
    const of = (method: string): ByTrial => valuesFor(data, setting, method, value);
    return BASELINES.map((other) =>
      greater(`${setting}: adapt over ${other}`, of('val-en-adapt-opt'), of(other), notation),
    );
  });
}

/**
 * Returns for each trial the mean, over the numbers of nodes, of the relative gain in value of ValEnAdaptOpt over
 * ValEnJoinOpt.
 */
function gainOverJoin(data: FigureData): ByTrial {
  const gains = NODES.map((setting) =>
    combined(
      valuesFor(data, setting, 'val-en-adapt-opt'),
      valuesFor(data, setting, 'val-en-join-opt'),
      (adapt, join) => adapt / join - 1,
    ),
  );
  return gains.some(({ size }) => size === 0) ? new Map() : meanSeries(gains);
}

/**
 * Returns the comparisons "the method uses less energy than ValOpt", for settings in which both reject about as many
 * jobs.
 */
function drawsLess(data: FigureData): Part[] {
  const parts = NODES.flatMap((setting) =>
    ['val-en-join-opt', 'val-en-adapt-opt'].flatMap((method): Part[] => {
      const rejected = (name: string): number => meanOf(valuesFor(data, setting, name, 'rejected'));
      if (!(Math.abs(rejected(method) - rejected('val-opt')) <= ALIKE)) return [];
      const energy = (name: string): ByTrial => valuesFor(data, setting, name, 'energyMJ');
      return [greater(`${setting}: val-opt over ${method}`, energy('val-opt'), energy(method), MEGAJOULES)];
    }),
  );
  return parts.length > 0 ? parts : [untested('all nodes', 'nowhere are as many jobs rejected')];
}

/** Text with which the rules of claims about value begin. */
const PAIRED = 'share of the starting value, paired by trial';

function mostValue(id: string, figure: JobsFigure, settings: readonly string[], at: string): Claim {
  return {
    id,
    figure,
    says: `ValEnAdaptOpt earns most value at every ${at}.`,
    rule: `${PAIRED}: ValEnAdaptOpt - each other method above 0`,
    parts: (data) => adaptAbove(data, settings, 'share'),
  };
}

function mostDensity(id: string, figure: JobsFigure, settings: readonly string[], at: string): Claim {
  return {
    id,
    figure,
    says: `ValEnAdaptOpt earns most value per energy at every ${at}.`,
    rule: 'value over energy, paired by trial: ValEnAdaptOpt - each other method above 0',
    parts: (data) => adaptAbove(data, settings, 'density'),
  };
}

/** Claims about value and energy for different numbers of nodes (Fig. 6). */
export const NODE_CLAIMS: readonly Claim[] = [
  {
    id: 'value-by-nodes',
    figure: 'jobs-nodes',
    says: 'The value of all methods rises with the number of nodes.',
    rule: `${PAIRED}: each number of nodes - the one before above 0`,
    parts: (data) => rises(data, NODES),
  },
  mostValue('adapt-most-value', 'jobs-nodes', NODES, 'number of nodes'),
  {
    id: 'adapt-over-join',
    figure: 'jobs-nodes',
    says: 'ValEnAdaptOpt earns 9.46 % more than ValEnJoinOpt, mean over 2 to 6 nodes.',
    rule: 'value of ValEnAdaptOpt over that of ValEnJoinOpt - 1, mean over nodes by trial: the printed one',
    parts: (data) => [average('adapt over join, 2 to 6 nodes', gainOverJoin(data), ADAPT_GAIN)],
  },
  mostDensity('adapt-best-density', 'jobs-nodes', NODES, 'number of nodes'),
  {
    id: 'overhead-of-levels',
    figure: 'jobs-nodes',
    says: 'Reallocation leads to optimized value and energy with the overhead to set levels taken into account.',
    rule: `value over energy, paired by trial: ValEnAdaptOpt, to which a move that changes levels takes ${SET_LEVELS_S} s more, - ValEnJoinOpt above 0 at every number of nodes`,
    parts: (data) =>
      NODES.map((setting) =>
        greater(
          `${setting}: adapt with that overhead over join`,
          valuesFor(data, setting, variantName('val-en-adapt-opt', 'levels'), 'density'),
          valuesFor(data, setting, 'val-en-join-opt', 'density'),
          DENSITY,
        ),
      ),
  },
  {
    id: 'join-over-baselines',
    figure: 'jobs-nodes',
    says: 'ValEnJoinOpt earns more value than ValOpt and ValEnSepOpt.',
    rule: `${PAIRED}: ValEnJoinOpt - each of the two above 0 at every number of nodes`,
    parts: (data) =>
      NODES.flatMap((setting) =>
        ['val-opt', 'val-en-sep-opt'].map((other) =>
          greater(
            `${setting}: join over ${other}`,
            valuesFor(data, setting, 'val-en-join-opt'),
            valuesFor(data, setting, other),
          ),
        ),
      ),
  },
  {
    id: 'profiles-save-energy',
    figure: 'jobs-nodes',
    says: 'ValEnAdaptOpt and ValEnJoinOpt draw less energy than ValOpt.',
    rule: `energy, paired by trial: ValOpt - each of the two above 0, at numbers of nodes where mean shares of rejected jobs are within ${100 * ALIKE} points of each other`,
    parts: drawsLess,
  },
];

/** Claims about value and energy for different numbers of cores per node (Fig. 7). */
export const CORE_CLAIMS: readonly Claim[] = [
  {
    id: 'value-by-cores',
    figure: 'jobs-cores',
    says: 'The value of all methods rises with the cores per node.',
    rule: `${PAIRED}: each number of cores - the one before above 0`,
    parts: (data) => rises(data, BY_CORES),
  },
  mostValue('adapt-most-value-cores', 'jobs-cores', BY_CORES, 'number of cores per node'),
  mostDensity('adapt-best-density-cores', 'jobs-cores', BY_CORES, 'number of cores per node'),
];

/**
 * Returns the comparison "no job type gets worse in any trial", without a confidence interval, because every trial is
 * tested.
 */
function neverWorse(where: string, leastByTrial: ByTrial): Part {
  if (leastByTrial.size === 0) return untested(where);
  const least = Math.min(...leastByTrial.values());
  return {
    where,
    figure: `${number(least, PERCENT)} in all ${leastByTrial.size} trials`,
    answer: least >= -ROUNDING ? 'yes' : 'no',
  };
}

/**
 * Claims about profiles (trade-offs of time and energy of a job type). They compare joint profiles with separate
 * decisions (section V), and judge statements of section IV-A.
 */
export const PROFILE_CLAIMS: readonly Claim[] = [
  {
    id: 'joint-beats-separate',
    figure: 'jobs-profiles',
    says: 'A profile that chooses allocation and levels jointly has a lower response time x energy than both chosen one after the other (implied).',
    rule: "1 - response time x energy of the profile's point over that of ValEnSepOpt's on as many cores, by trial: mean over job types above 0, none of all trials below 0 (by more than rounding)",
    parts: (data) => {
      const settings = data.design.factors.find(({ name }) => name === 'setting')?.levels ?? [];
      const of = (setting: string, value: string): ByTrial => valuesFor(data, setting, 'val-en-join-opt', value);
      return settings.flatMap((setting) => [
        average(`${setting}, mean`, of(setting, 'saving'), (interval) => above(interval, 0)),
        neverWorse(`${setting}, least`, of(setting, 'leastSaving')),
      ]);
    },
  },
];
