import { J_PER_MJ } from '../../../../models/units.js';
import type { JobsInstance } from '../../../../models/families/jobs/instance.js';
import type { MeanInterval } from '../../../experiments/statistics.js';
import { formatFaults } from '../../../instances/fault.js';
import { type DriverOptions, runDriver } from '../../../runs/control.js';
import { digestOf } from '../../../runs/digest.js';
import { type AxisRecord, axisRecord, type SweepAxis } from '../../../studies/sweep/axes.js';
import { meansOf } from '../../../studies/sweep/means.js';
import { type FoundPoints, type PointsRequest, sweptPoints } from '../../../studies/sweep/points.js';
import { type LoadedJobs, loadJudgedJobs } from '../instances/load.js';
import { trialOf } from '../instances/trial.js';
import { boundPoints } from '../methods/bound/bound-points.js';
import { proveMonth } from '../methods/bound/prove-months.js';
import { choicesOn, type JobsChoices, type JobsRequest } from '../runs/choices.js';
import { type MadeProfiles, profilesFor, type ProfileSource } from '../runs/profiles.js';
import { boundKindOf } from '../runs/result-of.js';
import { solveMonth } from '../runs/solve.js';

/** Quantities that a sweep of a month can vary, each with its range. */
export const MONTH_AXES = {
  checkpointIntervalS: { fits: (value: number) => value >= 1, text: 'at least 1 s' },
  nodes: {
    fits: (value: number) => Number.isInteger(value) && value >= 1 && value <= 100_000,
    text: 'whole numbers from 1 to 100000',
  },
  energyPricePerMJ: { fits: (value: number) => value >= 0, text: 'at least 0 value/MJ' },
};

/** Returns the options of `solve` that a value of an axis sets; none if the axis changes the instance instead. */
export function askedAt(axis: string, value: number): Partial<JobsRequest> {
  if (axis === 'checkpointIntervalS') return { checkpointInterval: value };
  return axis === 'energyPricePerMJ' ? { energyPrice: value } : {};
}

/** Returns the instance changed to this value of the axis. The number of nodes is set in its only node type. */
export function instanceAt(instance: JobsInstance, axis: string, value: number): JobsInstance {
  const { platform } = instance;
  if (axis !== 'nodes' || platform.source !== 'nodes') return instance;
  return {
    ...instance,
    knownOptimum: undefined,
    platform: { ...platform, nodeTypes: platform.nodeTypes.map((type) => ({ ...type, nodes: value })) },
  };
}

/** Result of running one method at one value of the axis in one trial. */
export interface MonthRun {
  /** Number of the trial. */
  readonly trial: number;
  readonly at: number;
  readonly objective: number;
  readonly energyJ: number;
  readonly moves: number;
  /** Share of jobs that never ran or were worth nothing at their end. */
  readonly rejectedShare: number;
  /** Proven bound on the value of any schedule of the trial; null without one. */
  readonly bound: number | null;
}

/** Means over the trials at one value of the axis, with 95 % intervals; null if some trial has no value. */
export interface MonthPoint extends Readonly<
  Record<'objective' | 'shareOfBound' | 'energyJ' | 'valuePerMJ' | 'moves' | 'rejectedShare', MeanInterval | null>
> {
  readonly values: readonly [number];
}

/** A sweep of a month: one method is run at every value of the axis on the same trials. See docs/jobs/sweeps.md. */
export interface MonthSweep {
  readonly axes: readonly [AxisRecord];
  readonly trials: number;
  /** Points, sorted by ascending value of the axis. */
  readonly points: readonly MonthPoint[];
  /**
   * Values of the axis with the greatest mean value, and with the greatest mean value per energy. Of equal ones the
   * least is given; null if the energy is 0.
   */
  readonly mostValueAt: number;
  readonly mostValuePerMJAt: number | null;
}

/** Request for the runs of a sweep. */
export interface MonthSweepRequest
  extends Pick<DriverOptions, 'nowS' | 'interrupted'>, Pick<PointsRequest<TrialPoint, MonthRun>, 'parts' | 'onPoint'> {
  readonly axis: SweepAxis;
  readonly instance: JobsInstance;
  readonly sha256: string;
  /** File of the instance; files that the instance names are relative to its folder. */
  readonly file: string;
  readonly asked: JobsRequest;
  readonly trials: number;
  readonly seed: number;
  readonly withBound: boolean;
}

/** One value of the axis in one trial. */
type TrialPoint = Pick<MonthRun, 'trial' | 'at'>;

/** Version of the stored runs. It is raised when runs stored by earlier code become invalid. */
const STORED_VERSION = 2;

/**
 * Returns the runs of a sweep, ordered by trial, then by value. Profiles are computed once per trial; so is the bound
 * unless the axis changes the platform.
 * @throws RangeError if an instance cannot be loaded or an option has no effect on it, or if a schedule does not pass
 * the checker
 */
