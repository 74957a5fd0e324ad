import { J_PER_MJ } from '../../../../../models/units.js';
import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';
import { meanInterval } from '../../../../experiments/statistics.js';
import { formatFaults } from '../../../../instances/fault.js';
import { type DriverOptions, runDriver } from '../../../../runs/control.js';
import { type LoadedJobs, loadJudgedJobs } from '../../instances/load.js';
import { trialOf } from '../../instances/trial.js';
import { proveMonth } from '../../methods/bound/prove-months.js';
import { choicesOn, type JobsRequest, type JobsChoices } from '../../runs/choices.js';
import { type MadeProfiles, profilesFor, type ProfileSource } from '../../runs/profiles.js';
import { boundKindOf } from '../../runs/result-of.js';
import { solveMonth } from '../../runs/solve.js';
import { askedAt, type MonthAxis } from './axis.js';
import type { MonthRun, MonthSweep, SweepPoint } from './result.js';

/** Request for the runs of a sweep. */
export interface MonthSweepRequest extends Pick<DriverOptions, 'nowS' | 'interrupted'>, MonthAxis {
  readonly instance: JobsInstance;
  /** File in whose folder files are that the instance names. */
  readonly file: string;
  readonly asked: JobsRequest;
  readonly trials: number;
  readonly seed: number;
  readonly withBound: boolean;
  /** Runs made before, and what is told of every new one. */
  readonly kept: readonly MonthRun[];
  readonly onRun: (run: MonthRun, done: number) => void;
}

/** Instance at a value of the axis. The number of nodes is that of its only node type. */
export function instanceAt(instance: JobsInstance, axis: MonthAxis['axis'], value: number): JobsInstance {
  const { platform } = instance;
  if (axis !== 'nodes' || platform.source !== 'nodes') return instance;
  return {
    ...instance,
    knownOptimum: undefined,
    platform: { ...platform, nodeTypes: platform.nodeTypes.map((type) => ({ ...type, nodes: value })) },
  };
}

/**
 * Runs of a sweep, trial by trial and in the order of the values; profiles are made once per trial, as is the bound unless the platform changes. A sweep
 * that is interrupted has those that were made.
 * @throws RangeError for an instance that cannot be loaded or heeded, and for a schedule that does not pass the checker
 */
export async function sweepRuns(request: MonthSweepRequest): Promise<readonly MonthRun[]> {
  const { instance, axis, values, trials, kept, interrupted, onRun } = request;
  const runs: MonthRun[] = [];
  for (let trial = 1; trial <= trials; trial++) {
    const own = trial === 1 ? instance : trialOf(instance, trial);
    const shelf = trialShelf(request);
    for (const at of values) {
      const known = kept.find((one) => one.trial === trial && one.at === at);
      if (known !== undefined) {
        runs.push(known);
        continue;
      }
      const run = await runAt(request, shelf, instanceAt(own, axis, at), trial, at);
      if (run === null || interrupted()) return runs;
      runs.push(run);
      onRun(run, runs.length);
    }
  }
  return runs;
}

/** Means that the runs of a trial share. */
interface TrialShelf {
  readonly profilesOf: ProfileSource;
  readonly boundOf: (opened: LoadedJobs, choices: JobsChoices) => Promise<number | null>;
}

async function runAt(
  { asked, axis, seed, file, nowS, interrupted }: MonthSweepRequest,
  { profilesOf, boundOf }: TrialShelf,
  instance: JobsInstance,
  trial: number,
  at: number,
): Promise<MonthRun | null> {
  const opened = loadJudgedJobs(instance, file, new Uint8Array());
  if (!opened.ok) throw new RangeError(formatFaults(opened.faults));
  const chosen = choicesOn(instance, { ...asked, ...askedAt(axis, at) });
  if (!chosen.ok) throw new RangeError(formatFaults([chosen.fault]));
  const limits = { timeLimitS: null, workLimit: null };
  const control = { limits, nowS, interrupted, onProgress: () => undefined };
  const { record } = await solveMonth(opened, chosen.choices, { ...control, seed, withBound: false, profilesOf });
  const { objective, energyJ, moves, rejectedShare, violations } = record.result;
  if (interrupted()) return null;
  if (objective === null || energyJ === null || violations.length > 0) {
    const broken = violations.map(({ constraint }) => constraint).join(', ');
    throw new RangeError(`${instance.name}, ${at}: the schedule does not pass the checker (${broken})`);
  }
  const bound = await boundOf(opened, chosen.choices);
  return { trial, at, value: objective, energyJ, moves: moves ?? 0, rejectedShare: rejectedShare ?? 0, bound };
}

/** Shelf of a trial: profiles once for all, bounds by number of nodes and kind. */
function trialShelf({ axis, seed, withBound, nowS, interrupted }: MonthSweepRequest): TrialShelf {
  let made: MadeProfiles | null = null;
  const bounds = new Map<string, number | null>();
  const profilesOf: ProfileSource = async (month, effort, driver, isTimeUp) => {
    made ??= await profilesFor(month, effort, driver, isTimeUp);
    return made;
  };
  return {
    profilesOf,
    boundOf: async ({ month }, { policy, nodeLimit }) => {
      if (!withBound) return null;
      const kind = boundKindOf(policy);
      const key = axis === 'nodes' ? `${kind} ${month.nodeTypes[0]!.nodes}` : kind;
      const found = bounds.get(key);
      if (found !== undefined) return found;
      const driver = runDriver({
        limits: { timeLimitS: null, workLimit: null },
        nowS,
        interrupted,
        onProgress: () => undefined,
      });
      const { set } = await profilesOf(month, { nodeLimit, seed }, driver, () => false);
      const bound = (await proveMonth(month, set, driver))[kind].bound;
      bounds.set(key, bound);
      return bound;
    },
  };
}

/** Outcome of a sweep whose runs are complete. */
export function monthSweep({ axis, values }: MonthAxis, method: string, runs: readonly MonthRun[]): MonthSweep {
  const points = values.map((at): SweepPoint => {
    const own = runs.filter((run) => run.at === at);
    const mean = (of: (run: MonthRun) => number) => meanInterval(own.map(of));
    const known = (of: (run: MonthRun) => number | null) => {
      const all = own.flatMap((run) => of(run) ?? []);
      return all.length < own.length ? null : meanInterval(all);
    };
    return {
      at,
      value: mean(({ value }) => value),
      energyJ: mean(({ energyJ }) => energyJ),
      valuePerMJ: known(({ value, energyJ }) => (energyJ > 0 ? value / (energyJ / J_PER_MJ) : null)),
      moves: mean(({ moves }) => moves),
      rejectedShare: mean(({ rejectedShare }) => rejectedShare),
      shareOfBound: known(({ value, bound }) => (bound !== null && bound > 0 ? value / bound : null)),
    };
  });
  const first = (of: (point: SweepPoint) => number): number =>
    points.reduce((best, point) => (of(point) > of(best) ? point : best)).at;
  return {
    axis,
    method,
    trials: new Set(runs.map(({ trial }) => trial)).size,
    points,
    mostValueAt: first(({ value }) => value.mean),
    mostValuePerMJAt: points.some(({ valuePerMJ }) => valuePerMJ === null)
      ? null
      : first(({ valuePerMJ }) => valuePerMJ!.mean),
  };
}
