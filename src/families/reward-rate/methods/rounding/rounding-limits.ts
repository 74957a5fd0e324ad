import { W_PER_KW } from '../../../../../models/units.js';
import { meterPowerW } from '../../../../../models/facility/meter.js';
import { keepsMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
import { cracHeatW, inletsC } from '../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { cheapestSurviving } from '../set-points-in-failures.js';
import type { IndependentPoint } from '../room-program/configuration-lp.js';
import { pointBox, rootBox } from '../bound/cooling-boxes.js';
import {
  coolingColumns,
  independentCapRow,
  independentRedLineRow,
  independentRows,
} from '../room-program/cooling-columns.js';
import {
  commonSetPointColumn,
  type CouplingRow,
  brokenPowerRows,
  powerLimitRows,
  redLineRow,
  restrictingCapRow,
} from '../room-program/coupling.js';
import {
  brokenFailureRedLines,
  commonFailureRedLineRow,
  expansionRows,
  failureCapacityRows,
  failureRedLineRow,
  tighterFailureCaps,
} from '../room-program/failure-rows.js';
import { brokenOnTheWay } from '../room-program/way-rows.js';
import { limitsAt, type PlanLimits } from './fixed-set-points.js';
import { firstBrokenPowerLimit, measure, type NodeConfigurations, zonePowersW } from './node-plan.js';

export interface RoundingLimits extends PlanLimits {
  /**
   * Returns the limits at fixed set-points: those of the LP's solution, or those with the least power for the plan
   * `nodes`. Returns null if no such set-points are found. The function is absent with a common set-point, or if CRAC
   * failures must be survived.
   */
  fixed?(nodes: NodeConfigurations | null): PlanLimits | null;
}

/** Number of hottest zones that get red-line rows after a plan exceeded the red line. */
const HOTTEST_ADDED = 8;
/**
 * How far set-points may move from those of the LP's solution during rounding, C. Ours: rounding changes powers little,
 * and CRAC power is nearly linear over this distance.
 */
const TRUST_C = 0.3;
/**
 * Largest number of zones of a facility that counts as small. In a small facility one node has much influence, so
 * rounding may move set-points further.
 */
const FEW_ZONES = 30;
/** Same as TRUST_C, but for facilities of at most FEW_ZONES zones, C. */
const TRUST_OF_FEW_C = 2;

/**
 * Empty set, used in place of the zones that already have a red-line row if the influence matrix is uncertain. A zone
 * may then need a further row for other powers.
 */
const NONE: ReadonlySet<number> = new Set();

export function commonLimits(model: RewardRateModel, rows: readonly CouplingRow[]): RoundingLimits {
  return {
    rows,
    side: commonSetPointColumn(model),
    judge(nodes, rowed) {
      const { feasible, riseC, rewardPerS, nodePowerW, coldestC, warmestC } = measure(model, nodes);
      if (feasible) return { feasible, rewardPerS, more: [] };
      const cap = coldestC > warmestC ? restrictingCapRow(model, nodePowerW) : null;
      const isCertain = model.thermal.uncertain === undefined;
      const powersW = zonePowersW(model, nodes);
      const leastC = Math.min(coldestC, model.setPointMaxC);
      const state = { state: zoneState(model, powersW, riseC), setPointsC: model.cracs.map(() => leastC) };
      const hot = [
        ...brokenPowerRows(model, powersW, 0),
        ...hottest(riseC, isCertain ? rowed : NONE).map((b) => redLineRow(model, b, powersW)),
        ...brokenFailureRedLines(model, state, placesOf(rows), commonFailureRedLineRow, HOTTEST_ADDED),
      ];
      return { feasible, rewardPerS, more: cap === null ? hot : [cap, ...hot] };
    },
  };
}

/**
 * Returns the limits for independent set-points, with the CRACs' power linearised about the LP's solution. The exact
 * check of a plan uses the best set-points found for it.
 */
export function independentLimits(model: RewardRateModel, at: IndependentPoint): RoundingLimits {
  const trustC = model.zones.length <= FEW_ZONES ? TRUST_OF_FEW_C : TRUST_C;
  const columns = coolingColumns(model, pointBox(model, rootBox(model), at, trustC), 0);
  const side = columns.map((column) => (column.name === 's' ? { ...column, upper: 0 } : column));
  const rows = [
    ...powerLimitRows(model),
    ...independentRows(model, W_PER_KW * at.heatKW.reduce((sum, kW) => sum + kW, 0)),
    ...failureCapacityRows(model),
    ...at.redLined,
    ...expansionRows(model, at),
  ];
  const redLined = new Set(at.redLined.map(({ zone }) => zone));
  const fixed = (nodes: NodeConfigurations | null): PlanLimits | null => {
    if (nodes === null) {
      const heatW = at.heatKW.map((kW) => kW * W_PER_KW);
      return limitsAt(model, at.setPointsC, heatW, redLined);
    }
    const state = zoneState(model, zonePowersW(model, nodes));
    const choice = cheapestSurviving(model, state, [at.setPointsC], false);
    if (choice === null) return null;
    return limitsAt(model, choice.setPointsC, cracHeatW(model, state, choice.setPointsC), redLined);
  };
  return {
    rows,
    side,
    ...(failedRoomsOf(model).length === 0 ? { fixed } : {}),
    judge(nodes, rowed) {
      const { rewardPerS, nodePowerW } = measure(model, nodes);
      const powersW = zonePowersW(model, nodes);
      const state = zoneState(model, powersW);
      const choice = cheapestSurviving(model, state, [at.setPointsC], false);
      const inletC = inletsC(model, state, choice?.setPointsC ?? at.setPointsC);
      const hot = [
        ...brokenPowerRows(model, powersW, 0),
        ...hottest(inletC, rowed).map((b) => independentRedLineRow(model, b)),
        ...brokenFailureRedLines(
          model,
          { ...at, state, setPointsC: choice?.setPointsC ?? at.setPointsC },
          placesOf(rows),
          failureRedLineRow,
          HOTTEST_ADDED,
        ),
        ...(choice === null ? brokenOnTheWay(model, { ...at, state }, placesOf(rows), HOTTEST_ADDED) : []),
      ];
      if (choice === null) {
        return { feasible: false, rewardPerS, more: [...hot, ...tighterFailureCaps(model, at, state)] };
      }
      const overW = meterPowerW(model.budget, nodePowerW, choice.coolingW) - model.budget.powerCapW;
      if (overW <= 0) {
        const kept = firstBrokenPowerLimit(model, powersW) === null && keepsMinimumOn(model, nodes);
        return { feasible: kept, rewardPerS, more: brokenPowerRows(model, powersW, 0) };
      }
      const cap = independentCapRow(model, nodePowerW);
      return { feasible: false, rewardPerS, more: [{ ...cap, rhs: cap.rhs - (1.5 * overW) / W_PER_KW }, ...hot] };
    },
  };
}

/** Returns the names (`where`) of the rows for red lines after CRAC failures. */
function placesOf(rows: readonly CouplingRow[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ constraint, where }) => (constraint === 'failureRedLine' ? [where] : [])));
}

function hottest(temperatureC: Float64Array, rowed: ReadonlySet<number>): number[] {
  return [...temperatureC.keys()]
    .filter((b) => !rowed.has(b))
    .sort((a, b) => temperatureC[b]! - temperatureC[a]!)
    .slice(0, HOTTEST_ADDED);
}
