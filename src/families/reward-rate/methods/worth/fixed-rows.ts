import { W_PER_KW } from '../../../../../models/units.js';
import { isLinear, meterPowerW, overCapW, shareOfCapW } from '../../../../../models/facility/meter.js';
import { cracHeatW, poweredRoom } from '../../../../../models/facility/room-state.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { powerUse } from '../../../../../models/facility/power-limits.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import {
  airRows,
  type CouplingRow,
  idlePowerW,
  lpRooms,
  meterRow,
  powerLimitRows,
  redLineRow,
  rowOf,
  type SideColumn,
} from '../room-program/coupling.js';

/**
 * All limits at given set-points as rows that are linear in the zones' powers (docs/reward-rate/limit-worth.md). A
 * CRAC's power is q / CoP(T), with heat q and fixed set-point T. The only side columns are the CRACs' powers, kW, at
 * least 0.
 */
export interface FixedRows {
  /** Rows of all limits except red lines, one for each. */
  readonly rows: readonly CouplingRow[];
  /** Further rows of the power cap, exact at other node powers; none if the UPS has a constant efficiency. */
  readonly moreCaps: readonly CouplingRow[];
  readonly side: readonly SideColumn[];
  readonly redLine: (zone: number) => CouplingRow;
  /**
   * Returns a row of the power cap that is exact at an LP's answer, if the answer exceeds the cap because the LP
   * understates the input of the UPS. With a constant efficiency it never does.
   */
  readonly brokenCap: (zonePowerW: Float64Array, side: Float64Array) => CouplingRow[];
  /** [zone]: inlet temperature if no node drew power, C: the part that the set-points alone cause. */
  readonly suppliedC: Float64Array;
  /** Returns how far the row's limit may be tightened until idle nodes violate it, in the limit's unit. */
  readonly roomOf: (row: CouplingRow) => number;
}

/**
 * Node powers at which the power cap has further rows if the efficiency of the UPS depends on the load, as fractions of
 * the way from idle power to the largest power of all nodes. Our choice: the input of a UPS that loses 20 % in proportion
 * to the square of its load is then understated by at most 0.02 % of the nodes' power.
 */
const MORE_CAPS_AT = Array.from({ length: 16 }, (_, n) => (n + 1) / 16);
/**
 * A row of the power cap is added only if an answer exceeds the cap by more than this fraction. Our choice: above the
 * errors of LP engines.
 */
const CAP_TOLERANCE = 1e-8;

/**
 * Returns all limits at given set-points as rows.
 *
 * @param setPointsC set-point of each working CRAC, C
 */
export function fixedRows(model: RewardRateModel, setPointsC: readonly number[]): FixedRows {
  const { zones, cracs, thermal, budget } = model;
  const [room] = lpRooms(model, setPointsC);
  const { idleW } = room;
  const inverseCop = setPointsC.map((T) => powerPerHeat(budget.cooling, T));
  const suppliedC = thermal.inletFromSetPointsC(setPointsC);
  const idleState = poweredRoom(model, idleW);
  const idleHeatKW = cracHeatW(model, idleState, setPointsC).map((heatW) => heatW / W_PER_KW);
  const cooling = inverseCop.map((perHeat, c) => {
    const limit = { constraint: 'cooling', where: cracs[c]!.name, unit: 'W', limit: 0 } as const;
    return rowOf(room, { ...limit, reading: { heats: [[c, perHeat]] } }, [{ column: c, value: -1 }]);
  });
  const powers = cracs.map((_, c) => ({ column: c, value: 1 }));
  /** Returns the row of the power cap. It holds for all plans and is exact at the given node power. */
  const capAt = (nodePowerW: number): CouplingRow => meterRow(room, nodePowerW, [], powers);
  /** [node type]: largest core power of a node, W. */
  const mostCoreW = model.nodeTypes.map(
    ({ cores, tasks, wakeW = 0 }) =>
      wakeW + cores * tasks.reduce((most, { powerW }) => powerW.reduce((a, w) => Math.max(a, w), most), 0),
  );
  const allCoresW = zones.reduce((sum, { type, nodeCount }) => sum + nodeCount * mostCoreW[type]!, 0);
  const idleCoolingKW = idleHeatKW.reduce((sum, idleKW, c) => sum + Math.max(0, idleKW) * inverseCop[c]!, 0);
  const hottestIdleC = suppliedC.reduce((most, T, b) => Math.max(most, T + idleState.riseC[b]!), -Infinity);
  return {
    // The cap's row is exact at idle nodes, as `roomOf` needs it.
    rows: [capAt(idlePowerW(model)), ...powerLimitRows(model), ...cooling, ...airRows([room])],
    moreCaps: isLinear(budget) ? [] : MORE_CAPS_AT.map((share) => capAt(idlePowerW(model) + share * allCoresW)),
    // No plan needs more, whatever the limits are.
    side: cracs.map(({ name }, c) => ({
      name: `x_${name}`,
      lower: 0,
      upper: mostHeatKW(model, mostCoreW, c, idleHeatKW[c]!) * inverseCop[c]!,
    })),
    redLine: (zone) => redLineRow(room, zone),
    brokenCap: (zonePowerW, side) => {
      if (isLinear(budget)) return [];
      const nodePowerW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
      const coolingW = W_PER_KW * side.reduce((sum, kW) => sum + kW, 0);
      const overW = overCapW(budget, meterPowerW(budget, nodePowerW, coolingW));
      return overW > shareOfCapW(budget, CAP_TOLERANCE) ? [capAt(nodePowerW)] : [];
    },
    suppliedC,
    roomOf: ({ constraint, where, rhs, rhsPerLimit }) => {
      if (constraint === 'redLine') return model.redLineC - hottestIdleC;
      // The row of a convex limit is a tangent, which idle nodes keep longer than the limit.
      const ofPower = model.powerLimits.find((one) => one.constraint === constraint && one.where === where);
      if (ofPower?.curve !== undefined) return ofPower.limit - powerUse(ofPower, idleW);
      return (rhs - (constraint === 'powerCap' ? idleCoolingKW : 0)) / rhsPerLimit;
    },
  };
}

/** Returns an upper bound on the heat of a CRAC, kW: its heat if all nodes draw their largest power. */
function mostHeatKW(
  { zones, thermal }: RewardRateModel,
  mostCoreW: readonly number[],
  crac: number,
  idleKW: number,
): number {
  const perW = thermal.cracHeatRow(crac);
  const coreKW = zones.reduce(
    (sum, { type, nodeCount }, b) => sum + (perW[b]! * nodeCount * mostCoreW[type]!) / W_PER_KW,
    0,
  );
  return Math.max(0, idleKW + coreKW);
}
