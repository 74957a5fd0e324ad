import type { Design, TrialInput } from '../../../../experiments/design.js';
import type { JournalEntry, TrialOutput } from '../../../../experiments/record.js';
import type { GeoMethod } from '../../methods/registry.js';
import { heldBound } from '../../../../../models/problems/bound.js';
import { relativeGap } from '../../../../runs/relative-gap.js';
import type { Termination } from '../../../../runs/result.js';
import {
  BOUND,
  boundTimeS,
  compareDesign,
  runsAmong,
  runStudy,
  type StudyRequest,
  heldByRuns,
  tightest,
  trialOrFailure,
} from '../../../../studies/compare/run.js';
import type { GeoCommonBound, GeoCompareRun, GeoTrajectoryStep } from './record.js';
import { failedGeoTrial, geoCompareTrial, type GeoTrialSetup, isRun, pointTime } from './trial.js';

export interface GeoCompareRequest extends GeoTrialSetup, Omit<StudyRequest, 'interrupted' | 'workers'> {}

export interface GeoCompareOutcome {
  readonly bound: GeoCommonBound | null;
  readonly runs: readonly GeoCompareRun[];
  readonly boundScope: string;
  readonly interrupted: boolean;
  readonly failures: readonly string[];
  /** What the runs themselves warn of. */
  readonly warnings: readonly string[];
}

/** What a journal of these runs is of. The digest covers the series files the instance names. */
export function geoDesign({ opened, methods, run, ...study }: GeoCompareRequest): Design {
  const { timeLimitS, workLimit } = run.limits;
  return compareDesign(
    methods.map(({ name }) => name),
    study,
    { sha256: opened.sha256, timeLimitS, workLimit },
  );
}

/** Runs every method once, those that draw in every trial, one after another, and holds all of them against the best certificate found. */
export async function runGeoComparison(request: GeoCompareRequest): Promise<GeoCompareOutcome> {
  const { methods, run, seed } = request;
  const task = {
    module: '',
    exportName: '',
    run: (input: TrialInput): Promise<TrialOutput> =>
      trialOrFailure((one) => geoCompareTrial(request, one), input, run.nowS, failedGeoTrial),
  };
  const study = { ...request, workers: 1, interrupted: run.interrupted };
  const { entries, interrupted, failures } = await runStudy(geoDesign(request), task, study);
  const bound = commonBound(entries);
  const made = runsAmong(entries).filter(({ cell, trial }) => isRun(methodOf(methods, cell['method']!), trial));
  const runs = made.map((entry) => runOf(entry, seed, bound));
  const boundScope = entries.map(({ values }) => String(values['boundScope'])).find((scope) => scope !== '') ?? '';
  const warnings = made.flatMap(({ cell, trial, values }) =>
    (JSON.parse(String(values['warnings'])) as string[])
      .filter((text) => !request.opened.warnings.includes(text))
      .map((text) => `${cell['method']!}, seed ${seed + trial}: ${text}`),
  );
  return { bound, runs, boundScope, interrupted, failures, warnings };
}

function methodOf(methods: readonly GeoMethod[], name: string): GeoMethod {
  return methods.find((method) => method.name === name)!;
}

/** The greatest of all certificates: each holds for every plan. null when nothing ended. */
export function commonBound(entries: readonly JournalEntry[]): GeoCommonBound | null {
  if (entries.length === 0) return null;
  const higher = (own: number, best: number): boolean => own > best;
  const greatest = tightest(entries, 'bound', higher);
  const infeasibility = entries.map(({ values }) => values['infeasibility']).find((text) => typeof text === 'string');
  const from = entries.find(({ values }) => greatest !== null && values['bound'] === greatest.value);
  const isProvenInfeasible = infeasibility !== undefined;
  const own = entries.find(({ cell, trial }) => cell['method'] === BOUND && trial === 0);
  return {
    bound: isProvenInfeasible ? null : heldByRuns(greatest?.value ?? null, entries.map(ratedBy('costUsd')), false),
    source: isProvenInfeasible ? null : (greatest?.source ?? null),
    byEpochUsd:
      isProvenInfeasible || from === undefined
        ? null
        : (JSON.parse(String(from.values['boundByEpochUsd'])) as number[] | null),
    boundByCupUsd: isProvenInfeasible
      ? null
      : heldByRuns(
          tightest(entries, 'boundByCupUsd', higher)?.value ?? null,
          entries.map(ratedBy('costByCupUsd')),
          false,
        ),
    ...(isProvenInfeasible ? { infeasibility } : {}),
    timeS: boundTimeS(entries),
    cpuS: own?.times['cpu'] ?? 0,
  };
}

/** What a feasible plan costs. */
function ratedBy(name: string): (entry: JournalEntry) => number | null {
  return ({ values }) => (values['feasible'] === true && typeof values[name] === 'number' ? values[name] : null);
}

function runOf(
  { cell, trial, values, times }: JournalEntry,
  seed: number,
  common: GeoCommonBound | null,
): GeoCompareRun {
  const number = (name: string): number | null => values[name] as number | null;
  const feasible = values['feasible'] === true;
  const objective = feasible ? number('costUsd') : null;
  const { bound = null, boundByCupUsd = null } = common ?? {};
  const costByCupUsd = number('costByCupUsd');
  return {
    trial,
    seed: seed + trial,
    method: cell['method']!,
    termination:
      objective !== null && bound !== null && heldBound(bound, objective, false).isRefuted
        ? 'failed'
        : (values['termination'] as Termination),
    feasible,
    objective,
    bound,
    gap: objective === null || bound === null ? null : relativeGap(bound, objective),
    costUsd: number('costUsd'),
    costByEpochUsd: JSON.parse(String(values['costByEpochUsd'])) as number[] | null,
    costByCupUsd,
    gapByCup:
      !feasible || costByCupUsd === null || boundByCupUsd === null ? null : relativeGap(boundByCupUsd, costByCupUsd),
    energyUsd: number('energyUsd'),
    transitionUsd: number('transitionUsd'),
    demandUsd: number('demandUsd'),
    carbonUsd: number('carbonUsd'),
    carbonKg: number('carbonKg'),
    gridKwh: number('gridKwh'),
    broken: JSON.parse(String(values['broken'])) as string[],
    timeS: times['total'] ?? 0,
    cpuS: times['cpu'] ?? 0,
    steps: values['steps'] as number,
    trajectory: (JSON.parse(String(values['trajectory'])) as [number, number][]).map(
      ([steps, usd], n): GeoTrajectoryStep => [steps, times[pointTime(n)] ?? 0, usd],
    ),
    ...(values['failure'] === null ? {} : { failure: String(values['failure']) }),
  };
}
