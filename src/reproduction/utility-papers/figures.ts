import { J_PER_GJ, S_PER_MIN } from '../../../models/units.js';
import type { Cell, Design } from '../../experiments/design.js';
import type { FigureOptions } from '../figure-options.js';
import { curieLog } from './curie-log.js';
import type { UtilityFigure } from './names.js';
import { BUDGET_SHARE, type Regime, shareOfPrinted, UNCONSTRAINED } from './regimes.js';
import {
  byArrivals,
  dropping,
  filtered,
  filteredBy,
  type Group,
  leniencyName,
  NO_BUDGET,
  NO_FILTER,
  permanent,
  preempting,
  type PreemptiveWorkload,
  printedName,
  type Setting,
  shareName,
  withPStates,
} from './settings.js';

/**
 * Version of the designs of the utility papers, raised when the same design gives different records. Since version 2
 * they hold only what claims, tables and charts read.
 */
const VERSION = 2;
/** Seed of the first trial. A trial uses the instance with its seed. */
const FIRST_SEED = 1;
/**
 * Numbers of trials in the papers: `energy` in 001 (section VI.A) and 000 (section 4.1), `preemptive` in 002 (section
 * IV.A).
 */
const PAPER_TRIALS = { energy: 48, preemptive: 64 };
/** Default number of trials of reduced designs. */
const TRIALS = 12;

/** Heuristics of paper 001 that consider all waiting tasks at once. */
export const BATCH = ['min-min', 'util', 'upt', 'upe'];
/** Heuristics of paper 000 that consider utility. */
export const AWARE = ['util', 'upt', 'upr', 'upe'];
/** Heuristics of paper 000 that consider utility but not energy, which it runs with energy filters. */
export const UNFILTERED = ['util', 'upt', 'upr'];
/** Metaheuristics of paper 000. */
export const META = ['event-based', 'task-based'];
/** Heuristics that paper 000 uses as baselines. */
export const BASELINES = ['random', 'conservative', 'easy', 'multi-queue'];

/** Leniencies of the energy filter in Figs. 4 and 5 of paper 001, which also show runs without one. */
export const LENIENCIES = [0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 1, 1.25, 1.5, 1.75, 2, 4];
/**
 * Leniencies of reduced figures with every heuristic: the ends of what the paper calls strict, and those at which its
 * claims compare hours. `fewLeniencies` adds those about the best of a heuristic.
 */
const FEW_LENIENCIES = [0.3, 0.6, 1, 2, 4];
/** Leniency of the energy filter that paper 001 finds best for each heuristic (section VI.C). */
export const BEST_LENIENCY: Readonly<Record<string, number>> = { 'min-min': 0.75, util: 0.75, upt: 0.75, upe: 1.5 };
/** Leniency of the energy filter for the heuristic Random. Paper 001 has no such run. */
export const RANDOM_LENIENCY = 0.75;

/**
 * Energy budgets in Fig. 12 of paper 000, as printed for the paper's own system, GJ: some in reduced figures, all
 * eleven in full ones.
 */
export const BUDGETS_GJ = { reduced: [8, 12, 15, 18], full: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18] };
/**
 * Printed energy budgets with which full figures are run as printed, not only as shares of the unconstrained energy,
 * GJ.
 */
export const ABSOLUTE_GJ = [8, 12, 15, 18];
/** Dropping thresholds between which Fig. 11 of paper 000 shows a gain. Tasks of lower utility are dropped. */
export const THRESHOLDS = [0, 0.1];
/**
 * Other dropping thresholds in Fig. 11 of paper 000 besides the default 0.5; "none" drops no task. Reduced figures leave
 * out 0.3, which lies between others.
 */
export const MORE_THRESHOLDS = { reduced: ['none'], full: [0.3, 'none'] } as const;
/** Number of P-states of further simulations of paper 000 (section 4.2.7), which otherwise has three. */
export const MANY_P_STATES = 15;
/**
 * Energy budgets on the log of the cluster Curie, as shares of the unconstrained energy: 8 and 13 of the 26 GJ at which
 * Fig. 15 of paper 000 ends. Our choice: the paper does not print the unconstrained energy.
 */
export const CURIE_SHARES = [0.31, 0.5];

/** Energy budgets of the test bed, as shares of the unconstrained energy (000 section 6.3). */
export const TESTBED_SHARES = [1, 0.85, 0.7];
/** Heuristics that paper 000 compares on its test bed (section 6.3). */
export const TESTBED_METHODS = ['easy', 'upr', 'upe', 'event-based'];
/** Number of trials of the test bed, in reduced figures too: they are small. The paper repeats one workload four times. */
const TESTBED_TRIALS = 48;

