import type { TrialInput } from '../../../../experiments/design.js';
import type { TrialOutput, Values } from '../../../../experiments/record.js';
import { geoBound } from '../../methods/bound/bound.js';
import type { GeoCertificate, GeoInfeasibility } from '../../methods/outcome.js';
import type { GeoMethod } from '../../methods/registry.js';
import { runDriver } from '../../../../runs/control.js';
import { type GeoRunRequest, type ReadyGeo, type SolvedGeo, solveOpenedGeo } from '../../runs/solve.js';
import { BOUND } from '../../../../studies/compare/run.js';
import type { GeoTrajectoryStep } from './record.js';

/** More steps of one run than any picture shows. */
const MAX_POINTS = 400;

export interface GeoTrialSetup {
  readonly opened: ReadyGeo;
  readonly methods: readonly GeoMethod[];
  readonly run: Pick<GeoRunRequest, 'limits' | 'nowS' | 'interrupted' | 'onProgress'> & {
    /** Seconds of processor time this process has used. */
    readonly cpuS: () => number;
  };
}

/** What a record of a trial says, whatever it was of; lists as JSON. */
const NOTHING: Values = {
  termination: 'finished',
  feasible: false,
  costUsd: null,
  costByEpochUsd: 'null',
  costByCupUsd: null,
  energyUsd: null,
  transitionUsd: null,
  demandUsd: null,
  carbonUsd: null,
  carbonKg: null,
  gridKwh: null,
  broken: '[]',
  bound: null,
  boundByEpochUsd: 'null',
  boundByCupUsd: null,
  boundScope: '',
  infeasibility: null,
  warnings: '[]',
  steps: 0,
  trajectory: '[]',
  failure: null,
};

/** Whether a trial of a method is a run of its own: one that draws nothing finds in every trial what it found in the first. */
export function isRun({ stochastic }: Pick<GeoMethod, 'stochastic'>, trial: number): boolean {
  return stochastic || trial === 0;
}

/** One method on one trial, or the bound, which is proven once. Values depend on the input alone where no limit of time is given. */
export async function geoCompareTrial(setup: GeoTrialSetup, { cell, trial, seed }: TrialInput): Promise<TrialOutput> {
  const { opened, methods, run } = setup;
  const { cpuS, ...surroundings } = run;
  const beginS = cpuS();
  if (cell['method'] === BOUND) {
    return trial > 0 ? { values: NOTHING, times: { total: 0, cpu: 0 } } : trialBound(setup);
  }
  const method = methods.find(({ name }) => name === cell['method'])!;
  if (!isRun(method, trial)) return { values: NOTHING, times: { total: 0, cpu: 0 } };
  const solved = await solveOpenedGeo({ ...surroundings, method, seed, withBound: false }, opened);
  return outputOf(solved, method, cpuS() - beginS);
}

function outputOf({ record, certificate }: SolvedGeo, method: GeoMethod, cpuS: number): TrialOutput {
  const { result, trajectory } = record;
  const timeS = result.timeS['method'] ?? 0;
  const steps = result.work['steps'] ?? 0;
  const checkedUsd = result.feasible ? result.objective : null;
  const points = method.stochastic ? stepsDown(trajectory, checkedUsd, steps, timeS) : [];
  const values = {
    ...NOTHING,
    ...certified(certificate),
    termination: result.termination,
    feasible: result.feasible,
    costUsd: result.objective,
    costByEpochUsd: JSON.stringify(result.costByEpochUsd),
    costByCupUsd: result.costByCupUsd,
    energyUsd: result.energyUsd,
    transitionUsd: result.transitionUsd,
    demandUsd: result.demandUsd,
    carbonUsd: result.carbonUsd,
    carbonKg: result.carbonKg,
    gridKwh: result.ledger?.gridKwh ?? null,
    broken: JSON.stringify([...new Set(result.violations.map(({ constraint }) => constraint))]),
    warnings: JSON.stringify(result.warnings),
    steps,
    trajectory: JSON.stringify(points.map(([at, , usd]) => [at, usd])),
  };
  const reached = Object.fromEntries(points.map(([, at], n) => [pointTime(n), at]));
  return { values, times: { total: timeS, cpu: cpuS, ...reached } };
}

/** The name of the time at which the n-th point of a trajectory was reached. */
export function pointTime(n: number): string {
  return `point ${n}`;
}

function certified(certificate: GeoCertificate | null): Values {
  if (certificate === null) return {};
  const { costUsd, costByEpochUsd, costByCupUsd, scope, infeasibility } = certificate;
  const isKnown = infeasibility === undefined && Number.isFinite(costUsd);
  return {
    bound: isKnown ? costUsd : null,
    boundByEpochUsd: JSON.stringify(isKnown ? costByEpochUsd : null),
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

/** The steps down of the best plan, not more than a picture shows; the last word is the checker's. */
export function stepsDown(
  trajectory: readonly { readonly timeS: number; readonly work: number; readonly incumbent: number | null }[],
  checkedUsd: number | null,
  steps: number,
  endS: number,
): GeoTrajectoryStep[] {
  // Without a plan that passes the checker the incumbents were none.
  if (checkedUsd === null) return [];
  let points: GeoTrajectoryStep[] = [];
  for (const { timeS, work, incumbent } of trajectory) {
    const best = points.at(-1)?.[2] ?? Infinity;
    if (incumbent !== null && incumbent < best) points.push([work, timeS, incumbent]);
  }
  while (points.length > MAX_POINTS) points = points.filter((_, n) => n % 2 === 0 || n === points.length - 1);
  const last = points.at(-1);
  if (last?.[2] === checkedUsd) return points;
  return [...points, [Math.max(steps, last?.[0] ?? 0), Math.max(endS, last?.[1] ?? 0), checkedUsd]];
}

/** The bound to its end: limits of the runs do not count, Ctrl-C does. */
async function trialBound({ opened, run }: GeoTrialSetup): Promise<TrialOutput> {
  const { nowS, interrupted, onProgress, cpuS } = run;
  const driver = runDriver({ limits: { timeLimitS: null, workLimit: null }, nowS, interrupted, onProgress });
  const [startS, beginS] = [nowS(), cpuS()];
  const certificate = await geoBound({ problem: opened.problem, control: driver });
  const termination = driver.stopReason ?? 'finished';
  const values = { ...NOTHING, ...certified(certificate), termination, steps: driver.steps };
  return { values, times: { total: nowS() - startS, cpu: cpuS() - beginS } };
}

/** A run that threw. */
export function failedGeoTrial(failure: string): Values {
  return { ...NOTHING, termination: 'failed', failure };
}
