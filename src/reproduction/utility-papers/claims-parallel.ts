import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import {
  ALIKE,
  atLeast,
  average,
  type ByTrial,
  difference,
  greater,
  isInsignificant,
  type Part,
  PLAIN,
  type Printed,
  printedGain,
  printedShare,
  ratio,
  same,
} from '../rules.js';
import { bestOf, budgetName, isSetting, largeBudgetName, valuesFor } from './data.js';
import { earned, ON_ARRIVAL } from './claims-budgets.js';
import { AWARE, BASELINES, META, THRESHOLDS } from './figures.js';
import { thresholdName, withName } from './settings.js';

/** Heuristics of paper 000 that consider utility but not energy. */
const UNAWARE_OF_ENERGY = ['util', 'upt', 'upr'];
/** Energy filters of paper 000, as they appear in the names of settings; '' for no filter. */
const FILTERS = ['', 'per-task', 'per-resource'];
/** Section of paper 000 that prints what is earned and drawn within its default budgets, and how long events take. */
const AT = '000 section 5.1';
/** Gains of the baselines in utility as the dropping threshold rises from 0 to 0.1, by section 5.3 of paper 000. */
const DROPPING_GAIN = { conservative: 0.28, easy: 0.2, 'multi-queue': 0.28, random: 0.05 };
/** Rule for claims that two heuristics earn the same, without what is compared. */
export const SAME_SHARE = 'share of the maximum, paired by trial, within half a point of 0';
/** Rule for claims that there is no significant effect. */
export const NO_EFFECT = `ratio of mean shares whose interval contains 1 or lies within ${1 - ALIKE} and ${1 + ALIKE}`;
/** Rule for claims about the energy of UPR and UPE. */
const ENERGY_RULE = 'gain in mean energy, UPR with the filter per resource over UPE: the printed one';
/** Part of names of settings in which no task is dropped, as none is by the baselines of Figs. 8 and 9 of paper 000. */
const KEPT = thresholdName('none');
/** Rule for claims about shares that the baselines earn, as to dropping. */
const KEPT_RULE = 'baselines without dropping';
/** Rule for claims about times of mapping events, without what is printed. */
const WORK_RULE = 'candidates evaluated per event, UPR with the filter over UPE, ratio of means';
/** Default energy budget of paper 000 for 5,000 tasks a day, GJ. */
const USUAL_GJ = 12;

/**
 * Returns the name of the default setting with 5,000 tasks a day.
 *
 * @param more further parts of the name; empty ones are ignored
 */
function usual(data: FigureData, ...more: readonly string[]): string {
  return budgetName(data, USUAL_GJ, ...more.filter((word) => word !== ''));
}

/** Compares two series trial by trial: is `first` at least as great as `second` on average? */
function atLeastZero(where: string, first: ByTrial, second: ByTrial): Part {
  return difference(where, first, second, (interval) => atLeast(interval, 0));
}

