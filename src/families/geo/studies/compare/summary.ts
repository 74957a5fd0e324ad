import type { MeanInterval } from '../../../../experiments/statistics.js';
import type { GeoMethod } from '../../methods/registry.js';
import { bestCounts, meanOrNull, paired, type Pick1, valuesOf } from '../../../../studies/compare/summary.js';
import type { GeoCompareRun, GeoMethodDifference, GeoMethodSummary } from './record.js';

/** Equal but for rounding. */
const TIE = 1e-9;

/** Runs as if methods that draw nothing had been run in every trial: they would have found the same. */
export function inEveryTrial(
  methods: readonly GeoMethod[],
  runs: readonly GeoCompareRun[],
  trials: number,
): readonly GeoCompareRun[] {
  const once = new Set(methods.flatMap(({ name, stochastic }) => (stochastic ? [] : [name])));
  return runs.flatMap((run) =>
    once.has(run.method)
      ? Array.from({ length: trials }, (_, trial) => ({ ...run, trial, seed: run.seed - run.trial + trial }))
      : [run],
  );
}

/** `repeated` are the runs in every trial. */
export function geoSummaries(
  methods: readonly GeoMethod[],
  runs: readonly GeoCompareRun[],
  repeated: readonly GeoCompareRun[],
): GeoMethodSummary[] {
  const best = bestCounts(
    methods.map(({ name }) => name),
    repeated,
    ({ objective }) => (objective === null ? null : -objective),
    (value, most) => value >= most - TIE * Math.abs(most),
  );
  return methods.map(({ name, stochastic }) => {
    const own = runs.filter(({ method }) => method === name);
    const rated = own.filter(({ objective }) => objective !== null);
    const unbroken = own.filter(({ failure }) => failure === undefined);
    const mean = (pick: Pick1<GeoCompareRun>): MeanInterval | null => meanOrNull(valuesOf(rated, pick));
    return {
      method: name,
      stochastic,
      plans: rated.length,
      withoutPlan: own.length - rated.length,
      objective: mean((run) => run.objective),
      gap: mean((run) => run.gap),
      gapByCup: mean((run) => run.gapByCup),
      gridKwh: mean((run) => run.gridKwh),
      carbonKg: mean((run) => run.carbonKg),
      timeS: meanOrNull(unbroken.map(({ timeS }) => timeS)),
      cpuS: meanOrNull(unbroken.map(({ cpuS }) => cpuS)),
      steps: meanOrNull(unbroken.map(({ steps }) => steps)),
      best: best.get(name)!,
      costByEpochUsd: meanByEpoch(rated),
    };
  });
}

function meanByEpoch(runs: readonly GeoCompareRun[]): number[] | null {
  const [first] = runs;
  if (first?.costByEpochUsd == null) return null;
  return first.costByEpochUsd.map(
    (_, t) => runs.reduce((sum, { costByEpochUsd }) => sum + costByEpochUsd![t]!, 0) / runs.length,
  );
}

/** Differences of every method but the reference, by trial. */
export function geoDifferences(
  methods: readonly GeoMethod[],
  reference: string,
  repeated: readonly GeoCompareRun[],
): GeoMethodDifference[] {
  const referenceUsd = new Map(
    repeated.flatMap(({ method, trial, objective }) =>
      method === reference && objective !== null ? [[trial, objective] as const] : [],
    ),
  );
  const ofReference: Pick1<GeoCompareRun> = ({ trial, objective }) => {
    const usd = referenceUsd.get(trial);
    return objective === null || usd === undefined || usd <= 0 ? null : (objective - usd) / usd;
  };
  const isDrawn = (name: string): boolean => methods.some((method) => method.name === name && method.stochastic);
  return methods
    .filter(({ name }) => name !== reference)
    .map(({ name }) => {
      // Of two that draw nothing there is one pair, and nothing to say of its spread.
      const runs = isDrawn(name) || isDrawn(reference) ? repeated : repeated.filter(({ trial }) => trial === 0);
      const { unpaired, difference } = paired(runs, name, reference, (run) => run.objective);
      const share = paired(runs, name, reference, ofReference).difference;
      return { method: name, reference, unpaired, objective: difference, ofReference: share };
    });
}
