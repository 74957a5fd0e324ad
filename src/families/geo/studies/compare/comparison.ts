import type { TrialInput } from '../../../../experiments/design.js';
import type { JournalEntry, TrialOutput, Values } from '../../../../experiments/record.js';
import { relativeGap } from '../../../../runs/relative-gap.js';
import type {
  BoundFrame,
  ComparisonRecord,
  MethodDifference,
  MethodSummary,
  RunFrame,
} from '../../../../studies/compare/record.js';
import { boundOutput, commonBound, namedFigures, runOutput } from '../../../../studies/compare/outputs.js';
import { BOUND, heldByRuns, ratedBy, tightest } from '../../../../studies/compare/run.js';
import { AXIS_IN_LONGEST_RUNS } from '../../../../studies/compare/trajectory.js';
import type { Comparison, TrialSurroundings } from '../../../../studies/compare/comparison.js';
import { geoBound } from '../../methods/bound/bound.js';
import type { GeoCertificate, GeoInfeasibility } from '../../methods/outcome.js';
import { GEO_METHODS, type GeoMethod } from '../../methods/registry.js';
import { GEO_OBJECTIVE_UNIT } from '../../runs/result-of.js';
import { type ReadyGeo, solveOpenedGeo } from '../../runs/solve.js';

/** The greatest of all certificates: each holds for every plan of the instance, whatever the trial. */
export interface GeoCommonBound extends BoundFrame {
  /** Parts of that certificate, whose sum is the bound; a single one is no bound on its epoch. */
  readonly byEpochUsd: readonly number[] | null;
  /** The same with the cooling of Eq. 43 (CUP). */
  readonly boundByCupUsd: number | null;
  /** Of the bound's own run; null where it was not measured. */
  readonly cpuS: number | null;
}

/** Parts of the bill and of the ledger. */
const PARTS = ['energyUsd', 'transitionUsd', 'demandUsd', 'carbonUsd', 'carbonKg', 'gridKwh'] as const;

interface Figures extends Readonly<Record<(typeof PARTS)[number], number | null>> {
  /** Of the plan returned, feasible or not, by the checker; null without one it could rate. */
  readonly costUsd: number | null;
  readonly costByEpochUsd: readonly number[] | null;
  readonly costByCupUsd: number | null;
  /** (costByCupUsd - boundByCupUsd) / |boundByCupUsd| of a feasible plan. */
  readonly gapByCup: number | null;
  /** Limits the plan breaks, by name, each once. */
  readonly broken: readonly string[];
  /** Processor time; null where it was not measured. */
  readonly cpuS: number | null;
}

interface Facts {
  readonly epochCount: number;
  readonly epochS: number;
  /** Mean cost by method and epoch, USD; demand charges belong to none. null without a feasible plan. */
  readonly costByEpochUsd: Readonly<Record<string, readonly number[] | null>>;
}

type Key = 'gapByCup' | 'gridKwh' | 'carbonKg' | 'cpuS';

export type GeoCompareRun = RunFrame & Figures;
export type GeoComparison = Comparison<Figures, GeoCommonBound, Key, 'ofReference', Facts>;
export type GeoSummary = MethodSummary<Key>;
export type GeoDifference = MethodDifference<'ofReference'>;
export type GeoComparisonRecord = ComparisonRecord<Figures, GeoCommonBound, Key, 'ofReference'> & Facts;

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

export interface GeoComparisonInput {
  readonly opened: ReadyGeo;
  readonly labels: readonly string[];
  readonly methods?: readonly GeoMethod[];
}

