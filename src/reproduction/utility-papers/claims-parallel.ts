import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import { above, type ByTrial, greater, type Part, ratio, untested, within } from '../rules.js';
import { bestOf, budgetName, isSetting, largeBudgetName, valuesFor } from './data.js';
import { atLeastZero, less } from './answers.js';
import { AWARE, BASELINES, META, THRESHOLDS } from './figures.js';
import { withName } from './settings.js';

/** Heuristics of paper 000 that consider utility but not energy. */
const UNAWARE_OF_ENERGY = ['util', 'upt', 'upr'];
/** Energy filters of paper 000, as they appear in the names of settings; '' for no filter. */
const FILTERS = ['', 'per-task', 'per-resource'];
/** Baseline heuristics that make permanent reservations. */
const RESERVING = ['conservative', 'easy', 'multi-queue'];
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
    says: 'Baselines earn about 35 % of the maximum, the worst utility-aware heuristic 55 %, the best 73 %.',
    rule: 'the utility-aware heuristic with the worst mean over each baseline: share of the maximum, paired by trial, above 0; the best over Conservative: ratio above 1.3',
    parts: (data) => {
      const candidates = FILTERS.flatMap((filter) => AWARE.map((method) => ({ setting: usual(data, filter), method })));
      const keyed = new Map(candidates.map((one) => [`${one.method} in ${one.setting}`, one]));
      const of = (key: string): ByTrial => {
        const { setting, method } = keyed.get(key)!;
        return valuesFor(data, setting, method);
      };
      const worst = bestOf([...keyed.keys()], of, -1);
      const best = bestOf([...keyed.keys()], of);
      if (worst === undefined || best === undefined) return [untested('utility-aware over baselines')];
      const baseline = (method: string): ByTrial => valuesFor(data, usual(data), method);
      return [
        ...BASELINES.map((method) => greater(`${worst} over ${method}`, of(worst), baseline(method))),
        ratio(`${best} over conservative`, of(best), baseline('conservative'), (interval) => above(interval, 1.3)),
      ];
    },
  },
  {
    id: 'per-resource-over-per-task',
    figure: 'utility-parallel-5000',
    says: 'For UPR the filter per resource earns 8 % more than the filter per task.',
    rule: 'ratio of mean utilities above 1.03',
    parts: (data) => {
      const of = (filter: string): ByTrial => valuesFor(data, usual(data, filter), 'upr', 'utility');
      return [
        ratio('upr: per-resource over per-task', of('per-resource'), of('per-task'), (interval) =>
          above(interval, 1.03),
        ),
      ];
    },
  },
  {
    id: 'filters-nothing-for-upe',
    figure: 'utility-parallel-5000',
    says: 'Filters change nothing for UPE.',
    rule: 'ratio of mean utilities, with over without, within 0.995 and 1.005',
    parts: (data) =>
      ['per-task', 'per-resource'].map((filter) =>
        ratio(
          `upe: ${filter} over none`,
          valuesFor(data, usual(data, filter), 'upe', 'utility'),
          valuesFor(data, usual(data), 'upe', 'utility'),
          (interval) => within(interval, 0.995, 1.005),
        ),
      ),
  },
  {
    id: 'upr-draws-more',
    figure: 'utility-parallel-5000',
    says: 'Max UPR draws 20 % more energy than Max UPE.',
    rule: 'ratio of mean energies, UPR with the filter per resource over UPE, above 1.1',
    parts: (data) => [energyRatio(data, usual(data, 'per-resource'), usual(data))],
  },
  {
    id: 'dropping-threshold',
    figure: 'utility-parallel-5000',
    says: 'From a dropping threshold of 0 to 0.1 Conservative gains 28 %, EASY 20 %, multiple queues 28 % and Random 5 %; utility-aware heuristics are unaffected.',
    rule: 'share of the maximum: baselines, paired by trial, 0.1 - 0 above 0; utility-aware ones: ratio within 0.98 and 1.02',
    parts: (data) => {
      const [none, some] = THRESHOLDS.map((threshold) => budgetNameOwn(data, `threshold ${threshold}`));
      const of = (setting: string, method: string): ByTrial => valuesFor(data, setting, method);
      return [
        ...[...RESERVING, 'random'].map((method) => greater(method, of(some!, method), of(none!, method))),
        ...AWARE.map((method) =>
          ratio(method, of(some!, method), of(none!, method), (interval) => within(interval, 0.98, 1.02)),
        ),
      ];
    },
  },
  {
    id: 'event-is-task',
    figure: 'utility-parallel-5000',
    says: 'The event-based and the task-based metaheuristic earn the same.',
    rule: 'ratio of mean utilities within 0.99 and 1.01',
    parts: (data) => [
      ratio(
        'event-based over task-based',
        valuesFor(data, usual(data), 'event-based', 'utility'),
        valuesFor(data, usual(data), 'task-based', 'utility'),
        (interval) => within(interval, 0.99, 1.01),
      ),
    ],
  },
  {
    id: 'event-times',
    figure: 'utility-parallel-5000',
    says: 'A mapping event takes 0.1 s with UPE and 3 s with UPR and the filter per resource.',
    rule: 'candidates evaluated per event, UPR with the filter over UPE: ratio of means above 10',
    parts: (data) => [workRatio(data, usual(data, 'per-resource'), usual(data))],
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
  return ratio('energy of upr over upe', upr, upe, (interval) => above(interval, 1.1));
}

