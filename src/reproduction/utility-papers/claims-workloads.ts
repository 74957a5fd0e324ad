import type { Claim } from '../claim.js';
import { combined, type FigureData } from '../data.js';
import { atMost, type ByTrial, difference, greater, type Part, untested, within } from '../rules.js';
import {
  BEST,
  by,
  CLASSES,
  differenceOverGreedy,
  KEYS,
  LINEAR,
  linearity,
  names,
  uptOverUtil,
} from './claims-preemptive.js';
import { TASKS, valuesFor } from './data.js';
import { BURSTS, burstName, CRITICAL_MIN, criticalName, FLAGS, flagsName, IN_TURN } from './figures.js';
import { preempting, type Technique } from './settings.js';

/** Names of the settings in Figs. 6 and 7 of paper 002, by ascending mean execution time of critical tasks. */
const CRITICAL = CRITICAL_MIN.map(criticalName);
/** Those in which critical tasks take longer than in the other figures. */
const LONGER = CRITICAL.slice(1);
/** Techniques of preemption of the figure with several mean execution times of critical tasks. */
const OF_CRITICAL: readonly Technique[] = ['none', ...BEST];

/** Returns those of the given names of settings that were run with the technique "pair". */
function paired(data: FigureData, of: readonly string[]): string[] {
  return names(data, of).filter((setting) => KEYS.some((key) => by(data, setting, key, 'pair').size > 0));
}

/** Compares the technique "greedy" with "pair" for each setting and heuristic. */
function greedyOverPair(data: FigureData, settings: readonly string[]): Part[] {
  const found = paired(data, settings);
  if (found.length === 0) return [untested('greedy over pair')];
  return found.flatMap((setting) =>
    KEYS.map((key) =>
      greater(`${setting}, ${key}: greedy over pair`, by(data, setting, key, 'greedy'), by(data, setting, key, 'pair')),
    ),
  );
}

/** Compares the heuristic UPT (utility per time) with Util, both with the technique "pair", for each setting. */
function uptOverUtilPaired(data: FigureData, settings: readonly string[]): Part[] {
  const found = paired(data, settings);
  return found.length === 0 ? [untested('upt over util')] : uptOverUtil(data, found, ['pair']);
}

/** Compares heuristics that consider utility, without preemption, with those that take tasks in turn. */
function overInTurn(data: FigureData, settings: readonly string[], value?: string): Part[] {
  return settings.flatMap((setting) =>
    KEYS.flatMap((key) =>
      IN_TURN.map((method) =>
        greater(
          `${setting}: ${key} over ${method}`,
          by(data, setting, key, 'none', value),
          valuesFor(data, setting, method, value),
          value === 'completed' ? TASKS : undefined,
        ),
      ),
    ),
  );
}

/** Claims of paper 002 about longer critical tasks and the baselines (Figs. 3, 6 and 7). */
const CRITICAL_CLAIMS: readonly Claim[] = [
  {
    id: 'critical-longer',
    figure: 'utility-preemptive',
    says: 'The longer critical tasks run (10, 30, 50 min), the less every heuristic earns, Random and FCFS, too.',
    rule: 'share of the maximum, paired by trial: 10 - 30 min and 30 - 50 min above 0, with every technique but pair, and in turn',
    parts: (data) =>
      LONGER.flatMap((longer, n) =>
        [...OF_CRITICAL.flatMap((technique) => KEYS.map((key) => preempting(key, technique))), ...IN_TURN].map(
          (method) =>
            greater(
              `${method}: ${CRITICAL[n]!} over ${longer}`,
              valuesFor(data, CRITICAL[n]!, method),
              valuesFor(data, longer, method),
            ),
        ),
      ),
  },
  {
    id: 'critical-preemption',
    figure: 'utility-preemptive',
    says: 'Greedy and difference earn more than no preemption, however long critical tasks run.',
    rule: 'share of the maximum, paired by trial: greedy and difference - none above 0 at 30 and 50 min',
    parts: (data) =>
      LONGER.flatMap((setting) =>
        BEST.flatMap((technique) =>
          KEYS.map((key) =>
            greater(
              `${setting}: ${preempting(key, technique)} over ${key}`,
              by(data, setting, key, technique),
              by(data, setting, key, 'none'),
            ),
          ),
        ),
      ),
  },
  {
    id: 'greedy-is-difference-critical',
    figure: 'utility-preemptive',
    says: 'Greedy and difference earn the same, however long critical tasks run.',
    rule: 'share of the maximum, paired by trial: difference - greedy within half a point of 0 at 30 and 50 min',
    parts: (data) => differenceOverGreedy(data, LONGER),
  },
  {
    id: 'in-turn-behind',
    figure: 'utility-preemptive',
    says: 'Util and UPT earn more than Random and FCFS, even without preemption.',
    rule: 'share of the maximum, paired by trial: Util and UPT - each above 0, with every kind of utility function and every time of critical tasks',
    parts: (data) => overInTurn(data, [...CLASSES, ...LONGER]),
  },
  {
    id: 'in-turn-completes-fewer',
    figure: 'utility-preemptive',
    says: 'Util and UPT complete more tasks than Random and FCFS, even without preemption.',
    rule: 'tasks completed, paired by trial: Util and UPT - each above 0, at 10, 30 and 50 min',
    parts: (data) => overInTurn(data, CRITICAL, 'completed'),
  },
];

