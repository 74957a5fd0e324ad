import type { Claim } from '../claim.js';
import { combined, type FigureData } from '../data.js';
import {
  ALIKE,
  atLeast,
  type ByTrial,
  difference,
  greater,
  isAlike,
  isInsignificant,
  type Part,
  ratio,
  type Test,
  untested,
} from '../rules.js';
import { NO_EFFECT, times } from './claims-parallel.js';
import { bestOf, budgetName, isSetting, valuesFor } from './data.js';
import {
  AWARE,
  BASELINES,
  BUDGETS_GJ,
  CURIE_SHARES,
  MANY_P_STATES,
  META,
  MORE_THRESHOLDS,
  THRESHOLDS,
  UNFILTERED,
} from './figures.js';
import { ARRIVAL_GOAL, leniencyName, shareName, thresholdName, withName } from './settings.js';

/** Default energy budget of paper 000 for 5,000 tasks a day, GJ. */
const USUAL_GJ = 12;
/** Baselines that make reservations. */
const RESERVING = BASELINES.filter((method) => method !== 'random');
/** Heuristics run with more P-states and without a filter. */
const WITH_P_STATES = [...AWARE, ...META, 'conservative'];
/** Part of the names of settings with more P-states. */
const P_STATES = `${MANY_P_STATES} P-states`;
/** Values of UPE with more P-states that paper 000 speaks of, and what it says of them. */
const UPE_VALUES: readonly { readonly value: string; readonly words: string; readonly test: Test }[] = [
  { value: 'utility', words: 'utility', test: isAlike },
  { value: 'energyJ', words: 'energy', test: isAlike },
  { value: 'candidatesPerEvent', words: 'candidates per event', test: times(3, '0.3 s over 0.1 s') },
];
/** Names of the settings with an energy budget on the log of the cluster Curie. */
const CURIE_TIGHT = CURIE_SHARES.map(shareName);

/**
 * Returns the name of a setting with an energy budget as the paper's share of the unconstrained energy, in which alone
 * these variants are run.
 *
 * @param more further parts of the name
 */
function own(data: FigureData, budgetGJ: number, ...more: readonly string[]): string {
  return budgetName({ ...data, reading: '' }, budgetGJ, ...more);
}

/** Returns a value of each trial with the default budget, by method and further parts of the setting's name. */
function usual(data: FigureData, method: string, more: readonly string[] = [], value?: string): ByTrial {
  return valuesFor(data, own(data, USUAL_GJ, ...more), method, value);
}

/** Claims of paper 000 about dropping, leniencies and P-states (sections 4.2.7, 4.4.1, 4.4.2, 5.1 and 5.3). */
const USUAL_CLAIMS: readonly Claim[] = [
  {
    id: 'lower-thresholds',
    figure: 'utility-parallel-5000',
    says: 'With a dropping threshold below 0.5, or without dropping, no heuristic earns more.',
    rule: 'share of the maximum, paired by trial: threshold 0.5 - no dropping, and - each lower threshold of the design, at least 0, for every heuristic and baseline',
    parts: (data) =>
      [...THRESHOLDS, ...MORE_THRESHOLDS.full]
        .map(thresholdName)
        .filter((lower) => isSetting(data, own(data, USUAL_GJ, lower)))
        .flatMap((lower) =>
          [...AWARE, ...BASELINES].map((method) =>
            difference(
              `${method}: threshold 0.5 over ${lower}`,
              usual(data, method),
              usual(data, method, [lower]),
              (interval) => atLeast(interval, 0),
            ),
          ),
        ),
  },
  {
    id: 'without-dropping',
    figure: 'utility-parallel-5000',
    says: 'Without dropping Conservative, EASY and multiple queues earn significantly less than with a threshold of 0.1; dropping has no significant effect on utility-aware heuristics.',
    rule: `share of the maximum: the three, paired by trial, threshold 0.1 - no dropping above 0; utility-aware ones, no dropping over threshold 0.5: ${NO_EFFECT}`,
    parts: (data) => [
      ...RESERVING.map((method) =>
        greater(method, usual(data, method, [thresholdName(0.1)]), usual(data, method, [thresholdName('none')])),
      ),
      ...AWARE.map((method) =>
        ratio(method, usual(data, method, [thresholdName('none')]), usual(data, method), isInsignificant),
      ),
    ],
  },
  {
    id: 'best-leniencies-parallel',
    figure: 'utility-parallel-5000',
    says: 'For UPR leniency 2 earns more than 4 with the filter per task, and 4 more than 2 with the filter per resource.',
    rule: 'share of the maximum, paired by trial: per task 2 - 4, per resource 4 - 2, above 0',
    parts: (data) => {
      const other = (filter: string, leniency: number): ByTrial => usual(data, 'upr', [filter, leniencyName(leniency)]);
      return [
        greater('per task: 2 over 4', usual(data, 'upr', ['per-task']), other('per-task', 4)),
        greater('per resource: 4 over 2', usual(data, 'upr', ['per-resource']), other('per-resource', 2)),
      ];
    },
  },
  {
    id: 'p-states-15',
    figure: 'utility-parallel-5000',
    says: 'With fifteen P-states the heuristics stand to each other as with three.',
    rule: `share of the maximum over that of UPE in the same trial, with fifteen P-states over with three: ratio of means within ${1 - ALIKE} and ${1 + ALIKE}`,
    parts: (data) => {
      const overUpe = (method: string, beside: readonly string[], filter: readonly string[] = []): ByTrial =>
        combined(usual(data, method, [...filter, ...beside]), usual(data, 'upe', beside), (one, upe) => one / upe);
      const part = (method: string, ...filter: readonly string[]): Part =>
        ratio(withName(method, ...filter), overUpe(method, [P_STATES], filter), overUpe(method, [], filter), isAlike);
      return [
        ...WITH_P_STATES.filter((method) => method !== 'upe').map((method) => part(method)),
        part('upr', 'per-resource'),
      ];
    },
  },
  {
    id: 'p-states-15-upe',
    figure: 'utility-parallel-5000',
    says: 'With fifteen P-states UPE earns and draws about the same, and a mapping event takes 0.3 s instead of 0.1 s (judged by candidates).',
    rule: `UPE, with fifteen P-states over with three: ratios of mean utilities and of mean energies within ${1 - ALIKE} and ${1 + ALIKE}, of candidates evaluated per event the printed 0.3 s over 0.1 s`,
    parts: (data) =>
      UPE_VALUES.map(({ value, words, test }) =>
        ratio(words, usual(data, 'upe', [P_STATES], value), usual(data, 'upe', [], value), test),
      ),
  },
];

