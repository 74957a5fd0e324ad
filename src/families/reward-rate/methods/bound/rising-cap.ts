import { W_PER_KW } from '../../../../../models/units.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../../methods/control.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { idleConflict, isProven } from '../infeasibility.js';
import { groupForLp } from '../room-program/aggregation.js';
import { brokenRows, type FirstColumns } from '../room-program/configuration-lp.js';
import {
  constantCopRow,
  fixedRows,
  idlePowerW,
  initialCapRows,
  redLineRow,
  setPointWindow,
} from '../room-program/coupling.js';
import { generate, type Round } from '../room-program/generation.js';
import { type MasterSolution, RoomLp } from '../room-program/room-lp.js';
import { handedOn } from '../room-program/warm-start.js';
import { keepsCommonSetPoint } from '../rounding/node-plan.js';
import { withCap } from '../with-cap.js';
import type { LagrangianBound } from '../room-program/bound.js';

/** Initial number of tangents to the cap's curve (required set-point by node power), as in the configuration LP. */
const TANGENTS = 8;
/** Maximum number of caps tried. Four to seven are needed with 1,080 nodes. */
const MAX_CAPS = 40;
/** Maximum number of LPs solved for one cap. One to five are needed with 1,080 nodes. */
const MAX_ROUNDS = 100;
/**
 * An LP's answer may exceed the cap by rounding error. It counts as keeping the cap if its set-point is colder than the
 * cap allows by at most this, K. The configuration LP uses the same value.
 */
const CAP_TOLERANCE_C = 1e-7;
/** Relative gap between the LP's value and its bound at which column generation stops, as in the configuration LP. */
const LP_GAP = 1e-7;
/**
 * The next cap is the one that the dual values predict, plus this fraction of the required precision. The fraction is
 * below a half, so that a cap just above the minimum power can end the search.
 */
const BEYOND = 0.45;

export interface RisingCapRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly engine: LpEngine;
  readonly control: RunControl;
  readonly first: FirstColumns;
  /** Returns true if a reward bound, reward/s, is certainly below the target. */
  readonly isBelow: (boundRewardPerS: number) => boolean;
  readonly targetRewardPerS: number;
  /** Lower end of the range of caps still to be searched, W. */
  readonly fromW: number;
  readonly toW: number;
  readonly precisionW: number;
  /**
   * True if the power cap had a positive dual value before. Then the first cap tried is just below `toW`; otherwise it
   * is the middle of the range.
   */
  readonly capBinds: boolean;
}

/** Result of a search over caps. Caps from `fromW` to `toW` are still undecided. */
export interface CapsLeft {
  /** Largest cap under which it is proven that no plan earns the target, W; 0 if none. */
  readonly provenW: number;
  readonly fromW: number;
  readonly toW: number;
  /** Configurations used by the last LP, [zone][configuration]; null if none was solved. */
  readonly configurations: FirstColumns['configurations'] | null;
  readonly wasStopped: boolean;
}

/** Returns true if rows of one LP can express the power cap: one common set-point, and no CRAC failures to survive. */
export function hasRowsOfCaps(model: RewardRateModel): boolean {
  const isCommon = model.cracs.length === 1 || keepsCommonSetPoint(model);
  return isCommon && failedRoomsOf(model).length === 0;
}

/**
 * Searches for the minimum power with one LP whose cap rises step by step.
 *
 * Under each cap, columns and rows are added until the bound shows on which side of the target the cap lies. The next
 * cap is the one at which the cap's dual value predicts that the target is met (docs/reward-rate/least-power.md). The
 * LP keeps its columns, its basis, and all rows except those of the cap.
 */
export async function riseCap(input: RisingCapRequest): Promise<CapsLeft> {
  const { model, precisionW, targetRewardPerS } = input;
  let { fromW, toW } = input;
  let provenW = 0;
  const search = new CapLp(input);
  try {
    let capW = input.capBinds ? toW - precisionW : (fromW + toW) / 2;
    for (
      let caps = 0;
      caps < MAX_CAPS && !search.wasStopped && toW - fromW > precisionW * (1 + ROUNDING) && capW > fromW;
      caps++
    ) {
      const conflict = idleConflict(withCap(model, capW));
      const answer = conflict === null ? await search.under(capW) : null;
      if (answer !== null && answer.side === 'unknown') break;
      if (answer !== null && answer.side === 'open') toW = capW;
      else {
        fromW = capW;
        if (answer !== null || isProven(conflict!)) provenW = capW;
      }
      const riseW =
        answer !== null && answer.side === 'below' && answer.perW > 0
          ? (targetRewardPerS - answer.boundRewardPerS) / answer.perW + BEYOND * precisionW
          : Infinity;
      capW = fromW + riseW < toW ? fromW + riseW : (fromW + toW) / 2;
    }
    return { provenW, fromW, toW, configurations: search.configurations(), wasStopped: search.wasStopped };
  } finally {
    search.dispose();
  }
}

