import { W_PER_KW } from '../../../../../models/units.js';
import { upsInputW } from '../../../../../models/facility/meter.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { cracHeatW, meterPerZoneW } from '../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { keepsCap, keepsRedLine } from '../best-set-points.js';
import { independentRedLineRow } from '../room-program/cooling-columns.js';
import { type CouplingRow, idlePowerW, powerLimitRows, type SideColumn } from '../room-program/coupling.js';
import { keepsNodeLimits, measure, type NodeConfigurations, zonePowersW } from './node-plan.js';

export interface PlanLimits {
  readonly rows: readonly CouplingRow[];
  readonly side: readonly SideColumn[];
  /**
   * Evaluates a plan exactly. If it is not feasible, `more` contains rows that exclude it.
   *
   * @param rowed zones that already have a red-line row
   */
  judge(
    nodes: NodeConfigurations,
    rowed: ReadonlySet<number>,
  ): { readonly feasible: boolean; readonly rewardPerS: number; readonly more: readonly CouplingRow[] };
}

/** Number of hottest zones that get red-line rows after a plan exceeded the red line. */
const HOTTEST_ADDED = 16;
/** Fraction by which the power cap's row is tightened, for rounding errors of sums added in different orders. */
const CAP_MARGIN = 1e-9;
/** Excess over the red line that is rounding error, C; inlets among idle nodes may lie exactly at the red line. */
const RED_LINE_ROUNDING_C = 1e-10;

/**
 * Returns the limits at fixed set-points as rows that are linear in the zones' powers.
 *
 * @param setPointsC set-point of each working CRAC, C
 * @param heats heat that each CRAC removes, in any unit; only the sign counts. A CRAC with negative heat warms the room
 * and draws no power
 * @param redLined zones that have a red-line row from the start
 */
export function limitsAt(
  model: RewardRateModel,
  setPointsC: ArrayLike<number>,
  heats: ArrayLike<number>,
  redLined: Iterable<number>,
): PlanLimits {
  const { budget, thermal, zones } = model;
  const setPoints = Array.from(setPointsC);
  const room = { thermal, cooling: budget.cooling, meter: budget };
  const zoneCoefficient = meterPerZoneW(room, heats, setPoints);
  const idleW = Float64Array.from(zones, (zone) => zone.idleW);
  const idleHeatW = cracHeatW(model, zoneState(model, idleW), setPoints);
  let constantW = budget.otherLoadW + upsInputW(budget, idlePowerW(model));
  for (const [c, setPointC] of setPoints.entries())
    if (heats[c]! > 0) constantW += powerPerHeat(budget.cooling, setPointC) * idleHeatW[c]!;
  const row = (constraint: CouplingRow['constraint'], coefficient: Float64Array, rhs: number): CouplingRow => ({
    constraint,
    where: '',
    zone: -1,
    side: [],
    zoneCoefficient: coefficient,
    rhs,
    rhsPerLimit: 1 / W_PER_KW,
  });
  const capacities = model.coolingLimits.map(({ crac, capacityW }) =>
    row('coolingCapacity', thermal.cracHeatRow(crac), (capacityW - idleHeatW[crac]!) / W_PER_KW),
  );
  const supplied = thermal.inletFromSetPointsC(setPoints);
  const redLineAt = (zone: number): CouplingRow => {
    const free = independentRedLineRow(model, zone);
    return { ...free, side: [], rhs: free.rhs - supplied[zone]! + RED_LINE_ROUNDING_C };
  };
  return {
    rows: [
      row('powerCap', zoneCoefficient, (budget.powerCapW * (1 - CAP_MARGIN) - constantW) / W_PER_KW),
      ...powerLimitRows(model),
      ...capacities,
      ...[...redLined].map(redLineAt),
    ],
    side: [],
    judge(nodes, rowed) {
      const { rewardPerS } = measure(model, nodes);
      const powersW = zonePowersW(model, nodes);
      const state = zoneState(model, powersW);
      const isCool = keepsRedLine(model, state, setPoints, -2 * RED_LINE_ROUNDING_C);
      const feasible = isCool && keepsCap(model, state, setPoints) && keepsNodeLimits(model, nodes);
      if (isCool) return { feasible, rewardPerS, more: [] };
      const inletC = supplied.map((value, b) => value + state.riseC[b]!);
      const hot = [...inletC.keys()].filter((b) => !rowed.has(b)).sort((a, b) => inletC[b]! - inletC[a]!);
      return { feasible, rewardPerS, more: hot.slice(0, HOTTEST_ADDED).map(redLineAt) };
    },
  };
}
