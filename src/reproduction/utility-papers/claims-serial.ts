import type { Claim } from '../claim.js';
import { combined, type FigureData } from '../data.js';
import {
  atLeast,
  atMost,
  average,
  type ByTrial,
  difference,
  greater,
  type Part,
  PERCENT,
  printedGain,
  ratio,
  untested,
} from '../rules.js';
import { bestOf, HOURS, isSetting, randomName, valuesFor } from './data.js';
import { BATCH, BEST_LENIENCY, LENIENCIES } from './figures.js';
import { leniencyName, NO_FILTER } from './settings.js';

/** Heuristics in Fig. 3 of paper 001 without an energy filter, by ascending utility in the paper. */
const ORDER = ['random', 'min-min', 'util', 'upt', 'upe'];
/** Names of the settings in Fig. 5 of paper 001, in its order: each leniency of the energy filter, then no filter. */
const LEVELS = [...LENIENCIES.map(leniencyName), NO_FILTER];
/** Names of the settings with strict leniencies, with which the paper has energy left at the end of the day. */
const STRICT = [0.3, 0.4, 0.5, 0.6].map(leniencyName);
/** Names of the settings with leniencies from 1 to 4, over which the paper finds Max-Max UPE least sensitive. */
const FROM_1_TO_4 = LENIENCIES.filter((leniency) => leniency >= 1).map(leniencyName);
/**
 * Minimum used share of an energy budget at which the budget counts as used up. Our choice: what is left may be too
 * little for any task.
 */
const ALL = 0.99;
/** Hour of the day from which a time counts as near midnight. */
const NEAR_MIDNIGHT = 22;
/** Minimum used share of an energy budget at which the budget counts as nearly used up. */
const NEARLY_ALL = 0.98;

/** Claims of paper 001 about serial tasks without an energy filter and with the best leniencies (section VI). */
const PLAIN_CLAIMS: readonly Claim[] = [
  {
    id: 'serial-order',
    figure: 'utility-serial',
    says: 'Without a filter Random < Min-Min < Util < UPT < UPE.',
    rule: 'share of the maximum, paired by trial: each - the one before above 0',
    parts: (data) =>
      ORDER.slice(1).map((method, n) => {
        const of = (name: string): ByTrial => valuesFor(data, NO_FILTER, name);
        return greater(`${method} over ${ORDER[n]!}`, of(method), of(ORDER[n]!));
      }),
  },
  {
    id: 'upe-over-upt',
    figure: 'utility-serial',
    says: 'Without a filter UPE earns about 11 % more than UPT.',
    rule: 'gain in mean utility, UPE over UPT: the printed one',
    parts: (data) => [
      ratio('upe over upt', utility(data, 'upe'), utility(data, 'upt'), printedGain(0.11, '001 section VI.B')),
    ],
  },
  {
    id: 'all-reach-budget',
    figure: 'utility-serial',
    says: 'Without a filter all reach the energy constraint.',
    rule: `energy over the budget: mean at least ${ALL}`,
    parts: (data) =>
      ORDER.map((method) => {
        const shares = valuesFor(data, NO_FILTER, method, 'energyShare');
        return average(method, shares, (interval) => atLeast(interval, ALL));
      }),
  },
  {
    id: 'upe-dry-later',
    figure: 'utility-serial',
    says: 'Without a filter UPE uses up the energy about three hours later than UPT.',
    rule: 'hour at which 99 % of the budget is drawn (24 if never), paired by trial: UPE - UPT the printed one',
    parts: (data) => {
      const of = (method: string): ByTrial => valuesFor(data, NO_FILTER, method, 'dryHour');
      const printed = { value: 3, noEffect: 0, notation: HOURS, at: '001 section VI.C' };
      return [difference('upe - upt', of('upe'), of('upt'), printed)];
    },
  },
  {
    id: 'filter-gains',
    figure: 'utility-serial',
    says: 'Every heuristic gains from the filter at its best leniency.',
    rule: 'share of the maximum, paired by trial: with the filter at the leniency that the paper finds best - without above 0',
    parts: (data) =>
      BATCH.map((method) => {
        const best = leniencyName(BEST_LENIENCY[method]!);
        return greater(`${method}, ${best}`, valuesFor(data, best, method), valuesFor(data, NO_FILTER, method));
      }),
  },
  {
    id: 'upe-over-random',
    figure: 'utility-serial',
    says: 'UPE with the filter earns 280 % of what Random earns.',
    rule: 'ratio of mean utilities, UPE over Random: the printed one',
    parts: (data) => {
      const upe = valuesFor(data, leniencyName(BEST_LENIENCY['upe']!), 'upe', 'utility');
      const random = valuesFor(data, randomName(data), 'random', 'utility');
      const printed = { value: 2.8, noEffect: 1, notation: PERCENT, at: '001 section VI.C' };
      return [ratio('upe over random', upe, random, printed)];
    },
  },
];

function utility(data: FigureData, method: string): ByTrial {
  return valuesFor(data, NO_FILTER, method, 'utility');
}