export function sweepRuns(request: MonthSweepRequest): Promise<FoundPoints<TrialPoint, MonthRun>> {
  const { axis, sha256, asked, trials, seed, withBound } = request;
  const choices = [STORED_VERSION, sha256, JSON.stringify(asked), axis.path, seed, withBound];
  let shelf: { readonly trial: number; readonly shelf: TrialShelf } | null = null;
  return sweptPoints<TrialPoint, MonthRun>({
    ...request,
    points: Array.from({ length: trials }, (_, t) => axis.values.map((at) => ({ trial: t + 1, at }))).flat(),
    solve: (point) => {
      if (shelf?.trial !== point.trial) shelf = { trial: point.trial, shelf: trialShelf(request) };
      return runAt(request, shelf.shelf, point);
    },
    digest: ({ trial, at }) => digestOf([...choices, trial, at]),
  });
}

/** Results that the runs of one trial share, so that they are computed only once. */
interface TrialShelf {
  readonly profilesOf: ProfileSource;
  readonly boundOf: (opened: LoadedJobs, choices: JobsChoices) => Promise<number | null>;
}

async function runAt(
  { instance: whole, asked, axis: { path }, seed, file, nowS, interrupted }: MonthSweepRequest,
  { profilesOf, boundOf }: TrialShelf,
  { trial, at }: TrialPoint,
): Promise<MonthRun | null> {
  const instance = instanceAt(trial === 1 ? whole : trialOf(whole, trial), path, at);
  const opened = loadJudgedJobs(instance, file, new Uint8Array());
  if (!opened.ok) throw new RangeError(formatFaults(opened.faults));
  const chosen = choicesOn(instance, { ...asked, ...askedAt(path, at) });
  if (!chosen.ok) throw new RangeError(formatFaults([chosen.fault]));
  const control = { limits: NO_LIMITS, nowS, interrupted, onProgress: () => undefined };
  const { record } = await solveMonth(opened, chosen.choices, { ...control, seed, withBound: false, profilesOf });
  const { objective, energyJ, moves, rejectedShare, violations } = record.result;
  if (interrupted()) return null;
  if (objective === null || energyJ === null || violations.length > 0) {
    const broken = violations.map(({ constraint }) => constraint).join(', ');
    throw new RangeError(`${instance.name}, ${at}: the schedule does not pass the checker (${broken})`);
  }
  const bound = await boundOf(opened, chosen.choices);
  if (interrupted()) return null;
  return { trial, at, objective, energyJ, moves: moves ?? 0, rejectedShare: rejectedShare ?? 0, bound };
}

/** Limits of single runs: none, because means over runs that were stopped early could not be compared. */
const NO_LIMITS = { timeLimitS: null, workLimit: null };

/** Returns the shared results of a trial: profiles for all runs, and bounds by number of nodes and kind of bound. */
function trialShelf({ seed, withBound, nowS, interrupted }: MonthSweepRequest): TrialShelf {
  let made: Promise<MadeProfiles> | null = null;
  const profilesOf: ProfileSource = (...asked) => (made ??= profilesFor(...asked));
  const bounds = new Map<string, number>();
  return {
    profilesOf,
    boundOf: async ({ month }, { policy, nodeLimit }) => {
      if (!withBound) return null;
      const kind = boundKindOf(policy);
      const key = [kind, ...month.nodeTypes.map(({ nodes }) => nodes)].join(' ');
      if (!bounds.has(key)) {
        const driver = runDriver({ limits: NO_LIMITS, nowS, interrupted, onProgress: () => undefined });
        const { set } = await profilesOf(month, { nodeLimit, seed }, driver, () => false);
        bounds.set(key, (await proveMonth(month, boundPoints(month, set), driver))[kind].bound);
      }
      return bounds.get(key)!;
    },
  };
}

/** Returns the record of a sweep from all of its runs. */
export function monthSweep(axis: SweepAxis, runs: readonly MonthRun[]): MonthSweep {
  const points = axis.values.map((at): MonthPoint => {
    const means = meansOf(
      runs.filter((run) => run.at === at),
      {
        objective: ({ objective }) => objective,
        shareOfBound: ({ objective, bound }) => (bound !== null && bound > 0 ? objective / bound : null),
        energyJ: ({ energyJ }) => energyJ,
        valuePerMJ: ({ objective, energyJ }) => (energyJ > 0 ? objective / (energyJ / J_PER_MJ) : null),
        moves: ({ moves }) => moves,
        rejectedShare: ({ rejectedShare }) => rejectedShare,
      },
    );
    return { values: [at], ...means };
  });
  const first = (key: 'objective' | 'valuePerMJ'): number =>
    points.reduce((best, point) => (point[key]!.mean > best[key]!.mean ? point : best)).values[0];
  return {
    axes: [axisRecord(axis)],
    trials: new Set(runs.map(({ trial }) => trial)).size,
    points,
    mostValueAt: first('objective'),
    mostValuePerMJAt: points.some(({ valuePerMJ }) => valuePerMJ === null) ? null : first('valuePerMJ'),
  };
}
