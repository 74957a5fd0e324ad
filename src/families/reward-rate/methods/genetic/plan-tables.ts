import { DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import { type RateTable, rateTables } from '../../../../../models/families/reward-rate/averaged-rates.js';
import { type CoreLayout, coreLayout } from '../../../../../models/families/reward-rate/core-fractions.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';

/**
 * Rule for the common set-point. 'wholeDegrees': a whole number of degrees below the red line (Algorithm 3, line 2).
 * 'warmest': as warm as the inlets allow.
 */
export type SetPointRule = 'wholeDegrees' | 'warmest';

/** Read-only data of a model in flat arrays, for fast evaluation of plans given as core fractions. */
export interface PlanTables {
  readonly model: RewardRateModel;
  readonly layout: CoreLayout;
  readonly setPointRule: SetPointRule;
  readonly taskCount: number;
  /** [node type]: table of task rates and powers by task type and P-state. */
  readonly rates: readonly RateTable[];
  /** [core]: index of its node. */
  readonly coreNode: Int32Array;
  /** Rise of zone k's inlet per watt of zone z, K/W, at position z * zones + k (columns are contiguous). */
  readonly inletPerW: Float64Array;
  /** [zone]: temperature rise from inlet to outlet of one node, per watt of that node, K/W. */
  readonly outletPerW: Float64Array;
  /** Power limits of racks and PDUs and heat limits of CRACs, each a limit on a weighted sum of zone powers. */
  readonly limits: readonly WeightedLimit[];
  /** True if task times follow Eq. 21 as printed, where they can be zero or negative. */
  readonly literal: boolean;
}

export interface WeightedLimit {
  readonly zones: Int32Array;
  readonly weights: Float64Array;
  readonly limitW: number;
}

/**
 * Returns the tables of a model. For this the whole heat-recirculation matrix is computed, which has zones x zones
 * entries.
 */
export function planTables(model: RewardRateModel, setPointRule: SetPointRule = 'wholeDegrees'): PlanTables {
  const layout = coreLayout(model);
  const coreNode = new Int32Array(layout.coreCount);
  for (let n = 0; n < layout.nodeCount; n++) {
    coreNode.fill(n, layout.nodeFirstCore[n], layout.nodeFirstCore[n + 1]);
  }
  return {
    model,
    layout,
    setPointRule,
    taskCount: model.taskNames.length,
    rates: rateTables(model),
    coreNode,
    inletPerW: columnsOfM(model),
    outletPerW: outletPerW(model),
    limits: weightedLimits(model),
    literal: model.nodeTypes.some((type) => type.colocation === 'literal'),
  };
}

function columnsOfM({ thermal, zones }: RewardRateModel): Float64Array {
  const columns = new Float64Array(zones.length * zones.length);
  for (let k = 0; k < zones.length; k++) {
    const row = thermal.inletRow(k);
    for (let z = 0; z < zones.length; z++) columns[z * zones.length + k] = row[z]!;
  }
  return columns;
}

/**
 * Returns, for each zone, the temperature rise from inlet to outlet of one node per watt of that node, K/W (Eq. 18): 1
 * / (rho c AF), with AF the air flow through one node.
 */
function outletPerW({ instance, matrix, zones }: RewardRateModel): Float64Array {
  const air = instance.facility.air ?? DEFAULT_AIR;
  const first = matrix.cracNames.length;
  return Float64Array.from(
    zones,
    ({ nodeCount }, b) => nodeCount / (air.densityKgPerM3 * air.heatCapacityJPerKgK * matrix.airFlowM3PerS[first + b]!),
  );
}

function weightedLimits({ powerLimits, coolingLimits, thermal, zones }: RewardRateModel): WeightedLimit[] {
  return [
    ...powerLimits.map((limit) => {
      const fed = Int32Array.from(new Set(limit.zones));
      return { zones: fed, weights: new Float64Array(fed.length).fill(1), limitW: limit.limitW };
    }),
    ...coolingLimits.map(({ crac, capacityW }) => ({
      zones: Int32Array.from(zones.keys()),
      weights: thermal.cracHeatRow(crac),
      limitW: capacityW,
    })),
  ];
}
