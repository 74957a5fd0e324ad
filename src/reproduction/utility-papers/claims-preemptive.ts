import { type Interval, leastSquares } from '../../experiments/statistics.js';
import type { Claim } from '../claim.js';
import { combined, type FigureData } from '../data.js';
import {
  type Answer,
  atLeast,
  average,
  type ByTrial,
  difference,
  greater,
  type Part,
  PLAIN,
  printedGain,
  ratio,
  same,
  untested,
  within,
} from '../rules.js';
import { isSetting, TASKS, valuesFor } from './data.js';
import { BURSTS, burstName, CRITICAL_MIN, criticalName, FLAGS, flagsName, TWENTY_CLASSES } from './figures.js';
import { preempting, type Technique, TECHNIQUES } from './settings.js';

/** Heuristics of paper 002, as in levels of the factor "method". */
export const KEYS = ['util', 'upt'];
/** Techniques of preemption that paper 002 finds best. */
export const BEST: readonly Technique[] = ['greedy', 'difference'];
/** Techniques of preemption except "pair", about which there are claims of its own. */
const PLAIN_TECHNIQUES: readonly Technique[] = ['none', ...BEST];
/** Techniques of preemption run with several mean execution times of critical tasks. */
const OF_CRITICAL: readonly Technique[] = ['none', 'greedy'];
/** Names of the settings in Fig. 3 of paper 002, which differ in the shape of utility functions. */
export const CLASSES = [TWENTY_CLASSES, 'step', 'decaying'];
/** Name of the setting with the largest mean burst size in Fig. 4 of paper 002. */
const MAX_BURST = burstName(128);

/** Least R squared at which a dependence counts as linear. Our choice. */
export const LINEAR = 0.95;
/** Number of shares of the tasks from which on a line through them says something. Our choice. */
const MIN_POINTS = 4;

/** Returns those of the given names of settings that the figure contains. */
export function names(data: FigureData, of: readonly string[]): string[] {
  return of.filter((name) => isSetting(data, name));
}

/** Returns the comparisons that `part` makes, one for each heuristic and technique of preemption. */
function each(techniques: readonly Technique[], part: (key: string, technique: Technique) => Part): Part[] {
  return techniques.flatMap((technique) => KEYS.map((key) => part(key, technique)));
}

export function by(data: FigureData, setting: string, key: string, technique: Technique, value?: string): ByTrial {
  return valuesFor(data, setting, preempting(key, technique), value);
}

/** Compares the heuristic UPT (utility per time) with Util, for each setting and technique of preemption. */
export function uptOverUtil(data: FigureData, settings: readonly string[], techniques: readonly Technique[]): Part[] {
  return settings.flatMap((setting) =>
    techniques.flatMap((technique): Part[] => {
      const [util, upt] = KEYS.map((key) => by(data, setting, key, technique));
      return [greater(`${setting}, ${technique}: upt over util`, upt!, util!)];
    }),
  );
}

/**
 * Returns comparisons of the techniques "difference" and "greedy" for each setting and heuristic: do both earn the
 * same?
 */
export function differenceOverGreedy(data: FigureData, settings: readonly string[]): Part[] {
  return settings.flatMap((setting) =>
    KEYS.map((key) =>
      same(
        `${setting}, ${key}: difference over greedy`,
        by(data, setting, key, 'difference'),
        by(data, setting, key, 'greedy'),
      ),
    ),
  );
}

/**
 * Claims of paper 002 about shapes of utility functions, preemption flags and execution times of critical tasks (Figs.
 * 3, 5 to 7).
 */
