import { W_PER_KW } from '../../../../../models/units.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { boundIfAny, oraclesOf } from '../config-lp.js';
import { idleConflict, isProven } from '../infeasibility.js';
import type { WarmStart } from '../outcome.js';
import { rewardScale } from '../reward-scale.js';
import { groupForLp } from '../room-program/aggregation.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { brokenRows } from '../room-program/configuration-lp.js';
import { capRowsAt, constantCopRow, initialCapRows, setPointWindow } from '../room-program/cap-rows.js';
import { airRows, idlePowerW, lpRooms, powerLimitRows, redLineRow } from '../room-program/coupling.js';
import { generate } from '../room-program/generation.js';
import type { Proof } from '../room-program/proof.js';
import { type MasterSolution, RoomLp } from '../room-program/room-lp.js';
import { firstColumns, handedOn, sharedOracles } from '../room-program/warm-start.js';
import { keepsCommonSetPoint } from '../rounding/node-plan.js';
import { idleFloorW, withCap } from '../with-cap.js';
import { proofOf, proofOfNoPlan } from './proof-check.js';

/** Required accuracy of the lower bound on power, as a fraction of the known plan's power. */
export const POWER_PRECISION = 1e-4;
/**
 * A cap is ruled out only if its reward bound is below the target reward by more than this fraction of the target. The
 * fraction is larger than the rounding error of bounds (1e-12).
 */
const CLEARLY_BELOW = 1e-9;

export interface LeastPowerRequest {
  /** Model whose bound was proven before. The search solves it again under other caps. */
  readonly model: RewardRateModel;
  readonly engine: LpEngine;
  readonly control: RunControl;
  readonly start: WarmStart | null;
  /** Reward that the plans must earn at least, reward/s. */
  readonly targetRewardPerS: number;
  /** Meter power of a known plan that earns the target reward, W. */
  readonly powerW: number;
  /** True (default) if the power cap had a positive dual value before. Decides at which cap the search begins. */
  readonly capBinds?: boolean;
}

/** Proven lower bound on the power of any plan that earns the target reward. */
export interface LeastPowerProof {
  /**
   * Largest cap tried at which the certified reward bound is below the target, W: no plan that earns the target draws
   * less at the meter.
   */
  readonly boundW: number;
  /** Proof that plans under the cap `boundW` earn less than the target; null if only idle nodes prove `boundW`. */
  readonly proof: Proof | null;
  /**
   * Configurations used by the last LP, [zone][configuration]: initial columns for the search for a plan of low power.
   * Null if no LP was solved.
   */
  readonly configurations: readonly (readonly Configuration[])[] | null;
}

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

/** Rounding error in sums of powers, as a fraction of the required precision. */
const ROUNDING = 1e-6;

/** Caps between which the least power is still searched, W, and the largest under which no plan earns the target. */
interface Caps {
  provenW: number;
  /** Proof for the cap `provenW`; null if no cap was tried yet for which there is one. */
  proof: Proof | null;
  fromW: number;
  toW: number;
}

/**
 * Answer for one cap. 'none': it is proven that no plan earns the target. 'unknown': not known whether even the idle
 * facility keeps the cap. 'open': not excluded that a plan earns the target. 'ended': no answer.
 */
interface Answer {
  readonly is: 'none' | 'unknown' | 'open' | 'ended';
  /** Proof that no plan earns the target; present if `is` is 'none'. */
  readonly proof?: Proof;
  /** Rise of the cap with which the target is expected to be met, W; absent if not known. */
  readonly riseW?: number;
}

/**
 * Returns a lower bound on the meter power of any plan that earns the target. It is close to the lowest cap whose
 * reward bound reaches the target: unless the run is stopped, they differ by at most POWER_PRECISION times the known
 * plan's power.
 *
 * First the cap rises within one LP, if its rows allow that. The rest of the range is bisected with one LP for each
 * cap. Proof: docs/reward-rate/bounds.md, "Other caps".
 */