/** Probabilities of the preemption flags in Fig. 5 of paper 002. The bundled instance has 1. */
export const FLAGS = { reduced: [0, 0.4, 0.8], full: [0, 0.2, 0.4, 0.6, 0.8] };
/**
 * Mean burst sizes in Fig. 4 of paper 002. Reduced figures leave out 1, because 60,000 different tasks a day take long.
 */
export const BURSTS = { reduced: [16, 32, 64, 128], full: [1, 16, 32, 64, 128] };
/** Mean burst sizes with the technique "pair". Without 1, where it holds every task against every other. */
const PAIR_BURSTS = { reduced: [16, 128], full: [16, 32, 128] };
/**
 * Probabilities of the preemption flags with the technique "pair". Reduced figures leave out 0.8, with which its runs
 * take longest.
 */
const PAIR_FLAGS = { reduced: [0, 0.4], full: FLAGS.full };
/** Heuristics that paper 002 uses as baselines. */
export const IN_TURN = ['random', 'fcfs'];

function serial(name: string, more: Partial<Setting> = {}): Setting {
  return { name, regime: 'serial-100', budget: { share: BUDGET_SHARE }, ...more };
}

/** Returns the setting of paper 001 with the energy filter at this leniency. */
function lenient(leniency: number): Setting {
  return serial(leniencyName(leniency), { filter: 'task', leniency });
}

/**
 * Returns the leniencies of a heuristic in reduced figures. Among them are the one that the paper finds best for it and
 * the first ones on both sides that are no neighbours of the best: the claim on the best is judged against them.
 */
function fewLeniencies(method: string): number[] {
  const best = LENIENCIES.indexOf(BEST_LENIENCY[method]!);
  return LENIENCIES.filter((one, n) => FEW_LENIENCIES.includes(one) || n === best || Math.abs(n - best) === 2);
}

type ParallelRegime = 'parallel-5000' | 'parallel-10000' | 'curie 80 %' | 'curie 50 %';

const unlimited = (regime: ParallelRegime, name: string = NO_BUDGET): Setting => ({ name, regime, budget: null });

function shareOf(regime: ParallelRegime, share: number): Setting {
  return { name: shareName(share), regime, budget: { share } };
}

function printed(regime: ParallelRegime, budgetGJ: number): Setting {
  return { name: printedName(budgetGJ), regime, budget: { joules: budgetGJ * J_PER_GJ } };
}

function preemptive(name: string, workload: PreemptiveWorkload = {}): Setting {
  return { name, regime: 'preemptive-64', budget: null, workload };
}

/** Returns the levels of the factor "method" for Util and UPT with each of these techniques of preemption. */
const bothBy = (...techniques: Parameters<typeof preempting>[1][]): string[] =>
  techniques.flatMap((technique) => ['util', 'upt'].map((method) => preempting(method, technique)));

interface Sketch {
  readonly groups: readonly Group[];
  /** Number of trials of the reduced figure. */
  readonly trials: number;
  readonly paperTrials: number;
  /**
   * System whose unconstrained energy (energy used without a budget) is known. Energy budgets are shares of this
   * energy. Absent if the figure has no budget, or measures the unconstrained energy in each trial.
   */
  readonly regime?: Exclude<Regime, 'testbed' | 'preemptive-64'>;
}