/** Rounding error in sums of powers, as a fraction of the required precision. */
export const ROUNDING = 1e-6;

/**
 * Side of the target on which a cap lies. 'below': the reward bound is below the target; `perW` is the reward/s that
 * one more watt of cap would add. 'open': a plan may earn the target. 'unknown': not decided.
 */
type Side =
  | { readonly side: 'below'; readonly boundRewardPerS: number; readonly perW: number }
  | { readonly side: 'open' | 'unknown' };

/** Configuration LP that is solved under one cap after another with the same columns. */
class CapLp {
  readonly #input: RisingCapRequest;
  readonly #lp: RoomLp;
  #last: { readonly solution: MasterSolution; readonly bound: LagrangianBound } | null = null;
  wasStopped = false;

  constructor(input: RisingCapRequest) {
    const { model, first } = input;
    this.#input = input;
    this.#lp = new RoomLp({ ...input, grouping: groupForLp(model) });
    this.#lp.addConfigurations(first.configurations);
    this.#lp.add([...fixedRows(model), ...first.hotZones.map((b) => redLineRow(model, b))]);
  }

  /**
   * Returns on which side of the target a cap lies. The side is unknown if the cap's curve (required set-point by node
   * power) is partly concave, the engine failed or the run was stopped.
   *
   * @param capW power cap, W
   */
  async under(capW: number): Promise<Side> {
    const { control, isBelow, targetRewardPerS } = this.#input;
    const lp = this.#lp;
    const model = withCap(this.#input.model, capW);
    const caps = initialCapRows(model, TANGENTS);
    if (constantCopRow(model) === null && caps.length !== TANGENTS) return { side: 'unknown' };
    lp.switchOff([...lp.rows.keys()].filter((r) => lp.rows[r]!.constraint === 'powerCap' && !lp.isOff(r)));
    lp.add(caps);
    const isEarned = ({ broken, answer }: Round): boolean => broken.length === 0 && !isBelow(answer.objective);
    const found = await generate(lp, {
      rounds: MAX_ROUNDS,
      gap: LP_GAP,
      scope: { model },
      broken: (answer) => {
        const { grouping, redLined } = lp;
        const rows = lp.rows.filter((_, r) => !lp.isOff(r));
        return brokenRows(model, { rows, redLined, grouping }, answer);
      },
      gapOf: ({ bound, answer }) =>
        (bound.value - answer.objective) / Math.max(Number.MIN_VALUE, Math.abs(bound.value)),
      ends: async (round) => {
        const { bound, answer } = round;
        this.#last = { solution: answer, bound };
        this.wasStopped = await control.step({ phase: 'least power', bound: bound.value, incumbent: null });
        const isFarBelow = targetRewardPerS - bound.value >= bound.value - answer.objective;
        return this.wasStopped || (isBelow(bound.value) ? isFarBelow : isEarned(round));
      },
    });
    if ('failure' in found) return { side: 'unknown' };
    const { answer, bound, broken, end } = found;
    lp.priceOut(bound);
    lp.add(broken);
    if (end === 'rounds') return { side: 'unknown' };
    if (isBelow(bound.value)) return { side: 'below', boundRewardPerS: bound.value, perW: perWattOf(bound) };
    // Where g is concave no row holds the cap: an answer that passes it says nothing of the plans under it.
    return { side: !this.wasStopped && keepsCap(model, answer) ? 'open' : 'unknown' };
  }

  /**
   * Returns the configurations that the last LP used, and those best at slightly different prices of power,
   * [zone][configuration]; null before an LP is solved.
   */
  configurations(): Configuration[][] | null {
    if (this.#last === null) return null;
    const { solution, bound } = this.#last;
    const { model } = this.#input;
    const used = model.zones.map((_, b) => solution.used[this.#lp.grouping.groupOf[b]!]!);
    return handedOn(model, { solution: { ...solution, used }, bound });
  }

  dispose(): void {
    this.#lp.dispose();
  }
}

/** Returns true if the LP's answer keeps the power cap itself. The LP's rows only approximate it. */
function keepsCap(model: RewardRateModel, { side, groupKW }: MasterSolution): boolean {
  const nodePowerW = idlePowerW(model) + groupKW.reduce((sum, kW) => sum + kW, 0) * W_PER_KW;
  return side[0]! >= setPointWindow(model, nodePowerW, 0).coldestC - CAP_TOLERANCE_C;
}

/** Returns the change of the reward bound per watt of cap, reward/s per W. */
function perWattOf({ rows, prices }: LagrangianBound): number {
  return rows.reduce(
    (sum, { constraint, rhsPerLimit }, r) =>
      constraint === 'powerCap' ? sum + (prices.coupling[r] ?? 0) * rhsPerLimit : sum,
    0,
  );
}