const WORKLOAD_CLAIMS: readonly Claim[] = [
  {
    id: 'greedy-is-difference',
    figure: 'utility-preemptive',
    says: 'Greedy and difference earn the same.',
    rule: 'share of the maximum, paired by trial: difference - greedy within half a point of 0, with every kind of utility function and all flags',
    parts: (data) => differenceOverGreedy(data, [...CLASSES, ...names(data, FLAGS.full.map(flagsName))]),
  },
  {
    id: 'flags-linear',
    figure: 'utility-preemptive',
    says: 'What preemption gains is linear in the share of tasks that may preempt and be preempted; at 0 % it is nothing.',
    rule: `R2 of the line through the shares of the maximum over the share of tasks, mean over trials at least ${LINEAR}; at 0 % - no preemption, paired by trial, exactly 0`,
    parts: (data) => [
      ...each(BEST, (key, technique) => linearity(data, key, technique)),
      ...each(BEST, (key, technique) =>
        difference(
          `${preempting(key, technique)} at 0 % - ${key}`,
          by(data, flagsName(0), key, technique),
          by(data, TWENTY_CLASSES, key, 'none'),
          (interval) => within(interval, 0, 0),
        ),
      ),
    ],
  },
  {
    id: 'upt-beats-util',
    figure: 'utility-preemptive',
    says: 'UPT earns more than Util with every technique.',
    rule: 'share of the maximum, paired by trial: UPT - Util above 0, in every workload and with every technique but pair',
    parts: (data) => [
      ...uptOverUtil(data, CLASSES, PLAIN_TECHNIQUES),
      ...uptOverUtil(data, CRITICAL_MIN.slice(1).map(criticalName), OF_CRITICAL),
      ...uptOverUtil(data, names(data, FLAGS.full.map(flagsName)), BEST),
    ],
  },
  {
    id: 'upt-completes-more',
    figure: 'utility-preemptive',
    says: 'UPT completes more tasks than Util.',
    rule: 'tasks completed, paired by trial: UPT - Util above 0, for every mean time of critical tasks, without preemption and with greedy',
    parts: (data) =>
      CRITICAL_MIN.map(criticalName).flatMap((setting) =>
        OF_CRITICAL.map((technique) => {
          const [util, upt] = KEYS.map((key) => by(data, setting, key, technique, 'completed'));
          return greater(`${setting}, ${technique}: upt over util`, upt!, util!, TASKS);
        }),
      ),
  },
];

/**
 * Judges how linearly the earned share of the maximum utility depends on the share of tasks with both preemption flags,
 * by R squared of each trial (1 for a line).
 *
 * @param judge returns the answer from the confidence interval of the mean; by default whether it is a line
 */
export function linearity(
  data: FigureData,
  key: string,
  technique: Technique,
  judge: (interval: Interval | null) => Answer = (interval) => atLeast(interval, LINEAR),
): Part {
  const where = `R2, ${preempting(key, technique)}`;
  const flags = [...FLAGS.full, 1].filter((share) => by(data, flagsName(share), key, technique).size > 0);
  const lines = flags.map((share) => by(data, flagsName(share), key, technique));
  const [first = new Map<number, number>()] = lines;
  const values = new Map(
    [...first.keys()]
      .filter((trial) => lines.every((line) => line.has(trial)))
      .flatMap((trial): [number, number][] => {
        const { rSquared } = leastSquares(
          flags,
          lines.map((line) => line.get(trial)!),
        );
        return rSquared === null ? [] : [[trial, rSquared]];
      }),
  );
  if (flags.length < MIN_POINTS)
    return untested(where, `${flags.length} shares of the tasks: any three are near a line`);
  if (values.size === 0) return untested(where, 'does not vary');
  return average(where, values, judge, PLAIN);
}