function sketch(figure: UtilityFigure, scale: 'reduced' | 'full'): Sketch {
  const usual = { trials: TRIALS, paperTrials: PAPER_TRIALS.energy };
  // Printed budgets as they are take time, and say nothing in a verdict.
  const isFull = scale === 'full';
  switch (figure) {
    case 'utility-serial':
      return {
        ...usual,
        regime: 'serial-100',
        groups: [
          { settings: [serial(NO_BUDGET, { budget: null })], methods: ['upt'] },
          ...LENIENCIES.map((leniency) => ({
            settings: [lenient(leniency)],
            methods: BATCH.filter((method) => isFull || fewLeniencies(method).includes(leniency)),
          })).filter(({ methods }) => methods.length > 0),
          { settings: [serial(NO_FILTER)], methods: BATCH },
          { settings: [serial(NO_FILTER), lenient(RANDOM_LENIENCY)], methods: ['random'] },
        ],
      };
    case 'utility-parallel-5000': {
      const own = shareOf('parallel-5000', BUDGET_SHARE);
      const absolute = isFull ? [printed('parallel-5000', 12)] : [];
      const filters = ['per-task', 'per-resource'] as const;
      const byFilter = (one: Setting): Setting[] => filters.map((name) => filtered(one, name));
      return {
        ...usual,
        regime: 'parallel-5000',
        groups: [
          { settings: [unlimited('parallel-5000')], methods: ['util'] },
          { settings: [own, ...absolute], methods: [...AWARE, ...META, ...BASELINES] },
          { settings: [own, ...absolute].flatMap(byFilter), methods: AWARE },
          { settings: [own, ...byFilter(own)].map(permanent), methods: AWARE },
          { settings: absolute.map((one) => dropping(one, 'none')), methods: BASELINES },
          {
            settings: [...THRESHOLDS, ...MORE_THRESHOLDS[scale]].map((threshold) => dropping(own, threshold)),
            methods: [...AWARE, ...BASELINES],
          },
          { settings: [filteredBy(own, 'per-task', 4), filteredBy(own, 'per-resource', 2)], methods: UNFILTERED },
          { settings: [withPStates(own, MANY_P_STATES)], methods: [...AWARE, ...META, 'conservative'] },
          { settings: [withPStates(filtered(own, 'per-resource'), MANY_P_STATES)], methods: ['upr'] },
        ],
      };
    }
    case 'utility-budgets': {
      const shares = BUDGETS_GJ[scale].map((budgetGJ) => shareOf('parallel-5000', shareOfPrinted(budgetGJ)));
      const absolute = isFull ? ABSOLUTE_GJ.map((budgetGJ) => printed('parallel-5000', budgetGJ)) : [];
      return {
        ...usual,
        regime: 'parallel-5000',
        groups: [
          { settings: [unlimited('parallel-5000')], methods: ['util', 'upt', 'upr'] },
          { settings: shares, methods: [...AWARE, ...META] },
          { settings: shares.map((one) => filtered(one, 'per-resource')), methods: UNFILTERED },
          { settings: shares.map(byArrivals), methods: META },
          { settings: absolute, methods: [...AWARE, ...META] },
        ],
      };
    }
    case 'utility-parallel-10000': {
      const own = shareOf('parallel-10000', BUDGET_SHARE);
      const both = [own, ...(isFull ? [printed('parallel-10000', 15)] : [])];
      return {
        ...usual,
        regime: 'parallel-10000',
        groups: [
          { settings: [unlimited('parallel-10000')], methods: ['upr'] },
          { settings: both, methods: ['upe', ...BASELINES] },
          { settings: both.map((one) => dropping(one, 'none')), methods: BASELINES },
          { settings: both.map((one) => filtered(one, 'per-resource')), methods: ['upt', 'upr'] },
          { settings: [own, permanent(own)], methods: ['upr', 'upe'] },
        ],
      };
    }
    case 'utility-curie': {
      const sizes = (['curie 50 %', 'curie 80 %'] as const).map((regime) =>
        unlimited(regime, `${NO_BUDGET}, ${regime.slice('curie '.length)} of the cores`),
      );
      const shares = CURIE_SHARES.map((share) => shareOf('curie 80 %', share));
      return {
        ...usual,
        regime: 'curie 80 %',
        groups: [
          { settings: [...sizes, ...shares], methods: [...AWARE, ...META] },
          { settings: shares, methods: BASELINES },
          { settings: shares.map(byArrivals), methods: META },
        ],
      };
    }
    case 'utility-testbed': {
      const testbed = (name: string, share?: number): Setting => ({
        name,
        regime: 'testbed',
        budget: share === undefined ? null : { share },
      });
      return {
        trials: TESTBED_TRIALS,
        paperTrials: TESTBED_TRIALS,
        groups: [
          { settings: [testbed(NO_BUDGET)], methods: ['upr'] },
          { settings: TESTBED_SHARES.map((share) => testbed(shareName(share), share)), methods: TESTBED_METHODS },
        ],
      };
    }
    case 'utility-preemptive':
      return {
        ...usual,
        paperTrials: PAPER_TRIALS.preemptive,
        groups: [
          { settings: [preemptive(TWENTY_CLASSES), ...SHAPES], methods: bothBy('none', 'greedy', 'difference') },
          { settings: LONGER_CRITICAL, methods: [...bothBy('none', 'greedy', 'difference'), ...IN_TURN] },
          { settings: [preemptive(TWENTY_CLASSES), ...SHAPES], methods: IN_TURN },
          { settings: FLAGS[scale].map(flagged), methods: bothBy('greedy', 'difference') },
          {
            settings: [preemptive(TWENTY_CLASSES), ...SHAPES, ...LONGER_CRITICAL, ...PAIR_FLAGS[scale].map(flagged)],
            methods: bothBy('pair'),
          },
        ],
      };
    case 'utility-bursts':
      return {
        trials: TRIALS,
        paperTrials: PAPER_TRIALS.preemptive,
        groups: [
          { settings: BURSTS[scale].map(inBursts), methods: bothBy('none', 'greedy', 'difference') },
          { settings: PAIR_BURSTS[scale].map(inBursts), methods: bothBy('pair') },
        ],
      };
  }
}

