import { currencyOf } from '../../../models/units.js';
import { type FieldWords, fieldWords, type Figure, marked, ratedFigures } from '../../reports/figures.js';
import { type Content, markup, NOTHING } from '../../reports/html/markup.js';
import type { GeoEvaluation } from '../../../models/families/geo/outcome.js';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import type { GeoReportResult } from './report/input.js';
import type { EnergyUse } from './report/sums.js';

/**
 * Data of one geo run from which its figures (numbers in reports) are computed: instance, result, and the checker's
 * evaluation of the plan.
 */
export interface GeoShown {
  readonly instance: GeoInstance;
  readonly result: GeoReportResult;
  readonly hasPlan: boolean;
  /** The checker's evaluation of the plan; null if there is no plan or it could not be evaluated. */
  readonly evaluation: GeoEvaluation | null;
  /** Energy of the plan by use and source; null if `evaluation` is null. */
  readonly use: EnergyUse | null;
}

/**
 * Formats an amount of money, in USD or in the currency that the instance states instead. `key` is the field of the
 * result file that holds the amount.
 */
const money = ({ instance }: GeoShown, key: string, valueUsd: number | null): Content =>
  marked(key, valueUsd, 'USD', { currency: currencyOf(instance) });

const [objective, bound, gap] = ratedFigures<GeoShown>({
  objective: 'cost',
  unit: 'USD',
  note: () => 'as billed by the checker, cooling by the rooms’ own temperatures',
  why: ({ hasPlan }) => (hasPlan ? 'it has no rating' : 'there is no plan'),
  bound: 'lower bound',
  proven: 'no plan within its scope costs less',
  gapNote: (run) => {
    const { objective: cost, bound: least } = run.result;
    const left = cost === null || least === null ? null : Math.max(0, cost - least);
    return markup`of the bound: at most ${money(run, 'gapUsd', left)} could still be saved`;
  },
  result: ({ result }) => result,
});

/** Returns the figure (a number in reports) for one component of the bill, such as its energy. */
function part(key: 'energyUsd' | 'transitionUsd' | 'demandUsd' | 'carbonUsd', label: string): Figure<GeoShown> {
  return { key, label, unit: 'USD', of: ({ evaluation }) => evaluation?.[key], in: ['run'] };
}

