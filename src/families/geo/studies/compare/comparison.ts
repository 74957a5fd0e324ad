import type { TrialRequest } from '../../../../experiments/design.js';
import type { JournalEntry, TrialOutput, Values } from '../../../../experiments/record.js';
import { relativeGap } from '../../../../runs/relative-gap.js';
import type { BoundFrame, Certified, ComparisonRecord, RunFrame } from '../../../../studies/compare/record.js';
import { boundOutput, commonBound, namedFigures, runOutput } from '../../../../studies/compare/outputs.js';
import { BOUND, heldByRuns, ratedBy, tightest } from '../../../../studies/compare/run.js';
import { AXIS_IN_LONGEST_RUNS } from '../../../../studies/compare/trajectory.js';
import type { Comparison, TrialSurroundings } from '../../../../studies/compare/comparison.js';
import { geoBound } from '../../methods/bound/bound.js';
import type { GeoCertificate, GeoInfeasibility } from '../../methods/outcome.js';
import { GEO_METHODS, type GeoMethod } from '../../methods/registry.js';
import { GEO_OBJECTIVE_UNIT } from '../../runs/result-of.js';
import { type ReadyGeo, solveOpenedGeo } from '../../runs/solve.js';

/** Bound by the greatest of all certificates; each holds for every plan of the instance, whatever the trial. */
export interface GeoCommonBound extends BoundFrame {
  /** Shares of the epochs in that certificate, USD; their sum is the bound, a single one is no bound on its epoch. */
  readonly byEpochUsd: readonly number[] | null;
  /** Greatest bound on the bill with the cooling of Eq. 43 (CUP), USD. */
  readonly boundByCupUsd: number | null;
  /** Processor time of the bound's own run, s; null where it was not measured. */
  readonly cpuS: number | null;
}

/** Names of the parts of the bill and of the ledger that runs list, in USD, kg and kWh by their endings. */
const PARTS = ['energyUsd', 'transitionUsd', 'demandUsd', 'carbonUsd', 'carbonKg', 'gridKwh'] as const;

interface Figures extends Readonly<Record<(typeof PARTS)[number], number | null>> {
  /** Bill of the plan returned, feasible or not, by the checker, USD; null without a plan that it could rate. */
  readonly costUsd: number | null;
  readonly costByEpochUsd: readonly number[] | null;
  readonly costByCupUsd: number | null;
  /** Gap (costByCupUsd - boundByCupUsd) / |boundByCupUsd| of a feasible plan; null without plan or bound. */
  readonly gapByCup: number | null;
  /** Limits the plan breaks, by name, each once. */
  readonly broken: readonly string[];
  /** Processor time of the run, s; null where it was not measured. */
  readonly cpuS: number | null;
}

interface Facts {
  readonly epochCount: number;
  readonly epochS: number;
  /** Mean cost by method and epoch, USD; demand charges belong to no epoch. Null without a feasible plan. */
  readonly costByEpochUsd: Readonly<Record<string, readonly number[] | null>>;
}

type Key = 'gapByCup' | 'gridKwh' | 'carbonKg' | 'cpuS';

export type GeoCompareRun = RunFrame & Figures;
export type GeoComparisonRecord = ComparisonRecord<Figures, GeoCommonBound, Key, 'ofReference'> & Facts;

/** Values of a run that found nothing, under all names of this family and in the order of the records. */
const BLANK: Values = {
  costUsd: null,
  costByEpochUsd: null,
  costByCupUsd: null,
  ...namedFigures({ values: {} }, PARTS),
  broken: [],
  bound: null,
  boundByEpochUsd: null,
  boundByCupUsd: null,
};

export interface GeoComparisonRequest {
  readonly opened: ReadyGeo;
  readonly labels: readonly string[];
  readonly methods?: readonly GeoMethod[];
}

/** Comparison of methods on one geo instance, held against the greatest of all certificates. */
export function geoComparison({ opened, labels, methods = GEO_METHODS }: GeoComparisonRequest): Comparison {
  const methodOf = (label: string): GeoMethod => methods.find(({ name }) => name === label)!;
  const isStochastic = (label: string): boolean => methodOf(label).stochastic;
  return {
    instance: opened.instance.name,
    warnings: opened.warnings,
    // Covers the series files the instance names.
    sha256: () => opened.sha256,
    objectiveUnit: GEO_OBJECTIVE_UNIT,
    better: 'less',
    blank: BLANK,
    trial: async (asked, surroundings) => {
      const beginS = surroundings.cpuS();
      const label = asked.cell['method']!;
      const { values, times } = await (label === BOUND
        ? trialBound(opened, surroundings)
        : trial(opened, methodOf(label), asked, surroundings));
      const endS = surroundings.cpuS();
      return { values, times: beginS === null || endS === null ? times : { ...times, cpu: endS - beginS } };
    },
    boundsPer: 'instance',
    isRunOnce: (label) => !isStochastic(label),
    bound: instanceBound,
    read: (entry, common) => figuresOf(entry, common as GeoCommonBound | null),
    proofs: GEO_PROOFS,
    metrics: GEO_METRICS,
    pairs: GEO_PAIRS,
    rank: { of: ({ objective }) => (objective === null ? null : -objective), scale: 0 },
    convergence: {
      isDrawn: isStochastic,
      without: Infinity,
      beyond: AXIS_IN_LONGEST_RUNS,
      level: ({ bound }) => bound,
    },
    methodFacts: (label) => ({ stochastic: isStochastic(label) }),
    facts: (runs) => ({
      epochCount: opened.model.epochCount,
      epochS: opened.model.epochS,
      costByEpochUsd: meansByEpoch(labels, runs as readonly GeoCompareRun[]),
    }),
  };
}