/** Claims of paper 002 about the technique of preemption "pair" in Figs. 4 to 7. */
const PAIR_CLAIMS: readonly Claim[] = [
  {
    id: 'pair-worse-bursts',
    figure: 'utility-bursts',
    says: 'Pair earns less than greedy, whatever the burst size.',
    rule: 'share of the maximum, paired by trial: greedy - pair above 0',
    parts: (data) => greedyOverPair(data, BURSTS.full.map(burstName)),
  },
  {
    id: 'pair-worse-flags',
    figure: 'utility-preemptive',
    says: 'Pair earns less than greedy, whatever share of tasks may preempt and be preempted; at 0 % the two are the same.',
    rule: 'share of the maximum, paired by trial: greedy - pair above 0 where the share is; exactly 0 at 0 %',
    parts: (data) => [
      ...greedyOverPair(data, FLAGS.full.filter((share) => share > 0).map(flagsName)),
      ...KEYS.map((key) =>
        difference(
          `${flagsName(0)}, ${key}: greedy - pair`,
          by(data, flagsName(0), key, 'greedy'),
          by(data, flagsName(0), key, 'pair'),
          (interval) => within(interval, 0, 0),
        ),
      ),
    ],
  },
  {
    id: 'pair-worse-critical',
    figure: 'utility-preemptive',
    says: 'Pair earns less than greedy, however long critical tasks run.',
    rule: 'share of the maximum, paired by trial: greedy - pair above 0 at 30 and 50 min',
    parts: (data) => greedyOverPair(data, LONGER),
  },
  {
    id: 'pair-flags-linear',
    figure: 'utility-preemptive',
    says: 'With pair what Util earns is linear in the share of tasks that may preempt and be preempted, what UPT earns is not.',
    rule: `R2 of the line through the shares of the maximum over the share of tasks, mean over trials: Util at least ${LINEAR}, UPT at most`,
    parts: (data) => [
      linearity(data, 'util', 'pair'),
      linearity(data, 'upt', 'pair', (interval) => atMost(interval, LINEAR)),
    ],
  },
  {
    id: 'pair-relative',
    figure: 'utility-preemptive',
    says: 'Pair serves Util better than UPT, each held against its other techniques.',
    rule: 'pair over greedy, quotient of the shares of each trial: that of Util - that of UPT above 0, with every kind of utility function',
    parts: (data) =>
      CLASSES.map((setting) => {
        const [util, upt] = KEYS.map((key): ByTrial =>
          combined(by(data, setting, key, 'pair'), by(data, setting, key, 'greedy'), (pair, greedy) => pair / greedy),
        );
        return greater(`${setting}: quotient of util over that of upt`, util!, upt!);
      }),
  },
  {
    id: 'upt-beats-util-pair-workloads',
    figure: 'utility-preemptive',
    says: 'UPT earns more than Util with pair, whatever the flags and the times of critical tasks.',
    rule: 'share of the maximum, paired by trial: UPT - Util above 0',
    parts: (data) => uptOverUtilPaired(data, [...FLAGS.full.map(flagsName), ...LONGER]),
  },
  {
    id: 'upt-beats-util-pair-bursts',
    figure: 'utility-bursts',
    says: 'UPT earns more than Util with pair, whatever the burst size.',
    rule: 'share of the maximum, paired by trial: UPT - Util above 0',
    parts: (data) => uptOverUtilPaired(data, BURSTS.full.map(burstName)),
  },
];

/** Claims of paper 002 about workloads that its other claims leave out, in the paper's order. */
export const WORKLOAD_CLAIMS: readonly Claim[] = [...CRITICAL_CLAIMS, ...PAIR_CLAIMS];
