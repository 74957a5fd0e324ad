import { withSetPointRanges } from '../../../../../models/families/reward-rate/set-point-steps.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { divideWorst, worstOf } from './divide-worst.js';
import { idleConflict } from '../infeasibility.js';
import { withIdleRoom } from '../idle-room.js';
import {
  type ConfigurationLpRequest,
  type ConfigurationLpResult,
  solveConfigurationLp,
} from '../room-program/configuration-lp.js';
import type { PricedRows } from '../room-program/bound.js';
import type { ProofPart, Scope } from '../room-program/proof.js';
import { columnsOf } from '../room-program/warm-start.js';

/**
 * The set-point's range is split no further if the relative gap between bound and best fractional solution is at most
 * this. Ours: a tenth of the target gap for rounded plans.
 */
const CLOSE_ENOUGH = 1e-5;
/** Maximum number of LPs solved. Each LP covers one part of the common set-point's range. */
const MAX_PROGRAMS = 40;
/** When a part of the set-point's range is split, each new part gets at least this fraction of it. */
const MIN_PART = 0.1;

/**
 * The last LP, which gives the marginal values of limits, covers set-points within this of the best one, C. Ours: the
 * cap's curve g (required set-point by node power) is nearly linear over a kelvin.
 */
const NEAR_C = 0.5;

/** Part of the common set-point's range, with an upper bound on the reward of plans whose set-point lies in it. */
interface Slice {
  readonly leastC: number;
  readonly mostC: number;
  readonly boundRewardPerS: number;
  /** Rows and dual values that prove the bound. */
  readonly by: PricedRows;
  /**
   * Set-point at which this part of the range is to be split, C. The LP's answer for the part exceeds the power cap
   * there. Null if the part need not be split.
   */
  readonly splitC: number | null;
}

/**
 * Returns bound and fractional solution for a common set-point where linear rows cannot enforce the power cap. This is
 * so where the cap's curve g (required set-point by node power) is concave.
 *
 * The part of the set-point's range with the largest bound is split where its LP answer exceeds the cap. In each
 * smaller part g is closer to its chord. The largest bound of the parts holds for all plans
 * (docs/reward-rate/bounds.md, "Parts of the range").
 */
export async function inSlices(
  input: ConfigurationLpRequest,
  whole: ConfigurationLpResult,
): Promise<ConfigurationLpResult> {
  const { model } = input;
  const { passesCapAtC: splitC = null } = whole;
  if (splitC === null || whole.stoppedEarly) return whole;
  const { bound } = whole;
  const open: Slice[] = [
    { leastC: model.setPointMinC, mostC: model.setPointMaxC, boundRewardPerS: bound.value, by: bound, splitC },
  ];
  const empty: ProofPart[] = [];
  let best = whole;
  let programs = 0;
  let stopped = false;
  const isStopped = (): boolean => stopped;
  const mostOfAll = (): number => worstOf(open, boundOf).boundRewardPerS;
  const control = {
    step: async (progress: Parameters<typeof input.control.step>[0]): Promise<boolean> =>
      (stopped ||= await input.control.step({ ...progress, bound: mostOfAll() })),
  };
  await divideWorst(open, boundOf, async ({ leastC, mostC, boundRewardPerS, by, splitC: towardsC }) => {
    const isClose = boundRewardPerS <= best.solution.objective * (1 + CLOSE_ENOUGH);
    if (isClose || towardsC === null || isStopped() || programs + 2 > MAX_PROGRAMS) return null;
    const marginC = MIN_PART * (mostC - leastC);
    const atC = Math.min(mostC - marginC, Math.max(leastC + marginC, towardsC));
    const parts: Slice[] = [];
    for (const [from, to] of [
      [leastC, atC],
      [atC, mostC],
    ] as const) {
      const part = { leastC: from, mostC: to };
      const answer = isStopped() ? null : await solvePart(input, part, best, control);
      if (answer === 'without a plan') {
        empty.push({ scope: scopeOf(part), by: null });
        continue;
      }
      programs++;
      if (answer === null) {
        parts.push({ ...part, boundRewardPerS, by, splitC: null });
        continue;
      }
      const isLower = answer.bound.value < boundRewardPerS;
      parts.push({
        ...part,
        boundRewardPerS: isLower ? answer.bound.value : boundRewardPerS,
        by: isLower ? answer.bound : by,
        splitC: answer.passesCapAtC ?? null,
      });
      if (answer.lpGap !== null && answer.solution.objective > best.solution.objective) best = answer;
    }
    // Of equal bounds, that of lower set-points is next.
    return parts.reverse();
  });
  if (open.length === 0) return whole;
  const near = isStopped() ? null : await nearBest(input, best, control);
  if (near !== null) {
    programs++;
    if (near.lpGap !== null && near.solution.objective > best.solution.objective) best = near;
  }
  const boundRewardPerS = mostOfAll();
  const { solution, relaxedCoreKW } = best;
  return {
    ...whole,
    solution,
    relaxedCoreKW,
    stoppedEarly: isStopped(),
    lpGap: (boundRewardPerS - solution.objective) / Math.max(1e-12, Math.abs(boundRewardPerS)),
    work: { ...whole.work, slices: programs },
    sliced: {
      value: boundRewardPerS,
      parts: [...empty, ...open.map((slice) => ({ scope: scopeOf(slice), by: slice.by }))],
    },
    ...(near === null ? {} : { worth: near }),
  };
}

function boundOf({ boundRewardPerS }: Slice): number {
  return boundRewardPerS;
}

function scopeOf({ leastC, mostC }: Pick<Slice, 'leastC' | 'mostC'>): Scope {
  return { setPointMinC: Float64Array.of(leastC), setPointMaxC: Float64Array.of(mostC) };
}

/**
 * Solves the LP for set-points close to the best one, where the power cap's curve is close to its chord. The dual
 * values give the marginal values of limits. Null if the LP gave no answer.
 */
async function nearBest(
  input: ConfigurationLpRequest,
  best: ConfigurationLpResult,
  control: ConfigurationLpRequest['control'],
): Promise<ConfigurationLpResult | null> {
  const { model } = input;
  const setPointC = best.solution.side[0]!;
  const part = {
    leastC: Math.max(model.setPointMinC, setPointC - NEAR_C),
    mostC: Math.min(model.setPointMaxC, setPointC + NEAR_C),
  };
  const answer = await solvePart(input, part, best, control);
  return answer === null || answer === 'without a plan' ? null : answer;
}

async function solvePart(
  input: ConfigurationLpRequest,
  part: Pick<Slice, 'leastC' | 'mostC'>,
  best: ConfigurationLpResult,
  control: ConfigurationLpRequest['control'],
): Promise<ConfigurationLpResult | 'without a plan' | null> {
  const { model } = input;
  const narrow = withinScope(model, scopeOf(part));
  const conflict = idleConflict(narrow);
  if (conflict?.proven === true) return 'without a plan';
  const answer = await solveConfigurationLp({
    ...input,
    model: conflict === null ? withIdleRoom(narrow) : narrow,
    control,
    first: columnsOf(model, best),
    onProgram: undefined,
  });
  return 'failure' in answer ? null : answer;
}

/** Returns the model with set-points in the ranges of a scope. */
export function withinScope(model: RewardRateModel, { setPointMinC, setPointMaxC }: Scope): RewardRateModel {
  const ranges = model.cracs.map((_, crac) => {
    const n = setPointMinC.length === 1 ? 0 : crac;
    return { crac, leastC: setPointMinC[n]!, mostC: setPointMaxC[n]! };
  });
  return withSetPointRanges(model, ranges);
}