/** Claims of paper 000 about 5,000 tasks a day and an energy budget of 12 GJ (sections 5.1 to 5.3). */
const USUAL_CLAIMS: readonly Claim[] = [
  {
    id: 'place-holders',
    figure: 'utility-parallel-5000',
    says: 'Place-holders are never worse than permanent reservations.',
    rule: 'share of the maximum, paired by trial: place-holders - reservations at least 0, for every heuristic and filter',
    parts: (data) => {
      const reserving = FILTERS.filter((filter) => isSetting(data, usual(data, filter, 'permanent')));
      return reserving.flatMap((filter) =>
        AWARE.map((method) => {
          const [held, reserved] = [usual(data, filter), usual(data, filter, 'permanent')];
          const where = withName(method, ...(filter === '' ? [] : [filter]));
          return atLeastZero(where, valuesFor(data, held, method), valuesFor(data, reserved, method));
        }),
      );
    },
  },
  {
    id: 'baselines-behind',
    figure: 'utility-parallel-5000',
    says: 'Baselines earn about 35 % of the maximum without dropping, the worst utility-aware heuristic 55 %, the best 73 %.',
    rule: `${ON_ARRIVAL}, each baseline and the utility-aware heuristics with the worst and the best mean: the printed one; share of the maximum, paired by trial: the worst - each baseline above 0; ${KEPT_RULE}`,
    parts: (data) => {
      const candidates = FILTERS.flatMap((filter) => AWARE.map((method) => ({ setting: usual(data, filter), method })));
      const keyed = new Map(candidates.map((one) => [`${one.method} in ${one.setting}`, one]));
      const of = (key: string, value?: string): ByTrial => {
        const one = keyed.get(key);
        return one === undefined ? new Map() : valuesFor(data, one.setting, one.method, value);
      };
      const worst = bestOf([...keyed.keys()], of, -1) ?? 'none';
      const best = bestOf([...keyed.keys()], of) ?? 'none';
      const kept = usual(data, KEPT);
      return [
        ...BASELINES.map((method) => greater(`${worst} over ${method}`, of(worst), valuesFor(data, kept, method))),
        ...earned(data, kept, BASELINES, printedShare(0.35, AT)),
        average(`${worst}, the worst`, of(worst, 'onArrivalShare'), printedShare(0.55, AT)),
        average(`${best}, the best`, of(best, 'onArrivalShare'), printedShare(0.73, AT)),
      ];
    },
  },
  {
    id: 'per-resource-over-per-task',
    figure: 'utility-parallel-5000',
    says: 'For UPR the filter per resource earns 8 % more than the filter per task.',
    rule: 'gain in mean utility, per-resource over per-task: the printed one',
    parts: (data) => {
      const of = (filter: string): ByTrial => valuesFor(data, usual(data, filter), 'upr', 'utility');
      return [ratio('upr: per-resource over per-task', of('per-resource'), of('per-task'), printedGain(0.08, AT))];
    },
  },
  {
    id: 'filters-nothing-for-upe',
    figure: 'utility-parallel-5000',
    says: 'Filters change nothing for UPE.',
    rule: `${SAME_SHARE}: with - without`,
    parts: (data) =>
      ['per-task', 'per-resource'].map((filter) =>
        same(
          `upe: ${filter} over none`,
          valuesFor(data, usual(data, filter), 'upe'),
          valuesFor(data, usual(data), 'upe'),
        ),
      ),
  },
  {
    id: 'upr-draws-more',
    figure: 'utility-parallel-5000',
    says: 'Max UPR draws 20 % more energy than Max UPE.',
    rule: ENERGY_RULE,
    parts: (data) => [energyRatio(data, usual(data, 'per-resource'), usual(data))],
  },
  {
    id: 'dropping-threshold',
    figure: 'utility-parallel-5000',
    says: 'From a dropping threshold of 0 to 0.1 Conservative gains 28 %, EASY 20 %, multiple queues 28 % and Random 5 %; it has no significant effect on utility-aware heuristics.',
    rule: `gain in mean utility from 0 to 0.1, each baseline: the printed one; utility-aware ones, 0.1 over 0: ${NO_EFFECT}`,
    parts: (data) => {
      const [none, some] = THRESHOLDS.map((threshold) => budgetNameOwn(data, `threshold ${threshold}`));
      const of = (setting: string, method: string): ByTrial => valuesFor(data, setting, method);
      return [
        ...Object.entries(DROPPING_GAIN).map(([method, gain]) =>
          ratio(method, of(some!, method), of(none!, method), printedGain(gain, '000 section 5.3')),
        ),
        ...AWARE.map((method) => ratio(method, of(some!, method), of(none!, method), isInsignificant)),
      ];
    },
  },
  {
    id: 'event-is-task',
    figure: 'utility-parallel-5000',
    says: 'The event-based and the task-based metaheuristic earn the same.',
    rule: `${SAME_SHARE}: event-based - task-based`,
    parts: (data) => {
      const of = (method: string): ByTrial => valuesFor(data, usual(data), method);
      return [same('event-based over task-based', of('event-based'), of('task-based'))];
    },
  },
  {
    id: 'event-times',
    figure: 'utility-parallel-5000',
    says: 'A mapping event takes 0.1 s with UPE and 3 s with UPR and the filter per resource (judged by candidates).',
    rule: `${WORK_RULE}: the printed 3 s over 0.1 s`,
    parts: (data) => [workRatio(data, usual(data, 'per-resource'), usual(data), times(30, '3 s over 0.1 s'))],
  },
];

/**
 * Returns the name of the setting whose budget is the paper's share of the unconstrained energy (energy used without a
 * budget). Only this setting is run with several dropping thresholds.
 */
function budgetNameOwn(data: FigureData, more: string): string {
  return budgetName({ ...data, reading: '' }, USUAL_GJ, more);
}

function energyRatio(data: FigureData, ofUpr: string, ofUpe: string): Part {
  const [upr, upe] = [valuesFor(data, ofUpr, 'upr', 'energyJ'), valuesFor(data, ofUpe, 'upe', 'energyJ')];
  return ratio('energy of upr over upe', upr, upe, printedGain(0.2, AT));
}

/** Returns a ratio of two times that paper 000 prints, given in words. */
export function times(value: number, words: string): Printed {
  return { value, noEffect: 1, words, notation: PLAIN, at: AT };
}

function workRatio(data: FigureData, ofUpr: string, ofUpe: string, printed: Printed): Part {
  const value = 'candidatesPerEvent';
  const [upr, upe] = [valuesFor(data, ofUpr, 'upr', value), valuesFor(data, ofUpe, 'upe', value)];
  return ratio('upr, per-resource, over upe', upr, upe, printed);
}

