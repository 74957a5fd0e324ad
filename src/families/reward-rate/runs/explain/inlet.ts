import { rowAt } from '../../../../../models/physics/thermal/worst-response.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import { evaluatedIn } from '../../check/check-plan.js';
import { candidateMoves, type MoveKind } from './moves.js';
import type { PlannedRoom } from './trial.js';

/** What heats an inlet and what could cool it. */
export interface InletExplanation {
  readonly zone: string;
  readonly inletC: number;
  /** Inlet temperature if no node drew power, C: the part that set-points alone cause. */
  readonly suppliedC: number;
  /** Part of the inlet's temperature rise that each rack causes, largest first. They add up to inletC - suppliedC. */
  readonly racks: readonly RackShare[];
  /** Changes (moves) that cool the inlet without violating another limit, by ascending reward lost per kelvin. */
  readonly moves: readonly TriedMove[];
}

interface RackShare {
  readonly rack: string;
  /** Rise of the explained inlet's temperature due to the power of the rack's nodes, K. */
  readonly riseK: number;
  readonly powerW: number;
}

/** Change of the plan that was tried, with its effects by the checker. */
interface TriedMove {
  readonly kind: MoveKind;
  /** Change of the explained inlet's temperature, K; negative. */
  readonly inletK: number;
  readonly rewardPerS: number;
  /** Change of the meter power, W. */
  readonly powerW: number;
  readonly message: string;
}

/** A move must cool the inlet by at least this, K, to be listed. Ours: less is rounding error. */
const MIN_COOLING_K = 1e-6;

/** Returns the index of the zone with the hottest inlet, the first of several equal ones. */
export function hottestZone({ evaluation: { zoneInletC } }: Pick<PlannedRoom, 'evaluation'>): number {
  return zoneInletC.reduce((most, inletC, b) => (inletC > zoneInletC[most]! ? b : most), 0);
}

/** Explains what heats the inlet of a zone (its index) under a plan, and which changes would cool it. */
export function inletExplanation(room: PlannedRoom, zone: number): InletExplanation {
  const { model, matrix, plan, evaluation } = room;
  const setPointsC = model.cracs.map(({ name }) => plan.setPointsC[name]!);
  const rowKPerW = rowAt(model.thermal, zone, Float64Array.from(evaluation.zoneNodePowerW));
  const racks = new Map<string, RackShare>();
  for (const [b, { rack }] of matrix.zones.entries()) {
    const zoneW = evaluation.zoneNodePowerW[b]!;
    const { riseK, powerW } = racks.get(rack) ?? { riseK: 0, powerW: 0 };
    racks.set(rack, { rack, riseK: riseK + rowKPerW[b]! * zoneW, powerW: powerW + zoneW });
  }
  return {
    zone: matrix.zones[zone]!.name,
    inletC: evaluation.zoneInletC[zone]!,
    suppliedC: model.thermal.inletFromSetPointsC(setPointsC)[zone]!,
    racks: [...racks.values()].sort((a, b) => b.riseK - a.riseK),
    moves: triedMoves(room, zone),
  };
}

function triedMoves(room: PlannedRoom, zone: number): TriedMove[] {
  const { evaluation } = room;
  const nameOf = ({ constraint, where }: PlanEvaluation['violations'][number]): string => `${constraint} ${where}`;
  const before = new Set(evaluation.violations.map(nameOf));
  const tried = candidateMoves(room, zone).flatMap(({ kind, plan, message }): TriedMove[] => {
    const after = evaluatedIn(room, plan);
    const inletK = after.zoneInletC[zone]! - evaluation.zoneInletC[zone]!;
    if (!(inletK < -MIN_COOLING_K) || after.violations.some((one) => !before.has(nameOf(one)))) return [];
    const rewardPerS = after.rewardPerS - evaluation.rewardPerS;
    return [{ kind, inletK, rewardPerS, powerW: after.power.totalW - evaluation.power.totalW, message }];
  });
  return tried.sort((a, b) => costPerK(a) - costPerK(b) || a.powerW / -a.inletK - b.powerW / -b.inletK);
}

/** Returns the reward that a move loses per kelvin of cooling, reward/s per K; 0 within rounding error. */
function costPerK({ rewardPerS, inletK }: TriedMove): number {
  const lost = -rewardPerS;
  return Math.abs(lost) < 1e-9 ? 0 : lost / -inletK;
}
