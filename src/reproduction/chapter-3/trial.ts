import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { type Memory, memory, solve, type Solved } from '../../library/index.js';
import { accepted, type Outcome, outcomeOf, inTemporaryFolder, writtenInstance } from '../library-calls.js';
import { EARLY, FOUNDING_STEPS, methodOf } from './figures.js';
import { type RoomFile, variantOf } from './rooms.js';
import { type Estimates, estimatesOf } from './time-errors.js';

/** Number of significant digits in records: enough for every claim, few enough to exclude floating-point error. */
const DIGITS = 9;

/** Recorded values of a trial. Powers are at the facility's meter. All are the independent checker's, but for bounds and work. */
export interface TrialValues extends Readonly<Record<string, Value>> {
  readonly outcome: Outcome;
  /** Reward rate with time-sliced co-location effects, reward/s; null without a plan. */
  readonly rewardPerS: number | null;
  /** Reward rate with the thesis' time-averaged co-location effects, reward/s; null without a plan. */
  readonly averagedPerS: number | null;
  /**
   * Time-averaged reward rate of the best plan of the GA when its generations have taken an eighth of their steps, reward/s;
   * null for other methods.
   */
  readonly earlyPerS: number | null;
  /** Reward rate if every arriving task were completed, reward/s, by which the thesis divides rewards. */
  readonly fullPerS: number;
  /** Proven upper bound on the reward rate, reward/s; null except for the method `config-lp`. */
  readonly boundPerS: number | null;
  readonly totalW: number | null;
  readonly coolingW: number | null;
  readonly nodesW: number | null;
}

/** Values that trials of the text's figures record as well; null without a plan. */
export interface TextValues extends Readonly<Record<string, Value>> {
  readonly naivePerS: number | null;
  readonly erredPerS: number | null;
  /** Set-point of the first CRAC, C. */
  readonly setPointC: number | null;
  /** Number of variables of the nonlinear program; null for other methods. */
  readonly variables: number | null;
  /** Number of Newton steps of the interior-point method, of all its starts; null for other methods. */
  readonly iterations: number | null;
}

/** Cache of the air and the models of rooms, shared by the trials of a process. */
const ROOMS: Memory = memory();

/** Runs one method on one variant of one machine room. The recorded values depend only on the input. */
export function reproductionTrial({ cell, seed, settings }: TrialRequest): Promise<TrialOutput> {
  return inTemporaryFolder(async (folder) => {
    const file = await variantOf(cell, seed, folder);
    const asked = methodOf(cell['method']!);
    const steps = Number(settings[`gaSteps${cell['nodes']!}`]);
    const earlySteps = FOUNDING_STEPS + Math.max(1, Math.round(EARLY * (steps - FOUNDING_STEPS)));
    let earlyPerS: number | null = null;
    const onProgress = ({ work, incumbent }: { readonly work: number; readonly incumbent: number | null }): void => {
      if (work <= earlySteps) earlyPerS = incumbent;
    };
    const limits = asked.method === 'ga' ? { workLimit: steps, onProgress } : {};
    const reserveK = Number(cell['reserveK'] ?? 0);
    const reserve = reserveK > 0 ? { reserveInlet: reserveK } : {};
    const request = {
      ...asked,
      seed,
      objective: 'reward',
      bound: false,
      memory: ROOMS,
      ...limits,
      ...reserve,
    } as const;
    const solved = accepted(await solve(file, request));
    const { plan } = solved;
    const asksMore = cell['colocation'] === 'anchored' && plan !== null;
    const estimates = asksMore ? await estimatesOf(file, plan, seed, folder) : null;
    return {
      values: {
        ...valuesOf(file, solved, earlyPerS),
        ...(cell['section'] === undefined ? {} : textValues(solved, estimates)),
      },
      times: { solve: solved.record.timeS['total'] ?? 0 },
    };
  });
}

/** Fields of `details` in the record of a solve that a trial reads (docs/reward-rate/results.md). */
interface SolveDetails {
  readonly averagedRewardPerS?: number;
  /** Powers of the plan, W. */
  readonly power?: Readonly<Record<'totalW' | 'coolingW' | 'idleW' | 'coresW', number>>;
  /** Set-points by CRAC, C. */
  readonly setPointsC?: Readonly<Record<string, number>> | readonly number[];
}

function valuesOf(file: string, solved: Solved, earlyPerS: number | null): TrialValues {
  const { record } = solved;
  const { workload } = writtenInstance(file) as RoomFile;
  const { averagedRewardPerS, power } = record.details as SolveDetails;
  return {
    outcome: outcomeOf(solved),
    rewardPerS: rounded(record.objective),
    averagedPerS: rounded(averagedRewardPerS),
    earlyPerS: rounded(earlyPerS),
    fullPerS: rounded(workload.taskTypes.reduce((sum, task) => sum + task.rewardPerTask * task.arrivalRatePerS, 0))!,
    boundPerS: rounded(record.bound),
    totalW: rounded(power?.totalW),
    coolingW: rounded(power?.coolingW),
    nodesW: rounded(power === undefined ? null : power.idleW + power.coresW),
  };
}

function textValues({ record }: Solved, estimates: Estimates | null): TextValues {
  const { setPointsC } = record.details as SolveDetails;
  return {
    naivePerS: rounded(estimates?.naivePerS),
    erredPerS: rounded(estimates?.erredPerS),
    setPointC: rounded(Object.values(setPointsC ?? {})[0]),
    variables: record.work['variables'] ?? null,
    iterations: record.work['interiorPointIterations'] ?? null,
  };
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(DIGITS));
}
