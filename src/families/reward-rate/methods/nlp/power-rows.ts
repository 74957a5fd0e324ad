import { availableW, tangentMeter, upsInputPerW } from '../../../../../models/facility/meter.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { NodeModel } from './node-block.js';

/** `nodes` nodes of one zone that all run the same. */
export interface NodeClass {
  readonly zone: number;
  readonly nodes: number;
}

export interface RelaxationUnits {
  /**
   * [task type]: unit of completion rates, tasks/s: the largest rate of any class (equal nodes of one zone), or 1 for
   * types that no class can run.
   */
  readonly rate: Float64Array;
  /** Unit of power, W: the largest core power of any class. */
  readonly powerW: number;
  /** Unit of reward, reward/s. The program minimises - reward / unit. */
  readonly reward: number;
}

/**
 * Limit on powers and temperatures, in W or C:
 *
 * sum_b perW[b] Q_b + terms in T and q <= limit
 *
 * Q_b is the core power of zone b in W, T and q are set-points and heats of CRACs. Idle power is already deducted from
 * the limit. The nonlinear program contains this row times `factor`. The first row is the power cap.
 */
export interface PowerRow {
  readonly kind: 'powerCap' | 'heat' | 'limit' | 'redLine';
  /** Index of the CRAC (heat row), of the rack or PDU limit (limit row) or of the zone (red line); 0 for the cap. */
  readonly where: number;
  readonly perW: Float64Array;
  /** [CRAC]: coefficient of the set-point; empty for the cap and for rack and PDU limits. */
  readonly perSetPoint: Float64Array;
  readonly limit: number;
  readonly factor: number;
}

export function unitsOf(
  model: RewardRateModel,
  classes: readonly NodeClass[],
  models: readonly NodeModel[],
): RelaxationUnits {
  const rate = new Float64Array(model.taskNames.length);
  const jet = new Float64Array(3);
  let powerW = 0;
  for (const { zone, nodes } of classes) {
    const { tasks, cores } = models[model.zones[zone]!.type]!;
    for (const task of tasks) {
      rate[task.task] = Math.max(rate[task.task]!, (nodes * cores) / task.leastS);
      task.powerW(1, jet);
      powerW = Math.max(powerW, nodes * cores * jet[0]!);
    }
  }
  // What a class can earn at all: neither types without arrivals nor rates far beyond the arrivals may set the scale.
  const reward = rate.reduce(
    (most, value, i) => Math.max(most, model.rewardPerTask[i]! * Math.min(value, model.arrivalRatePerS[i]!)),
    0,
  );
  for (let i = 0; i < rate.length; i++) if (rate[i] === 0) rate[i] = 1;
  return { rate, powerW: powerW > 0 ? powerW : 1, reward: reward > 0 ? reward : 1 };
}

/**
 * Returns the limits on powers and temperatures.
 *
 * @param redLined zones that get a red-line row
 * @param nodePowerW node power at which the power cap's row is exact, W. The input of the UPS is its tangent there
 */
export function powerRows(
  model: RewardRateModel,
  redLined: readonly number[],
  powerUnitW: number,
  nodePowerW: number,
): PowerRow[] {
  const { zones, thermal, cracs } = model;
  const budget = tangentMeter(model.budget, nodePowerW);
  const none = new Float64Array(0);
  const beyondIdle = (limit: number, perW: Float64Array): number => {
    let left = limit;
    for (const [b, zone] of zones.entries()) left -= perW[b]! * zone.idleW;
    return left;
  };
  const row = (
    kind: PowerRow['kind'],
    where: number,
    perW: Float64Array,
    perSetPoint: Float64Array,
    limit: number,
  ): PowerRow => ({
    kind,
    where,
    perW,
    perSetPoint,
    limit: beyondIdle(limit, perW),
    factor: kind === 'redLine' ? 1 : 1 / powerUnitW,
  });
  return [
    row('powerCap', 0, new Float64Array(zones.length).fill(upsInputPerW(budget)), none, availableW(budget)),
    ...cracs.map((_, c) => row('heat', c, thermal.cracHeatRow(c), thermal.cracHeatPerSetPoint(c), 0)),
    ...model.powerLimits.map((limit, n) => {
      const members = new Set(limit.zones);
      return row(
        'limit',
        n,
        Float64Array.from(zones, (_, b) => (members.has(b) ? 1 : 0)),
        none,
        limit.limitW,
      );
    }),
    ...redLined.map((zone) => {
      const share = Float64Array.from(cracs, (_, c) => thermal.inletShareOfCrac(c)[zone]!);
      return row('redLine', zone, thermal.inletRow(zone), share, model.redLineC);
    }),
  ];
}
