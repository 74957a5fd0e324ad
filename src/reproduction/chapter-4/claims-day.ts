import type { Interval } from '../../experiments/statistics.js';
import type { Claim } from '../claim.js';
import { type FigureData, levelsOf, trialSeries } from '../data.js';
import {
  above,
  ALIKE,
  type Answer,
  average,
  type ByTrial,
  greater,
  isAlike,
  type Notation,
  type Part,
  ratio,
} from '../rules.js';
import { SHORT_LEVELS, WHILE_FDLD_RUNS } from './budgets.js';
import { cheaper, isHourB, levelIn, valuesFor } from './data.js';

/** Methods of the thesis that Fig. 4.2 compares. */
const ALL = ['fdld-so', 'fdld-tao', 'fdld-cl', 'gald-cl'];
/** Notation of node hours: hours awake, summed over nodes. */
const HOURS: Notation = { factor: 1, digits: 0, unit: 'node hours' };

const perDay = 'USD a day, paired by day';

function nodeHours(data: FigureData, method: string, instance?: string): ByTrial {
  return valuesFor(data, { method, ...(instance === undefined ? {} : { instance }) }, 'nodeHours');
}

function others(method: string, methods = ALL): string[] {
  return methods.filter((one) => one !== method);
}

/** Answers "do two quantities differ?" from the confidence interval of their ratio: not if they are alike. */
function differs(interval: Interval | null): Answer {
  const answer = isAlike(interval);
  return answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : 'open';
}

/** Claims about one day of a group of four data centres. */
export const DAY_CLAIMS: readonly Claim[] = [
  {
    id: 'gald-best',
    figure: 'fig-4.2',
    says: 'GALD-CL outperforms all other approaches: where decisions are given an hour it is the one to take.',
    rule: `${perDay}: each other - GALD-CL above 0`,
    parts: (data) => others('gald-cl').map((other) => cheaper(data, '', {}, 'gald-cl', other)),
  },
  {
    id: 'so-worst',
    figure: 'fig-4.2',
    says: 'FDLD-SO performs worst.',
    rule: `${perDay}: FDLD-SO - each other above 0`,
    parts: (data) => others('fdld-so').map((other) => cheaper(data, '', {}, other, 'fdld-so')),
  },
  {
    id: 'cl-best-fdld',
    figure: 'fig-4.2',
    says: 'FDLD-CL is the best of the FDLD variants, since it provides the fewest nodes that meet the rates.',
    decidedBy: 'ties between centres, for which the thesis gives no rule',
    rule: `${perDay}, and node hours awake: each other variant - FDLD-CL above 0`,
    parts: (data) =>
      ['fdld-so', 'fdld-tao'].flatMap((other) => [
        cheaper(data, '', {}, 'fdld-cl', other),
        greater(`node hours: ${other} over fdld-cl`, nodeHours(data, other), nodeHours(data, 'fdld-cl'), HOURS),
      ]),
  },
  {
    id: 'so-over-provisions',
    figure: 'fig-4.2',
    says: 'FDLD-SO severely over-provisions nodes.',
    decidedBy: 'phi_C, which the thesis does not give, is the least that serves everything',
    rule: `rates served over arrivals, mean over epochs and task types: above ${1 + ALIKE}, more than is about the same`,
    parts: (data) => [
      average(
        'fdld-so',
        trialSeries(data, { method: 'fdld-so' }, 'servedOverArrivals'),
        (interval) => above(interval, 1 + ALIKE),
        { factor: 1, digits: 3, unit: '' },
      ),
    ],
  },
  {
    id: 'fdld-for-short-epochs',
    figure: 'fig-4.2',
    says: 'The FDLD variants reach a solution more quickly: where epochs are short (a few minutes) FDLD-CL is the one to take.',
    decidedBy: `GALD-CL has ${WHILE_FDLD_RUNS.here.toLocaleString('en-US')} evaluations an epoch, no more than our core makes while FDLD-CL runs; by hour B it has ${WHILE_FDLD_RUNS.byFdld}, half a first population, which were not run`,
    rule: `${perDay}: GALD-CL in no more time than FDLD-CL takes - FDLD-CL above 0`,
    parts: (data) => (isHourB(data) ? [] : [cheaper(data, '', {}, 'fdld-cl', SHORT_LEVELS[0])]),
  },
  {
    id: 'all-workloads',
    figure: 'fig-4.3',
    says: 'The techniques perform well for a variety of workload types.',
    rule: `${perDay}: FDLD-SO - FDLD-CL and FDLD-SO - GALD-CL above 0 for every workload`,
    parts: (data) =>
      byWorkload(data, (instance) =>
        ['fdld-cl', 'gald-cl'].map((method) => cheaper(data, `${instance}: `, { instance }, method, 'fdld-so')),
      ),
  },
  {
    id: 'gald-best-all-workloads',
    figure: 'fig-4.3',
    says: 'GALD-CL (dashed) costs less than FDLD-CL (solid) for every workload type.',
    rule: `${perDay}: FDLD-CL - GALD-CL above 0 for every workload`,
    parts: (data) =>
      byWorkload(data, (instance) => [cheaper(data, `${instance}: `, { instance }, 'gald-cl', 'fdld-cl')]),
  },
  {
    id: 'composition-matters',
    figure: 'fig-4.3',
    says: 'The composition of the workload impacts the resources that are required.',
    rule: `node hours awake, each other workload over the mixed one, paired by day: outside of ${1 - ALIKE} to ${1 + ALIKE}`,
    parts: (data) => {
      const [mixed, ...rest] = workloadsOf(data);
      return ['fdld-cl', 'gald-cl'].flatMap((method) =>
        rest.map((instance) => {
          const where = `${levelIn(data, method)}: ${instance} over ${mixed!}`;
          return ratio(where, nodeHours(data, method, instance), nodeHours(data, method, mixed), differs);
        }),
      );
    },
  },
];

function byWorkload(data: FigureData, partsOf: (instance: string) => Part[]): Part[] {
  return workloadsOf(data).flatMap(partsOf);
}

/**
 * Returns the groups of Fig. 4.3, the mixed workload first. It returns none in a setting that has not all workloads: a
 * claim on all of them is not tested there.
 */
function workloadsOf(data: FigureData): readonly string[] {
  const instances = levelsOf(data, 'instance');
  return ['us-4', 'us-4-memory', 'us-4-cpu'].every((one) => instances.includes(one)) ? instances : [];
}
