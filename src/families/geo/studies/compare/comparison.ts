import type { TrialInput } from '../../../../experiments/design.js';
import type { JournalEntry, TrialOutput, Values } from '../../../../experiments/record.js';
import { runDriver } from '../../../../runs/control.js';
import { relativeGap } from '../../../../runs/relative-gap.js';
import type {
  BoundFrame,
  ComparisonRecord,
  MethodDifference,
  MethodSummary,
  RunFrame,
} from '../../../../studies/compare/record.js';
import {
  BOUND,
  boundTimeS,
  figureOf,
  heldByRuns,
  infeasibilityOf,
  ratedBy,
  tightest,
} from '../../../../studies/compare/run.js';
import { improvements, withTrajectory } from '../../../../studies/compare/trajectory.js';
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

interface Figures {
  /** Of the plan returned, feasible or not, by the checker; null without one it could rate. */
  readonly costUsd: number | null;
  readonly costByEpochUsd: readonly number[] | null;
  readonly costByCupUsd: number | null;
  /** (costByCupUsd - boundByCupUsd) / |boundByCupUsd| of a feasible plan. */
  readonly gapByCup: number | null;
  readonly energyUsd: number | null;
  readonly transitionUsd: number | null;
  readonly demandUsd: number | null;
  readonly carbonUsd: number | null;
  readonly carbonKg: number | null;
  readonly gridKwh: number | null;
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
  energyUsd: null,
  transitionUsd: null,
  demandUsd: null,
  carbonUsd: null,
  carbonKg: null,
  gridKwh: null,
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
    bound: commonBound,
    read: figuresOf,
    proofs: GEO_PROOFS,
    metrics: GEO_METRICS,
    pairs: GEO_PAIRS,
    rank: { of: ({ objective }) => (objective === null ? null : -objective), scale: 0 },
    convergence: { isDrawn: isStochastic, without: Infinity, beyond: 1.1, level: ({ bound }) => bound },
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
  { key: 'gapByCup', unit: '', better: 'less', of: (run) => run.gapByCup },
  { key: 'gridKwh', unit: 'kWh', better: 'less', of: (run) => run.gridKwh },
  { key: 'carbonKg', unit: 'kg', better: 'less', of: (run) => run.carbonKg },
  { key: 'cpuS', unit: 's', better: 'less', of: (run) => run.cpuS, over: 'runs' },
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
function commonBound(entries: readonly JournalEntry[], of: Pick<BoundFrame, 'trial' | 'seed'>): GeoCommonBound {
  const greatest = tightest(entries, 'bound', false);
  const infeasibility = infeasibilityOf(entries);
  const own = entries.find(({ cell, trial }) => cell['method'] === BOUND && trial === 0);
  const timesOf = { timeS: boundTimeS(entries), cpuS: own?.times['cpu'] ?? null };
  if (infeasibility !== undefined) {
    return { ...of, bound: null, source: null, byEpochUsd: null, boundByCupUsd: null, infeasibility, ...timesOf };
  }
  const byCup = tightest(entries, 'boundByCupUsd', false);
  return {
    ...of,
    bound: heldByRuns(greatest?.value ?? null, entries.map(ratedBy('costUsd')), false),
    source: greatest?.entry.cell['method'] ?? null,
    byEpochUsd: (greatest?.entry.values['boundByEpochUsd'] ?? null) as readonly number[] | null,
    boundByCupUsd: heldByRuns(byCup?.value ?? null, entries.map(ratedBy('costByCupUsd')), false),
    ...timesOf,
  };
}

function figuresOf(entry: JournalEntry, common: GeoCommonBound | null): ReturnType<GeoComparison['read']> {
  const figure = (name: string): number | null => figureOf(entry, name);
  const { values, times } = entry;
  const feasible = values['feasible'] === true;
  const [costUsd, costByCupUsd] = [figure('costUsd'), figure('costByCupUsd')];
  const { bound = null, boundByCupUsd = null } = common ?? {};
  return {
    objective: feasible ? costUsd : null,
    bound,
    costUsd,
    costByEpochUsd: values['costByEpochUsd'] as unknown as readonly number[] | null,
    costByCupUsd,
    gapByCup:
      !feasible || costByCupUsd === null || boundByCupUsd === null ? null : relativeGap(boundByCupUsd, costByCupUsd),
    energyUsd: figure('energyUsd'),
    transitionUsd: figure('transitionUsd'),
    demandUsd: figure('demandUsd'),
    carbonUsd: figure('carbonUsd'),
    carbonKg: figure('carbonKg'),
    gridKwh: figure('gridKwh'),
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
  const { result, trajectory } = record;
  const timeS = result.timeS['method'] ?? 0;
  const steps = result.work['steps'] ?? 0;
  const checkedUsd = result.feasible ? result.objective : null;
  const values = {
    ...certified(certificate),
    termination: result.termination,
    feasible: result.feasible,
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
    steps,
  };
  // Methods that draw nothing improve no plan on the way.
  const points = method.stochastic ? improvements(trajectory, checkedUsd, { steps, timeS }, 'less') : [];
  return withTrajectory({ values, times: { total: timeS } }, points);
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

/** The bound to its end: limits of the runs do not count, Ctrl-C does. */
async function trialBound({ problem }: ReadyGeo, surroundings: TrialSurroundings): Promise<TrialOutput> {
  const driver = runDriver({ ...surroundings, limits: { timeLimitS: null, workLimit: null } });
  const startS = surroundings.nowS();
  const certificate = await geoBound({ problem, control: driver });
  const values = { ...certified(certificate), termination: driver.stopReason ?? 'finished', steps: driver.steps };
  return { values, times: { total: surroundings.nowS() - startS } };
}