/** All numbers of a geo run that reports show. */
export const figures: readonly Figure<GeoShown>[] = [
  objective,
  bound,
  gap,
  {
    key: 'costByCupUsd',
    label: 'cooling by CUP',
    unit: 'USD',
    of: ({ result }) => result.costByCupUsd ?? undefined,
    note: (run) => {
      const { boundByCupUsd, gapByCup } = run.result;
      return markup`by Eq. 43${boundByCupUsd === null ? NOTHING : markup`, bound ${money(run, 'boundByCupUsd', boundByCupUsd)}`}${gapByCup === null ? NOTHING : markup`, gap ${marked('gapByCup', gapByCup, 'gap')}`}`;
    },
    in: ['summary', 'fact', 'run', 'csv'],
  },
  { key: 'gapByCup', label: 'gap with CUP', unit: 'gap', of: ({ result }) => result.gapByCup, in: ['compare'] },
  {
    key: 'boundByCupUsd',
    label: 'bound with CUP',
    unit: 'USD',
    of: ({ result }) => result.boundByCupUsd,
    in: ['bound'],
  },
  part('energyUsd', 'energy cost'),
  part('transitionUsd', 'transitions'),
  part('demandUsd', 'demand charges'),
  part('carbonUsd', 'carbon cost'),
  {
    key: 'claimedCostUsd',
    label: 'by the model',
    unit: 'USD',
    of: ({ result }) => result.claimedCostUsd ?? undefined,
    note: () => "the bill by the methods' own model",
    in: ['fact'],
  },
  {
    key: 'bill',
    label: 'of it',
    unit: 'object',
    of: (run) => {
      if (run.evaluation === null) return undefined;
      const { energyUsd, transitionUsd, demandUsd, carbonUsd } = run.evaluation;
      const parts = [
        ['energy', 'energyUsd', energyUsd],
        ['transitions', 'transitionUsd', transitionUsd],
        ['demand charges', 'demandUsd', demandUsd],
        ['carbon', 'carbonUsd', carbonUsd],
      ] as const;
      return parts
        .filter(([name, , valueUsd]) => name === 'energy' || valueUsd !== 0)
        .map(([name, key, valueUsd], n) => markup`${n > 0 ? ', ' : ''}${name} ${money(run, key, valueUsd)}`);
    },
    in: ['summary', 'fact'],
  },
  {
    key: 'drawnKwh',
    label: 'energy',
    unit: 'kWh',
    of: ({ use }) => use?.drawnKwh,
    note: ({ use }) => {
      const { nodeKwh, cracKwh, overheadKwh, transitionKwh, drawnKwh } = use!;
      const part = (name: string, key: string, kwh: number): Content =>
        markup`${name} ${marked(key, kwh, 'kWh', { beside: drawnKwh })}`;
      return markup`at the meter (${part('nodes', 'nodeKwh', nodeKwh)}, ${part('CRACs', 'cracKwh', cracKwh)}, ${part('overhead', 'overheadKwh', overheadKwh)}, ${part('transitions', 'transitionKwh', transitionKwh)})`;
    },
    in: ['summary', 'fact'],
  },
  {
    key: 'gridKwh',
    label: 'bought',
    unit: 'kWh',
    of: ({ use }) => use?.gridKwh,
    note: ({ use }) => {
      const { ownKwh, surplusKwh } = use!;
      if (ownKwh + surplusKwh === 0) return undefined;
      return markup`; ${marked('ownKwh', ownKwh, 'kWh')} used of the ${marked('offeredKwh', ownKwh + surplusKwh, 'kWh')} that sun and wind give`;
    },
    in: ['summary', 'fact', 'compare', 'csv'],
  },
  {
    key: 'carbonKg',
    label: 'emissions',
    unit: 'kg',
    of: ({ instance, evaluation }) => {
      const isKnown = instance.dataCentres.some(({ carbon }) => carbon !== undefined);
      const applies = evaluation !== null && (isKnown || instance.rules.carbonCapKg !== undefined);
      return applies ? evaluation.carbonKg : undefined;
    },
    note: ({ instance: { rules } }) =>
      rules.carbonCapKg === undefined
        ? undefined
        : markup`of at most ${marked('carbonCapKg', rules.carbonCapKg, 'kg')}`,
    in: ['summary', 'fact', 'compare', 'csv'],
  },
];

/** Documentation of the fields of `details` in a result file. */
export const fields: readonly FieldWords[] = fieldWords([
  'boundByEpochUsd`, `costByEpochUsd ; USD by epoch, or null ; parts whose sum is the bound; energy, transitions and carbon at its price of the plan (demand charges belong to no epoch)',
  "costByCupUsd`, `boundByCupUsd`, `gapByCup ; USD, USD, fraction, or null ; bill of the same plan, bound and gap with the cooling of Eq. 43 (CUP) in place of the room's",
  'coolingPerPower ; by data centre ; CUP: heat removed per power of the CRACs, given or calibrated from the room',
  "claimedCostUsd ; USD or null ; the bill by the methods' own model: differs from `objective` only where one of the two is wrong",
  'energyUsd`, `transitionUsd`, `demandUsd`, `carbonUsd ; USD or null ; the four parts of the bill (Eq. 33, Eq. 34, demand charges, price of carbon)',
  'carbonKg ; kg or null ; emitted by what is bought',
  'ledger ; object or null ; energy and money over all centres and epochs, see below',
  'nodeHours ; h by node type ; hours awake of all nodes, also of `check`',
  'servedOverArrivals ; fraction ; rates served over arrivals, mean over epochs and task types that arrive, also of `check`',
  'matrixProvenance ; list ; where the air of each `room` in use comes from: its `summary`; a repair that moves inlets is a warning',
  'figures ; by name ; what the method calibrated or estimated, see below',
]);