/** Claims of paper 000 about 10,000 tasks a day (Fig. 9). */
const LARGE_CLAIMS: readonly Claim[] = [
  {
    id: 'place-holders-10000',
    figure: 'utility-parallel-10000',
    says: 'Place-holders are never worse than permanent reservations, also at 10,000 tasks.',
    rule: 'share of the maximum, paired by trial: place-holders - reservations at least 0',
    parts: (data) =>
      ['upr', 'upe'].map((method) => {
        const own = largeBudgetName({ ...data, reading: '' });
        return atLeastZero(method, valuesFor(data, own, method), valuesFor(data, withName(own, 'permanent'), method));
      }),
  },
  {
    id: 'oversubscribed-10000',
    figure: 'utility-parallel-10000',
    says: 'UPR earns 49.5 % of the maximum, UPE 48.7 %, without dropping Conservative 15.3 % and EASY 7.1 %.',
    rule: `${ON_ARRIVAL}, UPR with the filter per resource, ${KEPT_RULE}: the printed one`,
    parts: (data) => {
      const [plain, filtered] = [largeBudgetName(data), largeBudgetName(data, 'per-resource')];
      return [
        ...earned(data, filtered, ['upr'], printedShare(0.495, AT)),
        ...earned(data, plain, ['upe'], printedShare(0.487, AT)),
        ...earned(data, withName(plain, KEPT), ['conservative'], printedShare(0.153, AT)),
        ...earned(data, withName(plain, KEPT), ['easy'], printedShare(0.071, AT)),
      ];
    },
  },
  {
    id: 'upr-over-upt-10000',
    figure: 'utility-parallel-10000',
    says: 'UPR earns up to 50 % more than UPT.',
    rule: 'gain in mean utility, both with the filter per resource: the printed one',
    parts: (data) => {
      const of = (method: string): ByTrial => valuesFor(data, largeBudgetName(data, 'per-resource'), method, 'utility');
      return [ratio('upr over upt', of('upr'), of('upt'), printedGain(0.5, AT))];
    },
  },
  {
    id: 'upr-draws-more-10000',
    figure: 'utility-parallel-10000',
    says: 'Max UPR draws 20 % more energy than Max UPE, also at 10,000 tasks.',
    rule: ENERGY_RULE,
    parts: (data) => [energyRatio(data, largeBudgetName(data, 'per-resource'), largeBudgetName(data))],
  },
  {
    id: 'event-times-10000',
    figure: 'utility-parallel-10000',
    says: 'A mapping event takes less than 2 s with UPE and 80 s with UPR and the filter per resource (judged by candidates).',
    rule: `${WORK_RULE}: the printed 80 s over less than 2 s, so 40 at least`,
    parts: (data) => {
      const printed = { ...times(40, '80 s over less than 2 s'), interval: { low: 40, high: Infinity } };
      return [workRatio(data, largeBudgetName(data, 'per-resource'), largeBudgetName(data), printed)];
    },
  },
];

/** Names of the settings on the log of the cluster Curie without an energy budget, by share of its cores. */
const CURIE_SIZES = ['50 %', '80 %'].map((size) => `no budget, ${size} of the cores`);
/** Names of the settings on the log of the cluster Curie with an energy budget, the tightest first. */
const CURIE_TIGHT = ['31 %', '50 %'];

/**
 * Claims of paper 000 about the log of the cluster Curie (section 5.6). Only the order of heuristics is compared,
 * because we use another part of the log.
 */
const CURIE_CLAIMS: readonly Claim[] = [
  {
    id: 'curie-unlimited',
    figure: 'utility-curie',
    says: "On Curie's log without an energy limit UPT, UPR and the metaheuristics earn most, and Util is poor.",
    rule: 'share of the maximum, paired by trial: each of the four - Util and - UPE above 0, at every size',
    parts: (data) =>
      CURIE_SIZES.flatMap((size) =>
        ['util', 'upe'].flatMap((worse) =>
          ['upt', 'upr', ...META].map((better) =>
            greater(`${size}: ${better} over ${worse}`, valuesFor(data, size, better), valuesFor(data, size, worse)),
          ),
        ),
      ),
  },
  {
    id: 'curie-tight',
    figure: 'utility-curie',
    says: "On Curie's log with tight energy limits UPE earns most, and the metaheuristics are second.",
    rule: 'share of the maximum, paired by trial: UPE - each metaheuristic, and each metaheuristic - Util, UPT and UPR, above 0',
    parts: (data) =>
      CURIE_TIGHT.flatMap((setting) => {
        const of = (method: string): ByTrial => valuesFor(data, setting, method);
        const over = (better: string, worse: string): Part =>
          greater(`${setting}: ${better} over ${worse}`, of(better), of(worse));
        return [
          ...META.map((method) => over('upe', method)),
          ...META.flatMap((better) => UNAWARE_OF_ENERGY.map((worse) => over(better, worse))),
        ];
      }),
  },
];

/** Claims of paper 000 by system, except those about different energy budgets. */
export const PARALLEL_CLAIMS = { usual: USUAL_CLAIMS, large: LARGE_CLAIMS, curie: CURIE_CLAIMS };
