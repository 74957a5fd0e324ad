import type { TrialInput } from '../../../../experiments/design.js';
import type { TrialOutput, Value, Values } from '../../../../experiments/record.js';
import { varyWorkload } from '../../instances/generate.js';
import { boundCovers } from '../../methods/bound/certificate.js';
import { configurationBound } from '../../methods/config-lp.js';
import { idleConflict, withIdleRoom } from '../../methods/infeasibility.js';
import { runDriver } from '../../../../runs/control.js';
import { type OpenedFacility, type OpenedProblem, problemInMemory } from '../../runs/open.js';
import { type RunRequest, solveOpened } from '../../runs/solve.js';
import { loadLpEngine } from '../../../../solvers/linear/load.js';
import { BOUND } from '../../../../studies/compare/run.js';
import type { Contestant } from './contestants.js';

export interface TrialSetup {
  readonly opened: OpenedFacility;
  readonly contestants: readonly Contestant[];
  readonly variants: boolean;
  readonly run: Pick<RunRequest, 'limits' | 'engine' | 'nowS' | 'interrupted' | 'interruptedTwice' | 'onProgress'>;
}

/** One method on one trial, or the trial's bound. Every run compiles its problem afresh, so that none finds another's work done. */
export async function compareTrial(setup: TrialSetup, { cell, seed }: TrialInput): Promise<TrialOutput> {
  const { opened, variants, contestants } = setup;
  const instance = variants ? varyWorkload(opened.instance, seed) : opened.instance;
  const problem = problemInMemory(instance, opened.matrix);
  if (cell['method'] === BOUND) return trialBound(setup, problem);
  const contestant = contestants.find(({ label }) => label === cell['method'])!;
  const { record, plan } = await solveOpened(
    { ...setup.run, method: contestant.method, naive: contestant.naive, seed, withBound: false },
    problem,
  );
  const { result, evaluation, trajectory } = record;
  const timeS = result.timeS['method'] ?? 0;
  const rated = result.feasible && evaluation !== null ? evaluation : null;
  return {
    values: {
      termination: result.termination,
      feasible: result.feasible,
      ...(result.planFrom === undefined ? {} : { planFrom: result.planFrom }),
      objective: rated?.rewardPerS ?? null,
      naiveObjective: rated?.naiveRewardPerS ?? null,
      bound: result.bound,
      covered:
        plan === null ||
        boundCovers(
          problem.problem,
          opened.matrix.cracNames.map((name) => plan.setPointsC[name]!),
        ),
      steps: result.work['steps'] ?? 0,
      boundScope: result.boundScope,
      trajectory: JSON.stringify(contestant.naive ? [] : improvements(trajectory, rated?.rewardPerS ?? null, timeS)),
    },
    times: { total: timeS },
  };
}

type Point = readonly [timeS: number, rewardPerS: number];

/** The steps up of the incumbent; the last word is the checker's. */
function improvements(
  trajectory: readonly { readonly timeS: number; readonly incumbent: number | null }[],
  checked: number | null,
  endS: number,
): Point[] {
  const points: Point[] = [];
  for (const { timeS, incumbent } of trajectory) {
    const best = points.at(-1)?.[1] ?? -Infinity;
    if (incumbent !== null && incumbent > best) points.push([timeS, incumbent]);
  }
  // Without a plan that passes the checker the incumbents were none.
  if (checked === null) return [];
  const last = points.at(-1);
  return last?.[1] === checked ? points : [...points, [Math.max(endS, last?.[0] ?? 0), checked]];
}

/** The configuration LP to its end: limits of the runs do not count, Ctrl-C does. */
async function trialBound({ run }: TrialSetup, { problem }: OpenedProblem): Promise<TrialOutput> {
  const driver = runDriver({ ...run, limits: { timeLimitS: null, workLimit: null } });
  const startS = run.nowS();
  const certificate =
    idleConflict(problem) === null
      ? await configurationBound(
          { problem: withIdleRoom(problem), engine: await loadLpEngine(run.engine), control: driver, start: null },
          null,
        )
      : null;
  const termination: Value = driver.stopReason ?? 'finished';
  const nothing: Values = {
    feasible: false,
    objective: null,
    naiveObjective: null,
    steps: driver.steps,
    trajectory: '[]',
  };
  return {
    values: {
      ...nothing,
      termination,
      bound: certificate?.boundRewardPerS ?? null,
      boundScope: certificate?.scope ?? '',
    },
    times: { total: run.nowS() - startS },
  };
}

/** A run that threw. */
export function failedTrial(failure: string): Values {
  return {
    termination: 'failed',
    feasible: false,
    objective: null,
    naiveObjective: null,
    bound: null,
    covered: true,
    steps: 0,
    boundScope: '',
    trajectory: '[]',
    failure,
  };
}