/** Proof on the objective: no feasible plan costs less than the bound, USD (docs/geo). */
const GEO_PROOFS: Comparison['proofs'] = [
  {
    value: (run) => run.objective,
    bound: (run) => run.bound,
    isUpper: false,
    wrong: (value, bound) => `has a feasible plan for ${value} USD below the proven bound of ${bound} USD`,
  },
];

/** Metrics of this family: means over the feasible plans; of processor time, over all runs that did not break down. */
const GEO_METRICS: Comparison['metrics'] = [
  { key: 'gapByCup' },
  { key: 'gridKwh' },
  { key: 'carbonKg' },
  { key: 'cpuS', over: 'runs' },
];

/** Difference of the cost as a share of the reference's cost; none where that is not above 0. */
const GEO_PAIRS: Comparison['pairs'] = [
  {
    key: 'ofReference',
    of: ({ objective }, reference) => {
      const usd = reference?.objective ?? null;
      return objective === null || usd === null || usd <= 0 ? null : (objective - usd) / usd;
    },
  },
];

/** Bound by the greatest of all certificates, each of which holds for every plan. */
function instanceBound(entries: readonly JournalEntry[], of: Pick<BoundFrame, 'trial' | 'seed'>): GeoCommonBound {
  const { trial, seed, bound, source, ...rest } = commonBound(entries, of, ratedBy('costUsd'), false);
  const known = rest.infeasibility === undefined ? entries : [];
  const byCup = tightest(known, 'boundByCupUsd', false);
  const own = entries.find(({ cell, trial: n }) => cell['method'] === BOUND && n === 0);
  return {
    trial,
    seed,
    bound,
    source,
    byEpochUsd: (tightest(known, 'bound', false)?.entry.values['boundByEpochUsd'] ?? null) as readonly number[] | null,
    boundByCupUsd: heldByRuns(byCup?.value ?? null, known.map(ratedBy('costByCupUsd')), false),
    ...rest,
    cpuS: own?.times['cpu'] ?? null,
  };
}

function figuresOf(entry: JournalEntry, common: GeoCommonBound | null): Certified & Figures {
  const { values, times } = entry;
  const feasible = values['feasible'] === true;
  const { costUsd, costByCupUsd } = namedFigures(entry, ['costUsd', 'costByCupUsd']);
  const { bound = null, boundByCupUsd = null } = common ?? {};
  return {
    objective: feasible ? costUsd : null,
    bound,
    costUsd,
    costByEpochUsd: values['costByEpochUsd'] as unknown as readonly number[] | null,
    costByCupUsd,
    gapByCup:
      !feasible || costByCupUsd === null || boundByCupUsd === null ? null : relativeGap(boundByCupUsd, costByCupUsd),
    ...namedFigures(entry, PARTS),
    broken: values['broken'] as unknown as readonly string[],
    cpuS: times['cpu'] ?? null,
  };
}

/** Mean cost by epoch of the feasible plans of each method, USD; null for a method without one. */
export function meansByEpoch(labels: readonly string[], runs: readonly GeoCompareRun[]): Facts['costByEpochUsd'] {
  const meanOf = (label: string): readonly number[] | null => {
    const rated = runs.filter(({ method, objective }) => method === label && objective !== null);
    const first = rated[0]?.costByEpochUsd ?? null;
    const sum = (t: number): number => rated.reduce((all, { costByEpochUsd }) => all + costByEpochUsd![t]!, 0);
    return first?.map((_, t) => sum(t) / rated.length) ?? null;
  };
  return Object.fromEntries(labels.map((label) => [label, meanOf(label)]));
}

/** Run of one method on one trial; its values depend on the input alone unless there is a time limit. */
async function trial(
  opened: ReadyGeo,
  method: GeoMethod,
  { seed }: TrialRequest,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  const { record, certificate } = await solveOpenedGeo({ ...surroundings, method, seed, withBound: false }, opened);
  const { result } = record;
  const values = {
    ...certified(certificate),
    costUsd: result.objective,
    costByEpochUsd: result.costByEpochUsd,
    costByCupUsd: result.costByCupUsd,
    energyUsd: result.energyUsd,
    transitionUsd: result.transitionUsd,
    demandUsd: result.demandUsd,
    carbonUsd: result.carbonUsd,
    carbonKg: result.carbonKg,
    gridKwh: result.ledger?.gridKwh ?? null,
    broken: [...new Set(result.violations.map(({ constraint }) => constraint))],
    warnings: result.warnings,
  };
  // Methods that draw nothing improve no plan on the way.
  return runOutput(record, values, method.stochastic && result.feasible ? result.objective : null, 'less');
}

function certified(certificate: GeoCertificate | null): Values {
  if (certificate === null) return {};
  const { costUsd, costByEpochUsd, costByCupUsd, scope, infeasibility } = certificate;
  const isKnown = infeasibility === undefined && Number.isFinite(costUsd);
  return {
    bound: isKnown ? costUsd : null,
    boundByEpochUsd: isKnown ? costByEpochUsd : null,
    boundByCupUsd: isKnown ? costByCupUsd : null,
    boundScope: scope,
    infeasibility: infeasibility === undefined ? null : reasons(infeasibility),
  };
}

/** Greatest number of broken limits named after the first; ours: more would hide the first. */
const MAX_OTHERS = 20;

function reasons({ message, others = [] }: GeoInfeasibility): string {
  const named = others.slice(0, MAX_OTHERS).map((limit) => limit.message);
  const rest = others.length - named.length;
  return [message, ...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}

/** Run of the bound to its end. */
function trialBound({ model }: ReadyGeo, surroundings: TrialSurroundings): Promise<TrialOutput> {
  return boundOutput(surroundings, async (control) => certified(await geoBound({ model, control })));
}
