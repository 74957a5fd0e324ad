import { meanInterval } from '../../experiments/statistics.js';
import type { Claim } from '../claim.js';
import { type FigureData, levelsOf, planSeries, trialSeries } from '../data.js';
import {
  average,
  type ByTrial,
  greater,
  type Notation,
  type Part,
  PLAIN,
  printedShare,
  type Printed,
  ratio,
  same,
} from '../rules.js';
import { FDLD_MIN, GROUP_SIZES, groupSizeOf } from './budgets.js';
import { cheaper, levelIn, named, reductions } from './data.js';

/** Cost reductions in Table 4.2, fractions, by method and number of data centres. */
export const THESIS_REDUCTION: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  'fdld-tao': { 4: 0.052, 8: 0.046, 16: 0.057 },
  'fdld-cl': { 4: 0.142, 8: 0.157, 16: 0.188 },
  'gald-cl': { 4: 0.397, 8: 0.392, 16: 0.368 },
};
/**
 * Average cost reductions in the abstract and in section 4.6, fractions. The means of Table 4.2 itself are 16.2 % and
 * 38.6 %.
 */
const THESIS_AVERAGE: Readonly<Record<string, number>> = { 'fdld-cl': 0.1, 'gald-cl': 0.37 };
/** Range of CUP over the thesis' data centres (section 4.5.1). */
const THESIS_CUP: Printed = {
  value: 1.755,
  noEffect: 0,
  interval: { low: 1.43, high: 2.08 },
  words: '1.43 to 2.08',
  notation: { factor: 1, digits: 2, unit: '' },
  at: '4.5.1',
};
/** FDLD variants by how much they know of co-location. */
const BY_KNOWLEDGE = ['fdld-so', 'fdld-tao', 'fdld-cl'];

/** Notation of counts in millions. */
const MILLIONS: Notation = { factor: 1e-6, digits: 1, unit: 'million candidates' };
/** Words for the window around a printed number. */
const WINDOW = 'within 25 % of the printed one';
/**
 * Field `decidedBy` of the claims that depend on phi_C, the over-provisioning factor. It states our choice of phi_C.
 * The thesis states none, and the cost of the baseline method depends on it.
 */
const PROVISION = { decidedBy: 'phi_C, which the thesis does not give, is the least that serves everything' };

/**
 * Returns the groups of data centres, the smallest first. It returns none in a setting that has not all sizes: a claim on
 * all of them is not tested there.
 */
function groupsOf(data: FigureData): readonly string[] {
  const instances = levelsOf(data, 'instance');
  const isWhole = GROUP_SIZES.every((size) => instances.some((instance) => groupSizeOf({ instance }) === size));
  return isWhole ? instances : [];
}

function amounts(method: string, says: string, decidedBy: Pick<Claim, 'decidedBy'> = {}): Claim {
  return {
    id: `${method}-amount`,
    figure: 'table-4.2',
    says,
    ...decidedBy,
    rule: `1 - cost over that of fdld-so on the same day, mean: ${WINDOW}`,
    parts: (data) =>
      groupsOf(data).map((instance) => {
        const thesis = printedShare(THESIS_REDUCTION[method]![groupSizeOf({ instance })]!, 'Table 4.2');
        return average(
          `${instance}: ${named(data, { instance, method })}`,
          reductions(data, { instance, method }),
          thesis,
        );
      }),
  };
}

/** Returns for each trial the mean cost reduction of a method over the groups of data centres. */
function meanReduction(data: FigureData, method: string): ByTrial {
  const series = groupsOf(data).map((instance) => reductions(data, { instance, method }));
  const trials = [...(series[0]?.keys() ?? [])].filter((trial) => series.every((one) => one.has(trial)));
  return new Map(trials.map((trial) => [trial, meanInterval(series.map((one) => one.get(trial)!)).mean]));
}

/** Returns pairs of groups of data centres of successive sizes, the smaller first. */
function steps(data: FigureData): [string, string][] {
  const instances = groupsOf(data);
  return instances.slice(1).map((larger, n) => [instances[n]!, larger]);
}

/**
 * Returns a comparison for each FDLD variant that was run.
 *
 * @param partOf compares the candidates evaluated by a variant, by instance
 */
function byVariant(
  data: FigureData,
  partOf: (candidatesIn: (instance: string) => ByTrial, method: string) => Part,
): Part[] {
  const methods = levelsOf(data, 'method').filter((method) => BY_KNOWLEDGE.includes(method));
  return methods.map((method) => partOf((instance) => trialSeries(data, { instance, method }, 'candidates'), method));
}

