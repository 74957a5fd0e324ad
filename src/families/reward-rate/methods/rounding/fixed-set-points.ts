import { isLinear, meterPowerW } from '../../../../../models/facility/meter.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { keepsMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { keepsRedLine } from '../best-set-points.js';
import {
  airRows,
  brokenPowerRows,
  type CouplingRow,
  lpRooms,
  meterRow,
  powerLimitRows,
  redLineRow,
  type SideColumn,
} from '../room-program/coupling.js';
import { coolingOf } from '../set-point-merit.js';
import { firstBrokenPowerLimit, measure, type NodeConfigurations, zonePowersW } from './node-plan.js';

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
 * @param heatW heat that each CRAC removes, W. A CRAC with negative heat warms the room and draws no power
 * @param redLined zones that have a red-line row from the start
 */
export function limitsAt(
  model: RewardRateModel,
  setPointsC: ArrayLike<number>,
  heatW: Float64Array,
  redLined: Iterable<number>,
): PlanLimits {
  const { budget, thermal } = model;
  const setPoints = Array.from(setPointsC);
  const tighter = { ...model, budget: { ...budget, powerCapW: budget.powerCapW * (1 - CAP_MARGIN) } };
  const [room] = lpRooms(tighter, setPoints);
  const planes = setPoints.flatMap((setPointC, crac) =>
    heatW[crac]! > 0 ? [{ crac, constant: 0, perHeat: powerPerHeat(budget.cooling, setPointC), perC: 0 }] : [],
  );
  /** Returns the row of the power cap. It holds for all plans and is exact at the given node power. */
  const capAt = (nodePowerW: number): CouplingRow => meterRow(room, nodePowerW, planes);
  const supplied = thermal.inletFromSetPointsC(setPoints);
  const redLineAt = (zone: number): CouplingRow => {
    const row = redLineRow(room, zone);
    return { ...row, rhs: row.rhs + RED_LINE_ROUNDING_C };
  };
  return {
    rows: [
      // What the CRACs remove is what the nodes draw.
      capAt(heatW.reduce((sum, ofCracW) => sum + ofCracW, 0)),
      ...powerLimitRows(model),
      ...airRows([room]),
      ...[...redLined].map(redLineAt),
    ],
    side: [],
    judge(nodes, rowed) {
      const { rewardPerS } = measure(model, nodes);
      const powersW = zonePowersW(model, nodes);
      const state = zoneState(model, powersW);
      const { overW, coolingW } = coolingOf(model, state, setPoints);
      const totalW = meterPowerW(budget, state.nodePowerW, coolingW);
      const isCool = keepsRedLine(model, state, setPoints, -2 * RED_LINE_ROUNDING_C);
      const feasible =
        isCool &&
        overW === 0 &&
        totalW <= budget.powerCapW &&
        firstBrokenPowerLimit(model, powersW) === null &&
        keepsMinimumOn(model, nodes);
      const cap = isLinear(budget) || totalW <= budget.powerCapW ? [] : [capAt(state.nodePowerW)];
      const more = [...cap, ...brokenPowerRows(model, powersW, 0)];
      if (isCool) return { feasible, rewardPerS, more };
      const inletC = supplied.map((value, b) => value + state.riseC[b]!);
      const hot = [...inletC.keys()].filter((b) => !rowed.has(b)).sort((a, b) => inletC[b]! - inletC[a]!);
      return { feasible, rewardPerS, more: [...more, ...hot.slice(0, HOTTEST_ADDED).map(redLineAt)] };
    },
  };
}