/** Claims of paper 002 about burst sizes (Fig. 4). */
const BURST_CLAIMS: readonly Claim[] = [
  {
    id: 'bursts-hurt',
    figure: 'utility-bursts',
    says: 'Without preemption utility falls with the burst size, with greedy and difference much less; at 128 preemption gains up to 20 % over UPT.',
    rule: 'share of the maximum, paired by trial: without preemption smallest burst - 128 above 0; that fall without preemption - with it above 0; gain at 128 of UPT with the better technique over UPT: the printed one',
    parts: (data) => {
      const [smallest] = names(data, BURSTS.full.map(burstName));
      if (smallest === undefined) return [untested('burst sizes')];
      const fall = (key: string, technique: Technique): ByTrial =>
        combined(
          by(data, smallest, key, technique),
          by(data, MAX_BURST, key, technique),
          (small, large) => small - large,
        );
      const at128 = (technique: Technique): ByTrial => by(data, MAX_BURST, 'upt', technique);
      const better = combined(at128('greedy'), at128('difference'), Math.max);
      return [
        ...KEYS.map((key) =>
          greater(
            `${key}: ${smallest} over ${MAX_BURST}`,
            by(data, smallest, key, 'none'),
            by(data, MAX_BURST, key, 'none'),
          ),
        ),
        ...each(BEST, (key, technique) =>
          greater(`fall of ${key}, none - ${technique}`, fall(key, 'none'), fall(key, technique)),
        ),
        ratio(`${MAX_BURST}: upt, preempting over none`, better, at128('none'), printedGain(0.2, '002 section V')),
      ];
    },
  },
  {
    id: 'greedy-is-difference-bursts',
    figure: 'utility-bursts',
    says: 'Greedy and difference earn the same, whatever the burst size.',
    rule: 'share of the maximum, paired by trial: difference - greedy within half a point of 0',
    parts: (data) => differenceOverGreedy(data, names(data, BURSTS.full.map(burstName))),
  },
  {
    id: 'upt-beats-util-bursts',
    figure: 'utility-bursts',
    says: 'UPT earns more than Util with every technique, whatever the burst size.',
    rule: 'share of the maximum, paired by trial: UPT - Util above 0',
    parts: (data) => uptOverUtil(data, names(data, BURSTS.full.map(burstName)), PLAIN_TECHNIQUES),
  },
];

/** Claims of paper 002 about the technique of preemption "pair". */
const PAIR_CLAIMS: readonly Claim[] = [
  {
    id: 'preemption-improves',
    figure: 'utility-preemptive',
    says: 'Preemption always improves Util and UPT, most for step functions.',
    rule: 'share of the maximum, paired by trial, with every technique and kind of utility function: with the technique - without above 0; that gain with steps - that with the other kinds above 0',
    parts: (data) => {
      const techniques = TECHNIQUES.filter((technique) => technique !== 'none');
      const gain = (setting: string, key: string, technique: Technique): ByTrial =>
        combined(by(data, setting, key, technique), by(data, setting, key, 'none'), (own, none) => own - none);
      return CLASSES.flatMap((setting) =>
        each(techniques, (key, technique) => {
          const own = preempting(key, technique);
          return greater(
            `${setting}: ${own} over ${key}`,
            by(data, setting, key, technique),
            by(data, setting, key, 'none'),
          );
        }).concat(
          setting === 'step'
            ? []
            : each(techniques, (key, technique) =>
                greater(
                  `gain of ${preempting(key, technique)}, step - ${setting}`,
                  gain('step', key, technique),
                  gain(setting, key, technique),
                ),
              ),
        ),
      );
    },
  },
  {
    id: 'pair-worse',
    figure: 'utility-preemptive',
    says: 'Pair earns less than greedy and difference.',
    rule: 'share of the maximum, paired by trial: each of the two - pair above 0',
    parts: (data) =>
      CLASSES.flatMap((setting) =>
        each(BEST, (key, technique) =>
          greater(
            `${setting}, ${key}: ${technique} over pair`,
            by(data, setting, key, technique),
            by(data, setting, key, 'pair'),
          ),
        ),
      ),
  },
  {
    id: 'upt-beats-util-pair',
    figure: 'utility-preemptive',
    says: 'UPT earns more than Util with pair, too.',
    rule: 'share of the maximum, paired by trial: UPT - Util above 0',
    parts: (data) => uptOverUtil(data, CLASSES, ['pair']),
  },
];

/** Claims of paper 002, in the paper's order. */
export const PREEMPTIVE_CLAIMS: readonly Claim[] = [...WORKLOAD_CLAIMS, ...BURST_CLAIMS, ...PAIR_CLAIMS];