/** Claims about groups of 4, 8 and 16 data centres. */
export const SIZE_CLAIMS: readonly Claim[] = [
  {
    id: 'cup-range',
    figure: 'table-4.2',
    says: 'CUP, which approximates the power of the CRACs, was found by simulating workloads of multiple levels: 1.43 to 2.08.',
    calibrated:
      'The rooms have the air flow of Table 3.2 and open aisles, for which CUP comes out in this range; fans at part speed behind isolated aisles would give 2.7.',
    rule: 'least and greatest CUP of the data centres: within the printed range',
    parts: (data) =>
      groupsOf(data).flatMap((instance) =>
        ['least', 'greatest'].map((end) =>
          average(`${instance}: ${end}`, trialSeries(data, { instance, method: 'fdld-so' }, `${end}Cup`), THESIS_CUP),
        ),
      ),
  },
  amounts('fdld-tao', 'FDLD-TAO costs 5.2, 4.6 and 5.7 % less than FDLD-SO with 4, 8 and 16 data centres.', PROVISION),
  amounts('fdld-cl', 'FDLD-CL costs 14.2, 15.7 and 18.8 % less.', PROVISION),
  amounts('gald-cl', 'GALD-CL costs 39.7, 39.2 and 36.8 % less.'),
  {
    id: 'average-amounts',
    figure: 'table-4.2',
    says: 'On average FDLD-CL costs 10 % less than FDLD-SO and GALD-CL 37 % less.',
    rule: `mean of the three groups' reductions, by day: ${WINDOW}`,
    parts: (data) =>
      groupsOf(data).length === 0
        ? []
        : Object.entries(THESIS_AVERAGE).map(([method, thesis]) =>
            average(levelIn(data, method), meanReduction(data, method), printedShare(thesis, '4.6')),
          ),
  },
  {
    id: 'knowledge-pays',
    figure: 'table-4.2',
    says: 'The more a heuristic knows of co-location the less it costs: FDLD-TAO less than FDLD-SO, FDLD-CL less than that, GALD-CL least.',
    rule: 'USD a day, paired by day: each - the next above 0 in every group',
    parts: (data) =>
      groupsOf(data).flatMap((instance) =>
        [...BY_KNOWLEDGE, 'gald-cl']
          .slice(1)
          .map((cheap, n) => cheaper(data, `${instance}: `, { instance }, cheap, BY_KNOWLEDGE[n]!)),
      ),
  },
  {
    id: 'knowledge-saves-nodes',
    figure: 'table-4.2',
    says: 'Knowledge of co-location reduces or eliminates over-provisioning, while all required rates are met.',
    rule: 'rates served over arrivals, mean over epochs and task types, paired by day: FDLD-SO - FDLD-TAO and FDLD-TAO - FDLD-CL above 0, FDLD-CL the same as 1; of plans that meet all rates',
    parts: (data) =>
      groupsOf(data).flatMap((instance) => {
        const served = (method: string): ByTrial => planSeries(data, { instance, method }, 'servedOverArrivals');
        const exact = served('fdld-cl');
        return [
          ...BY_KNOWLEDGE.slice(1).map((less, n) =>
            greater(`${instance}: ${BY_KNOWLEDGE[n]!} over ${less}`, served(BY_KNOWLEDGE[n]!), served(less)),
          ),
          same(`${instance}: fdld-cl over arrivals`, exact, new Map([...exact.keys()].map((trial) => [trial, 1]))),
        ];
      }),
  },
  {
    id: 'cl-gains-with-size',
    figure: 'table-4.2',
    says: 'The reduction by FDLD-CL grows with the number of data centres (14.2, 15.7, 18.8 %).',
    rule: 'reduction against fdld-so, paired by day: that of the larger group - that of the smaller above 0',
    parts: (data) => steps(data).map(([small, large]) => changeOf(data, 'fdld-cl', large, small)),
  },
  {
    id: 'gald-loses-with-size',
    figure: 'table-4.2',
    says: 'With more data centres GALD-CL has fewer generations, and its reduction falls (39.7, 39.2, 36.8 %).',
    rule: 'reduction against fdld-so, paired by day: that of the smaller group - that of the larger above 0',
    parts: (data) => steps(data).map(([small, large]) => changeOf(data, 'gald-cl', small, large)),
  },
  {
    id: 'fdld-slower-with-size',
    figure: 'table-4.2',
    says: 'The time for the FDLD variants to reach a solution increases with the number of data centres.',
    rule: 'candidates evaluated in all runs, paired by day: those of the larger group - those of the smaller above 0; nearly follows from the sizes: a larger group has more nodes and more centres to choose from',
    parts: (data) =>
      steps(data).flatMap(([small, large]) =>
        byVariant(data, (candidatesIn, method) =>
          greater(`${method}: ${large} over ${small}`, candidatesIn(large), candidatesIn(small), MILLIONS),
        ),
      ),
  },
  {
    id: 'fdld-scales',
    figure: 'table-4.2',
    says: 'The run time of FDLD grows manageably with the number of data centres: 1, 4 and 13 minutes per epoch (judged by candidates).',
    rule: `candidates evaluated in all runs, 8 and 16 centres over 4, ratios of means: within 25 % of the effect about the ratio of the printed minutes`,
    parts: (data) => {
      const [least, ...larger] = groupsOf(data);
      return larger.flatMap((instance) =>
        byVariant(data, (candidatesIn, method) =>
          ratio(`${method}: ${instance} over ${least!}`, candidatesIn(instance), candidatesIn(least!), times(instance)),
        ),
      );
    },
  },
];

/** Returns how many times as long as with four data centres FDLD takes in the thesis with a larger group. */
function times(instance: string): Printed {
  const minutes = FDLD_MIN[groupSizeOf({ instance })];
  return {
    value: minutes / FDLD_MIN[4],
    noEffect: 1,
    words: `${minutes} min over 1 min`,
    notation: PLAIN,
    at: '4.5.1',
  };
}

function changeOf(data: FigureData, method: string, greaterIn: string, thanIn: string): Part {
  const of = (instance: string): ByTrial => reductions(data, { instance, method });
  return greater(`${levelIn(data, method)}: ${greaterIn} over ${thanIn}`, of(greaterIn), of(thanIn));
}