/**
 * Compares the metaheuristics, with a spending goal that follows the expected arrivals, with the better of the two
 * heuristics between which they switch.
 */
function overBetter(data: FigureData, setting: string): Part[] {
  const better = bestOf(['upr', 'upe'], (method) => valuesFor(data, setting, method));
  if (better === undefined) return [untested(setting)];
  return META.map((method) =>
    ratio(
      `${setting}: ${method} over ${better}`,
      valuesFor(data, withName(setting, ARRIVAL_GOAL), method),
      valuesFor(data, setting, better),
      (interval) => atLeast(interval, 1 - ALIKE),
    ),
  );
}

/** Expectations of paper 000 about a spending goal that follows the expected arrivals (sections 5.6.2 and 8). */
const GOAL_CLAIMS: readonly Claim[] = [
  {
    id: 'arrival-goal',
    figure: 'utility-budgets',
    says: 'With a goal that follows the expected arrivals the metaheuristics may match the better of UPR and UPE (what the paper expects, and leaves to future work).',
    rule: `ratio of mean shares, each metaheuristic with that goal over the better of UPR and UPE: at least ${1 - ALIKE}, at every budget`,
    parts: (data) =>
      BUDGETS_GJ.full
        .map((budgetGJ) => own(data, budgetGJ))
        .filter((setting) => isSetting(data, withName(setting, ARRIVAL_GOAL)))
        .flatMap((setting) => overBetter(data, setting)),
  },
  {
    id: 'curie-arrival-goal',
    figure: 'utility-curie',
    says: "On Curie's log within tight energy limits the metaheuristics may earn more with a goal that follows the arrivals known from days before (what the paper expects).",
    rule: 'share of the maximum, paired by trial: goal by arrivals - constant goal above 0',
    parts: (data) =>
      CURIE_TIGHT.flatMap((setting) =>
        META.map((method) =>
          greater(
            `${setting}: ${method}`,
            valuesFor(data, withName(setting, ARRIVAL_GOAL), method),
            valuesFor(data, setting, method),
          ),
        ),
      ),
  },
  {
    id: 'curie-arrival-goal-best',
    figure: 'utility-curie',
    says: "On Curie's log, too, they may then match the better of UPR and UPE (what the paper expects).",
    rule: `ratio of mean shares, each metaheuristic with that goal over the better of UPR and UPE: at least ${1 - ALIKE}`,
    parts: (data) => CURIE_TIGHT.flatMap((setting) => overBetter(data, setting)),
  },
  {
    id: 'curie-baselines',
    figure: 'utility-curie',
    says: "On Curie's log within energy limits Util, UPT and UPR, behind UPE and the metaheuristics, still earn more than the baselines.",
    rule: 'share of the maximum, paired by trial: the one of the three with the worst mean - each baseline above 0',
    parts: (data) =>
      CURIE_TIGHT.flatMap((setting) => {
        const worst = bestOf(UNFILTERED, (method) => valuesFor(data, setting, method), -1);
        if (worst === undefined) return [untested(setting)];
        return BASELINES.map((method) =>
          greater(
            `${setting}: ${worst} over ${method}`,
            valuesFor(data, setting, worst),
            valuesFor(data, setting, method),
          ),
        );
      }),
  },
];

/** Claims of paper 000 about variants that its other claims leave out, in the paper's order. */
export const VARIANT_CLAIMS: readonly Claim[] = [...USUAL_CLAIMS, ...GOAL_CLAIMS];