export async function leastPowerProof(input: LeastPowerRequest): Promise<LeastPowerProof> {
  const { model, powerW, capBinds = true } = input;
  const precisionW = POWER_PRECISION * powerW;
  const floorW = idleFloorW(model);
  const caps: Caps = { provenW: floorW, proof: null, fromW: floorW, toW: powerW };
  const justBelow = (isAsked: boolean): number => (isAsked ? caps.toW - precisionW : (caps.fromW + caps.toW) / 2);
  const rising = hasRowsOfCaps(model) ? openRisingCap(input, precisionW) : null;
  if (rising !== null) {
    try {
      await narrow(caps, precisionW, justBelow(capBinds), (capW) => rising.answerAt(capW), MAX_CAPS);
    } finally {
      rising.dispose();
    }
  }
  // Where the cap binds, one cap just below the plan's power settles it.
  if (rising?.wasStopped() !== true)
    await narrow(caps, precisionW, justBelow(caps.toW === powerW), (capW) => answerAt(input, capW));
  return { boundW: caps.provenW, proof: caps.proof, configurations: rising?.configurations() ?? null };
}

/** Narrows the range of caps by answers for one cap after another, until it is as small as the required precision. */
async function narrow(
  caps: Caps,
  precisionW: number,
  firstW: number,
  answerOf: (capW: number) => Promise<Answer>,
  most = Infinity,
): Promise<void> {
  let capW = firstW;
  for (let n = 0; n < most && caps.toW - caps.fromW > precisionW * (1 + ROUNDING) && capW > caps.fromW; n++) {
    const { is, riseW = Infinity, proof = null } = await answerOf(capW);
    if (is === 'ended') return;
    if (is === 'open') caps.toW = capW;
    else caps.fromW = capW;
    if (is === 'none') [caps.provenW, caps.proof] = [capW, proof];
    capW = caps.fromW + riseW < caps.toW ? caps.fromW + riseW : (caps.fromW + caps.toW) / 2;
  }
}

function isBelow(boundRewardPerS: number, targetRewardPerS: number): boolean {
  return boundRewardPerS < targetRewardPerS * (1 - CLEARLY_BELOW);
}

/** Returns the answer for a cap by a configuration LP of its own, ended as soon as its bound is below the target. */
async function answerAt(input: LeastPowerRequest, capW: number): Promise<Answer> {
  const { engine, control, start, targetRewardPerS } = input;
  const asked = { wasStopped: false };
  const untilBelow: RunControl = {
    step: async (progress) => {
      asked.wasStopped = await control.step(progress);
      return asked.wasStopped || (progress.bound !== null && isBelow(progress.bound, targetRewardPerS));
    },
  };
  const model = withCap(input.model, capW);
  const found = await boundIfAny({ model, engine, control: untilBelow, start });
  if (found === 'none') return { is: found, proof: proofOfNoPlan(model) };
  if (found === 'unknown') return { is: found };
  if (found !== null && isBelow(found.certificate.boundRewardPerS, targetRewardPerS))
    return { is: 'none', proof: found.proof };
  return { is: asked.wasStopped ? 'ended' : 'open' };
}

/** Returns true if rows of one LP can express the power cap: one common set-point, and no CRAC failures to survive. */
function hasRowsOfCaps(model: RewardRateModel): boolean {
  const isCommon = model.cracs.length === 1 || keepsCommonSetPoint(model);
  return isCommon && failedRoomsOf(model).length === 0;
}

/** Configuration LP that is solved under one cap after another with the same columns. */
interface RisingCap {
  answerAt(capW: number): Promise<Answer>;
  /**
   * Returns the configurations that the last LP used, and those best at slightly different prices of power,
   * [zone][configuration]; null before an LP is solved.
   */
  configurations(): Configuration[][] | null;
  wasStopped(): boolean;
  dispose(): void;
}

/**
 * Opens the LP; null without columns to start from.
 *
 * Under each cap, columns and rows are added until the bound shows on which side of the target the cap lies. The next
 * cap is the one at which the cap's dual value predicts that the target is met (docs/reward-rate/least-power.md). The
 * LP keeps its columns, its basis, and all rows except those of the cap.
 */