/** Claims of paper 001 about the leniency of the energy filter (section VI.C). */
const LENIENCY_CLAIMS: readonly Claim[] = [
  {
    id: 'best-leniency',
    figure: 'utility-serial',
    says: 'The best leniency is 0.75 for Min-Min, Util and UPT, and 1.5 for UPE.',
    rule: 'share of the maximum, paired by trial: the best mean among the printed leniency and its neighbours - the best mean elsewhere above 0',
    parts: (data) => BATCH.map((method) => bestIsNear(data, method)),
  },
  {
    id: 'upe-least-sensitive',
    figure: 'utility-serial',
    says: 'UPE is least sensitive to the leniency, above all from 1 to 4, and loses least without the filter.',
    rule: 'paired by trial, each other heuristic - UPE above 0: share lost from the best mean to no filter; spread of the shares from 1 to 4 over the greatest of them',
    parts: (data) => {
      const others = BATCH.filter((method) => method !== 'upe');
      return [
        ...others.map((method) => greater(`lost without, ${method} - upe`, loss(data, method), loss(data, 'upe'))),
        ...others.map((method) => greater(`spread, ${method} - upe`, spread(data, method), spread(data, 'upe'))),
      ];
    },
  },
  {
    id: 'strict-leaves-energy',
    figure: 'utility-serial',
    says: 'A strict filter, of 0.3 to 0.6, leaves energy unused; the higher the leniency, the earlier it is used up.',
    rule: `energy over the budget at 0.3 to 0.6: mean at most ${ALL}; hour at which 99 % are drawn, paired by trial: 1 - 2, 2 - 4 and 4 - no filter above 0`,
    parts: (data) =>
      BATCH.flatMap((method) => [
        ...STRICT.filter((level) => isSetting(data, level)).map((level) => {
          const shares = valuesFor(data, level, method, 'energyShare');
          return average(`energy, ${method}, ${level}`, shares, (interval) => atMost(interval, ALL));
        }),
        ...[leniencyName(1), leniencyName(2), leniencyName(4)].map((level, n, all) => {
          const of = (name: string): ByTrial => valuesFor(data, name, method, 'dryHour');
          const next = all[n + 1] ?? NO_FILTER;
          return greater(`hour, ${method}, ${level} - ${next}`, of(level), of(next), HOURS);
        }),
      ]),
  },
  {
    id: 'best-ends-at-midnight',
    figure: 'utility-serial',
    says: 'At the best leniency the energy is used up right at the end of the day.',
    rule: `at the leniency with the best mean here: hour at which ${100 * NEARLY_ALL} % of the budget are drawn (24 if never) at least ${NEAR_MIDNIGHT}, energy over the budget at least ${NEARLY_ALL}`,
    parts: (data) =>
      BATCH.flatMap((method): Part[] => {
        const best = bestLevel(data, method, LEVELS);
        if (best === undefined) return [untested(method)];
        const [hours, shares] = ['hour98', 'energyShare'].map((value) => valuesFor(data, best, method, value));
        return [
          average(`hour, ${method}, ${best}`, hours!, (interval) => atLeast(interval, NEAR_MIDNIGHT), HOURS),
          average(`energy, ${method}, ${best}`, shares!, (interval) => atLeast(interval, NEARLY_ALL)),
        ];
      }),
  },
];

function bestLevel(data: FigureData, method: string, levels: readonly string[]): string | undefined {
  return bestOf(levels, (level) => valuesFor(data, level, method));
}

function bestIsNear(data: FigureData, method: string): Part {
  const printed = LEVELS.indexOf(leniencyName(BEST_LENIENCY[method]!));
  const isNear = (level: string): boolean => Math.abs(LEVELS.indexOf(level) - printed) <= 1;
  const inside = bestLevel(data, method, LEVELS.filter(isNear));
  const outside = bestLevel(
    data,
    method,
    LEVELS.filter((level) => !isNear(level)),
  );
  if (inside === undefined || outside === undefined) return untested(method);
  return greater(
    `${method}: ${inside} over ${outside}`,
    valuesFor(data, inside, method),
    valuesFor(data, outside, method),
  );
}

/**
 * Returns for each trial the share of utility that a method loses without an energy filter, compared with the setting
 * of the best mean utility.
 */
function loss(data: FigureData, method: string): ByTrial {
  const best = bestLevel(data, method, LEVELS);
  if (best === undefined) return new Map();
  return combined(
    valuesFor(data, best, method),
    valuesFor(data, NO_FILTER, method),
    (own, without) => (own - without) / own,
  );
}

/**
 * Returns for each trial how much the utility varies over the leniencies from 1 to 4:
 *
 * (greatest - least) / greatest
 */
function spread(data: FigureData, method: string): ByTrial {
  const all = FROM_1_TO_4.map((level) => valuesFor(data, level, method)).filter(({ size }) => size > 0);
  if (all.length < 2) return new Map();
  const extreme = (choose: (a: number, b: number) => number): ByTrial =>
    all.reduce((best, one) => combined(best, one, choose));
  return combined(extreme(Math.max), extreme(Math.min), (most, least) => (most - least) / most);
}

/** Claims of paper 001, in the paper's order. */
export const SERIAL_CLAIMS: readonly Claim[] = [...PLAIN_CLAIMS, ...LENIENCY_CLAIMS];