function workRatio(data: FigureData, ofUpr: string, ofUpe: string): Part {
  const value = 'candidatesPerEvent';
  const [upr, upe] = [valuesFor(data, ofUpr, 'upr', value), valuesFor(data, ofUpe, 'upe', value)];
  return ratio('upr, per-resource, over upe', upr, upe, (interval) => above(interval, 10));
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
    says: 'UPR earns 49.5 % of the maximum, UPE 48.7 %, Conservative 15.3 % and EASY 7.1 %.',
    rule: 'ratio of mean shares: UPR with the filter per resource over UPE within 0.9 and 1.1; Conservative and EASY over UPE below 0.5',
    parts: (data) => {
      const upe = valuesFor(data, largeBudgetName(data), 'upe');
      const upr = valuesFor(data, largeBudgetName(data, 'per-resource'), 'upr');
      return [
        ratio('upr over upe', upr, upe, (interval) => within(interval, 0.9, 1.1)),
        ...['conservative', 'easy'].map((method) =>
          ratio(`${method} over upe`, valuesFor(data, largeBudgetName(data), method), upe, less(0.5)),
        ),
      ];
    },
  },
  {
    id: 'upr-over-upt-10000',
    figure: 'utility-parallel-10000',
    says: 'UPR earns up to 50 % more than UPT.',
    rule: 'ratio of mean utilities, both with the filter per resource, above 1.15',
    parts: (data) => {
      const of = (method: string): ByTrial => valuesFor(data, largeBudgetName(data, 'per-resource'), method, 'utility');
      return [ratio('upr over upt', of('upr'), of('upt'), (interval) => above(interval, 1.15))];
    },
  },
  {
    id: 'upr-draws-more-10000',
    figure: 'utility-parallel-10000',
    says: 'Max UPR draws 20 % more energy than Max UPE, also at 10,000 tasks.',
    rule: 'ratio of mean energies, UPR with the filter per resource over UPE, above 1.1',
    parts: (data) => [energyRatio(data, largeBudgetName(data, 'per-resource'), largeBudgetName(data))],
  },
  {
    id: 'event-times-10000',
    figure: 'utility-parallel-10000',
    says: 'A mapping event takes less than 2 s with UPE and 80 s with UPR and the filter per resource.',
    rule: 'candidates evaluated per event, UPR with the filter over UPE: ratio of means above 10',
    parts: (data) => [workRatio(data, largeBudgetName(data, 'per-resource'), largeBudgetName(data))],
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