function openRisingCap(input: LeastPowerRequest, precisionW: number): RisingCap | null {
  const scale = rewardScale(input.model);
  const { model: scaled } = scale;
  const first = firstColumns(scaled, input.start);
  if (first === null) return null;
  const control = scale.control(input.control);
  const targetRewardPerS = scale.toScaled(input.targetRewardPerS)!;
  const oracles = sharedOracles(scaled, input.start) ?? oraclesOf(scaled);
  const lp = new RoomLp({ model: scaled, oracles, engine: input.engine, grouping: groupForLp(scaled) });
  lp.addConfigurations(first.configurations);
  const rooms = lpRooms(scaled, 'common');
  lp.add([...powerLimitRows(scaled), ...airRows(rooms), ...first.hotZones.map((b) => redLineRow(rooms[0], b))]);
  let isStopped = false;
  const wasStopped = (): boolean => isStopped;
  let last: { readonly solution: MasterSolution; readonly bound: LagrangianBound } | null = null;

  return {
    async answerAt(capW) {
      if (wasStopped()) return { is: 'ended' };
      const model = withCap(scaled, capW);
      const conflict = idleConflict(model);
      if (conflict !== null)
        return isProven(conflict) ? { is: 'none', proof: proofOfNoPlan(model) } : { is: 'unknown' };
      // Chords of a cap that is partly concave are not exact.
      const rows = initialCapRows(model, TANGENTS);
      if (constantCopRow(model) === null && rows.length !== TANGENTS) return { is: 'ended' };
      lp.switchOff([...lp.rows.keys()].filter((r) => lp.rows[r]!.constraint === 'powerCap' && !lp.isOff(r)));
      // Set-points change little from cap to cap: a tangent at the last one is nearly exact.
      lp.add([...rows, ...capRowsAt(model, last?.solution.side[0] ?? first.setPointC)]);
      const found = await generate(lp, {
        rounds: MAX_ROUNDS,
        gap: LP_GAP,
        broken: (answer) => {
          const { grouping, redLined } = lp;
          const rows = lp.rows.filter((_, r) => !lp.isOff(r));
          return brokenRows(model, { rows, redLined, grouping }, answer);
        },
        gapOf: ({ bound, answer }) =>
          (bound.value - answer.objective) / Math.max(Number.MIN_VALUE, Math.abs(bound.value)),
        ends: async ({ bound, answer, broken }) => {
          last = { solution: answer, bound };
          isStopped = await control.step({ phase: 'least power', bound: bound.value, incumbent: null });
          if (isStopped) return true;
          return isBelow(bound.value, targetRewardPerS)
            ? targetRewardPerS - bound.value >= bound.value - answer.objective
            : broken.length === 0 && !isBelow(answer.objective, targetRewardPerS);
        },
      });
      if ('failure' in found) return { is: 'ended' };
      const { answer, bound, broken, end } = found;
      lp.priceOut(bound);
      lp.add(broken);
      if (end === 'rounds') return { is: 'ended' };
      if (isBelow(bound.value, targetRewardPerS)) {
        const perW = perWattOf(bound);
        const proof = proofOf(model, { bound }, scale.factor);
        if (perW <= 0) return { is: 'none', proof };
        return { is: 'none', proof, riseW: (targetRewardPerS - bound.value) / perW + BEYOND * precisionW };
      }
      // Where g is concave no row holds the cap: an answer that passes it says nothing of the plans under it.
      return { is: !wasStopped() && keepsCap(model, answer) ? 'open' : 'ended' };
    },
    configurations() {
      if (last === null) return null;
      const { solution, bound } = last;
      const used = scaled.zones.map((_, b) => solution.used[lp.grouping.groupOf[b]!]!);
      return handedOn(scaled, { solution: { ...solution, used }, bound });
    },
    wasStopped,
    dispose() {
      lp.dispose();
    },
  };
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