/** Methods on one set of data centres, held against the greatest of all certificates. */
export function geoComparison({ opened, labels, methods = GEO_METHODS }: GeoComparisonInput): GeoComparison {
  const methodOf = (label: string): GeoMethod => methods.find(({ name }) => name === label)!;
  const isStochastic = (label: string): boolean => methodOf(label).stochastic;
  return {
    instance: opened.instance.name,
    warnings: opened.warnings,
    // Covers the series files the instance names.
    sha256: () => opened.sha256,
    objectiveUnit: GEO_OBJECTIVE_UNIT,
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
    read: figuresOf,
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
      epochCount: opened.problem.epochCount,
      epochS: opened.problem.epochS,
      costByEpochUsd: meansByEpoch(labels, runs),
    }),
  };
}

const GEO_PROOFS: GeoComparison['proofs'] = [
  {
    ...{ value: (run) => run.objective, bound: (run) => run.bound, isUpper: false },
    wrong: (value, bound) => `has a feasible plan for ${value} USD below the proven bound of ${bound} USD`,
  },
];

/** Means over the runs with a feasible plan; time over all that did not break down. */
const GEO_METRICS: GeoComparison['metrics'] = [
  { key: 'gapByCup', of: (run) => run.gapByCup },
  { key: 'gridKwh', of: (run) => run.gridKwh },
  { key: 'carbonKg', of: (run) => run.carbonKg },
  { key: 'cpuS', of: (run) => run.cpuS, over: 'runs' },
];

/** As a share of the reference's cost; null where that is not above 0. */
const GEO_PAIRS: GeoComparison['pairs'] = [
  {
    key: 'ofReference',
    of: ({ objective }, reference) => {
      const usd = reference?.objective ?? null;
      return objective === null || usd === null || usd <= 0 ? null : (objective - usd) / usd;
    },
  },
];

/** The greatest of all certificates: each holds for every plan. */
function instanceBound(entries: readonly JournalEntry[], of: Pick<BoundFrame, 'trial' | 'seed'>): GeoCommonBound {
  const { trial, seed, bound, source, ...rest } = commonBound(entries, of, ratedBy('costUsd'), false);
  const known = rest.infeasibility === undefined ? entries : [];
  const byCup = tightest(known, 'boundByCupUsd', false);
  const own = entries.find(({ cell, trial: n }) => cell['method'] === BOUND && n === 0);
  return {
    ...{ trial, seed, bound, source },
    byEpochUsd: (tightest(known, 'bound', false)?.entry.values['boundByEpochUsd'] ?? null) as readonly number[] | null,
    boundByCupUsd: heldByRuns(byCup?.value ?? null, known.map(ratedBy('costByCupUsd')), false),
    ...rest,
    cpuS: own?.times['cpu'] ?? null,
  };
}

function figuresOf(entry: JournalEntry, common: GeoCommonBound | null): ReturnType<GeoComparison['read']> {
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

/** Mean by epoch of the feasible plans of each method. */
export function meansByEpoch(labels: readonly string[], runs: readonly GeoCompareRun[]): Facts['costByEpochUsd'] {
  const meanOf = (label: string): readonly number[] | null => {
    const rated = runs.filter(({ method, objective }) => method === label && objective !== null);
    const first = rated[0]?.costByEpochUsd ?? null;
    const sum = (t: number): number => rated.reduce((all, { costByEpochUsd }) => all + costByEpochUsd![t]!, 0);
    return first?.map((_, t) => sum(t) / rated.length) ?? null;
  };
  return Object.fromEntries(labels.map((label) => [label, meanOf(label)]));
}

/** Values depend on the input alone where no limit of time is given. */
async function trial(
  opened: ReadyGeo,
  method: GeoMethod,
  { seed }: TrialInput,
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

/** Limits named beside the first. */
const MAX_OTHERS = 20;

function reasons({ message, others = [] }: GeoInfeasibility): string {
  const named = others.slice(0, MAX_OTHERS).map((limit) => limit.message);
  const rest = others.length - named.length;
  return [message, ...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}

/** The bound, run to its end. */
function trialBound({ problem }: ReadyGeo, surroundings: TrialSurroundings): Promise<TrialOutput> {
  return boundOutput(surroundings, async (control) => certified(await geoBound({ problem, control })));
}
