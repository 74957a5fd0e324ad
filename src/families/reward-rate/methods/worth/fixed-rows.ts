import { W_PER_KW } from '../../../../../models/units.js';
import { upsInputPerW } from '../../../../../models/facility/meter.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type CouplingRow, idlePowerW, powerLimitRows, type SideColumn } from '../room-program/coupling.js';

/**
 * All limits at given set-points as rows that are linear in the zones' powers (docs/reward-rate/limit-worth.md). A
 * CRAC's power is q / CoP(T), with heat q and fixed set-point T. The only side columns are the CRACs' powers, kW, at
 * least 0.
 */
export interface FixedRows {
  /** Rows of all limits except red lines. */
  readonly rows: readonly CouplingRow[];
  readonly side: readonly SideColumn[];
  readonly redLine: (zone: number) => CouplingRow;
  /** [zone]: inlet temperature if no node drew power, C: the part that the set-points alone cause. */
  readonly suppliedC: Float64Array;
  /** Returns how far the row's limit may be tightened until idle nodes violate it, in the limit's unit. */
  readonly roomOf: (row: CouplingRow) => number;
}

/**
 * Returns all limits at given set-points as rows.
 *
 * @param setPointsC set-point of each working CRAC, C
 */
export function fixedRows(model: RewardRateModel, setPointsC: readonly number[]): FixedRows {
  const { zones, cracs, thermal, budget } = model;
  const inverseCop = setPointsC.map((T) => powerPerHeat(budget.cooling, T));
  const suppliedC = thermal.inletFromSetPointsC(setPointsC);
  const idleW = Float64Array.from(zones, (zone) => zone.idleW);
  const idleRiseC = thermal.inletRiseC(idleW);
  const heatOf = cracs.map((_, c) => {
    const perW = thermal.cracHeatRow(c);
    const perC = thermal.cracHeatPerSetPoint(c);
    const movedW = setPointsC.reduce((sum, T, d) => sum + perC[d]! * T, 0);
    return { perW, idleKW: (idleW.reduce((sum, powerW, b) => sum + perW[b]! * powerW, 0) + movedW) / W_PER_KW };
  });
  const none = new Float64Array(zones.length);
  const cooling = heatOf.map(({ perW, idleKW }, c): CouplingRow => ({
    constraint: 'cooling',
    where: cracs[c]!.name,
    zone: -1,
    side: [{ column: c, value: -1 }],
    zoneCoefficient: perW.map((value) => value * inverseCop[c]!),
    rhs: -idleKW * inverseCop[c]!,
    rhsPerLimit: 0,
  }));
  const capacities = model.coolingLimits.map(({ where, crac, capacityW }): CouplingRow => ({
    constraint: 'coolingCapacity',
    where,
    zone: -1,
    side: [],
    zoneCoefficient: heatOf[crac]!.perW.slice(),
    rhs: capacityW / W_PER_KW - heatOf[crac]!.idleKW,
    rhsPerLimit: 1 / W_PER_KW,
  }));
  const perNode = upsInputPerW(budget);
  const cap: CouplingRow = {
    constraint: 'powerCap',
    where: '',
    zone: -1,
    side: cracs.map((_, c) => ({ column: c, value: 1 })),
    zoneCoefficient: none.map(() => perNode),
    rhs: (budget.powerCapW - budget.otherLoadW - idlePowerW(model) * perNode) / W_PER_KW,
    rhsPerLimit: 1 / W_PER_KW,
  };
  const idleCoolingKW = heatOf.reduce((sum, { idleKW }, c) => sum + Math.max(0, idleKW) * inverseCop[c]!, 0);
  const hottestIdleC = suppliedC.reduce((most, T, b) => Math.max(most, T + idleRiseC[b]!), -Infinity);
  return {
    rows: [cap, ...powerLimitRows(model), ...cooling, ...capacities],
    // No plan needs more, whatever the limits are.
    side: cracs.map(({ name }, c) => ({
      name: `x_${name}`,
      lower: 0,
      upper: mostHeatKW(model, heatOf[c]!) * inverseCop[c]!,
    })),
    redLine: (zone) => ({
      constraint: 'redLine',
      where: zones[zone]!.name,
      zone,
      side: [],
      zoneCoefficient: thermal.inletRow(zone).map((perW) => perW * W_PER_KW),
      rhs: model.redLineC - suppliedC[zone]! - idleRiseC[zone]!,
      rhsPerLimit: 1,
    }),
    suppliedC,
    roomOf: ({ constraint, rhs, rhsPerLimit }) => {
      if (constraint === 'redLine') return model.redLineC - hottestIdleC;
      return (rhs - (constraint === 'powerCap' ? idleCoolingKW : 0)) / rhsPerLimit;
    },
  };
}

/** Returns an upper bound on the heat of a CRAC, kW: its heat if all nodes draw their largest power. */
function mostHeatKW(
  { zones, nodeTypes }: RewardRateModel,
  { perW, idleKW }: { readonly perW: Float64Array; readonly idleKW: number },
): number {
  const mostCoreW = nodeTypes.map(
    ({ cores, tasks, wakeW = 0 }) =>
      wakeW + cores * tasks.reduce((most, { powerW }) => powerW.reduce((a, w) => Math.max(a, w), most), 0),
  );
  const coreKW = zones.reduce(
    (sum, { type, nodeCount }, b) => sum + (perW[b]! * nodeCount * mostCoreW[type]!) / W_PER_KW,
    0,
  );
  return Math.max(0, idleKW + coreKW);
}
