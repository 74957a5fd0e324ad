import { W_PER_KW } from '../../../../../models/units.js';
import { isLinear, shareOfCapW } from '../../../../../models/facility/meter.js';
import { cracHeatW, poweredRoom } from '../../../../../models/facility/room-state.js';
import { mostCoreKW } from '../room-program/crac-blocks.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { powerUse } from '../../../../../models/facility/power-limits.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import {
  airRows,
  brokenCap,
  type CouplingRow,
  idlePowerW,
  lpRooms,
  meterRow,
  powerLimitRows,
  redLineRow,
  rowOf,
} from '../room-program/coupling.js';

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
 * Returns all limits at given set-points as rows that are linear in the zones' powers (docs/reward-rate/limit-worth.md).
 * A CRAC's power is q / CoP(T), with heat q and fixed set-point T. The only side columns are the CRACs' powers, kW, at
 * least 0.
 *
 * @param setPointsC set-point of each working CRAC, C
 */
export function fixedRows(model: RewardRateModel, setPointsC: readonly number[]) {
  const { cracs, thermal, budget } = model;
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
  const mostKW = mostCoreKW(model);
  const allCoresW = W_PER_KW * mostKW.reduce((sum, kW) => sum + kW, 0);
  const idleCoolingKW = idleHeatKW.reduce((sum, idleKW, c) => sum + Math.max(0, idleKW) * inverseCop[c]!, 0);
  const hottestIdleC = suppliedC.reduce((most, T, b) => Math.max(most, T + idleState.riseC[b]!), -Infinity);
  return {
    room,
    /** Rows of all limits except red lines, one for each. That of the cap is exact at idle nodes, as `roomOf` needs it. */
    rows: [capAt(idlePowerW(model)), ...powerLimitRows(model), ...cooling, ...airRows([room])],
    /** Further rows of the power cap, exact at other node powers; none if the UPS has a constant efficiency. */
    moreCaps: isLinear(budget) ? [] : MORE_CAPS_AT.map((share) => capAt(idlePowerW(model) + share * allCoresW)),
    // No plan needs more, whatever the limits are.
    side: cracs.map(({ name }, c) => ({
      name: `x_${name}`,
      lower: 0,
      upper:
        Math.max(0, idleHeatKW[c]! + mostKW.reduce((sum, kW, b) => sum + thermal.cracHeatRow(c)[b]! * kW, 0)) *
        inverseCop[c]!,
    })),
    redLine: (zone: number) => redLineRow(room, zone),
    /** As brokenCap, for the CRACs' powers in the side columns. */
    brokenCap: (zonePowerW: Float64Array, side: Float64Array) =>
      brokenCap(model, zonePowerW, side, shareOfCapW(budget, CAP_TOLERANCE), capAt),
    /** [zone]: inlet temperature if no node drew power, C: the part that the set-points alone cause. */
    suppliedC,
    /** Returns how far the row's limit may be tightened until idle nodes violate it, in the limit's unit. */
    roomOf: ({ constraint, where, rhs, rhsPerLimit }: CouplingRow): number => {
      if (constraint === 'redLine') return model.redLineC - hottestIdleC;
      // The row of a convex limit is a tangent, which idle nodes keep longer than the limit.
      const ofPower = model.powerLimits.find((one) => one.constraint === constraint && one.where === where);
      if (ofPower?.curve !== undefined) return ofPower.limit - powerUse(ofPower, idleW);
      return (rhs - (constraint === 'powerCap' ? idleCoolingKW : 0)) / rhsPerLimit;
    },
  };
}