/** Name of the setting of paper 002 with the unchanged workload of the bundled preemptive instance. */
export const TWENTY_CLASSES = '20 classes';
/**
 * Mean execution times of critical tasks in Figs. 6 and 7 of paper 002, min; the first is that of the bundled instance.
 */
export const CRITICAL_MIN = [10, 30, 50];

/** Returns the name of the setting of paper 002 with this mean execution time of critical tasks, min. */
export function criticalName(minutes: number): string {
  return minutes === CRITICAL_MIN[0] ? TWENTY_CLASSES : `critical ${minutes} min`;
}

/** Returns the name of the setting of paper 002 with this probability of preemption flags. */
export function flagsName(flags: number): string {
  return flags === 1 ? TWENTY_CLASSES : `flags ${Math.round(100 * flags)} %`;
}

/** Settings of paper 002 with other utility functions than the 20 classes (Fig. 3). */
const SHAPES = (['step', 'decaying'] as const).map((classes) => preemptive(classes, { classes }));
/** Settings of paper 002 in which critical tasks take longer than in the bundled instance (Figs. 6 and 7). */
const LONGER_CRITICAL = CRITICAL_MIN.slice(1).map((minutes) =>
  preemptive(criticalName(minutes), { criticalTimeS: S_PER_MIN * minutes }),
);

function inBursts(burstSize: number): Setting {
  return preemptive(burstName(burstSize), { burstSize });
}

function flagged(flags: number): Setting {
  return preemptive(flagsName(flags), { flags });
}

/** Returns the name of the setting of paper 002 with this mean burst size. */
export function burstName(burstSize: number): string {
  return `bursts of ${burstSize}`;
}

/**
 * Returns a figure's setting by name.
 *
 * @throws RangeError if the figure has no such setting
 */
export function settingNamed(figure: UtilityFigure, name: string): Setting {
  const found = sketch(figure, 'full')
    .groups.flatMap(({ settings }) => settings)
    .find((setting) => setting.name === name);
  if (found === undefined) throw new RangeError(`${figure} has no setting "${name}"`);
  return found;
}

/**
 * Returns the experiment design for a figure of the utility papers. Without the log of the cluster Curie, figures that
 * need it have a single trial, which is not executed.
 */
export function figureDesign(figure: UtilityFigure, { scale, trials }: FigureOptions): Design {
  const { groups, trials: few, paperTrials, regime } = sketch(figure, scale);
  const cells = groups.flatMap((group) =>
    group.settings.flatMap(({ name }) => group.methods.map((method): Cell => ({ setting: name, method }))),
  );
  const levels = (factor: string): string[] => [...new Set(cells.map((cell) => cell[factor]!))];
  const [settingLevels, methodLevels] = [levels('setting'), levels('method')];
  const wanted = new Set(cells.map((cell) => JSON.stringify(cell)));
  const without = settingLevels
    .flatMap((setting) => methodLevels.map((method): Cell => ({ setting, method })))
    .filter((cell) => !wanted.has(JSON.stringify(cell)));
  const log = figure === 'utility-curie' ? (curieLog()?.sha256 ?? null) : null;
  const isRun = figure !== 'utility-curie' || log !== null;
  return {
    name: `${figure} ${scale}`,
    version: VERSION,
    factors: [
      { name: 'setting', levels: settingLevels },
      { name: 'method', levels: methodLevels },
    ],
    without,
    trials: isRun ? (trials ?? (scale === 'full' ? paperTrials : few)) : 1,
    seed: FIRST_SEED,
    settings: {
      figure,
      ...(regime === undefined ? {} : { unconstrainedJ: UNCONSTRAINED[regime].energyJ }),
      ...(figure === 'utility-curie' ? { log } : {}),
    },
  };
}
