import type { OperatingPoint } from './cut-bounds.js';
import { heldBound } from '../../../../models/families/bound.js';
import type { PricesOfVents, Template, TemplateBinding } from '../../../../models/families/templates/template.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import type { BlockData } from './block-data.js';
import type { CoolingFactor } from './cooling-factor.js';
import { safeCores } from './whole-cores.js';

/** Data from which `finished` computes work, power and temperatures. Each block has one column in the LP data. */
export interface FinishingRoom {
  readonly model: TemplatesModel;
  readonly data: BlockData;
  readonly factor: CoolingFactor;
  /** Returns the outlet temperature of the hottest node minus the set-point, K. */
  readonly riseK: (vents: number, utilisation: Float64Array) => number;
  /** Returns the outlet temperature of the hottest node minus the set-point if only the running cores work, K. */
  readonly runningRiseK: (vents: number, lowerByQuadrant: Float64Array) => number;
}

interface Finding {
  readonly state: number;
  readonly vents: number;
  readonly point: OperatingPoint;
  readonly lower: Float64Array;
  readonly boundTasksPerJ: number;
  readonly binding: TemplateBinding;
  readonly limitW: number;
  /** Requested work, tasks/s; at most the work of all cores. */
  readonly topPerS: number;
  /** Number of running nodes of each block; absent if all nodes are on. */
  readonly awakeNodes?: Int32Array;
  readonly proof?: readonly PricesOfVents[];
}

/**
 * Returns the template of a setting, with work, power and temperatures recomputed. If the setting exceeds a limit by
 * the LP's tolerance (1e-10), work beyond the running cores or the set-point is reduced until it keeps the limit.
 */
export function finished(room: FinishingRoom, finding: Finding): Template {
  const { model, data, factor } = room;
  const { vents, point, lower, limitW } = finding;
  let utilisation = Float64Array.from(point.utilisation, (value, b) =>
    Math.min(data.upper[b]!, Math.max(lower[data.quadrant[b]!]!, value)),
  );
  const excessPerS = workOf(room, utilisation) - finding.topPerS;
  if (excessPerS > 0) {
    const runningPerS = workOf(room, towardsRunning(room, utilisation, lower, 0));
    const beyondPerS = finding.topPerS + excessPerS - runningPerS;
    utilisation = towardsRunning(room, utilisation, lower, Math.max(0, 1 - excessPerS / beyondPerS));
  }
  const runningK = room.runningRiseK(vents, lower);
  let riseK = room.riseK(vents, utilisation);
  const allowedK = model.outletLimitC - model.setPointMinC;
  if (riseK > allowedK && riseK > runningK) {
    utilisation = towardsRunning(room, utilisation, lower, Math.max(0, (allowedK - runningK) / (riseK - runningK)));
    riseK = room.riseK(vents, utilisation);
  }
  let setPointC = Math.min(model.setPointMaxC, model.outletLimitC - riseK);
  setPointC = Math.max(model.setPointMinC, setPointC);
  let nodeW = nodePowerW(room, utilisation);
  const shareLimitW = limitW * factor.at(setPointC);
  if (nodeW > shareLimitW) {
    const runningW = nodePowerW(room, towardsRunning(room, utilisation, lower, 0));
    const part = nodeW > runningW ? Math.max(0, (shareLimitW - runningW) / (nodeW - runningW)) : 1;
    utilisation = towardsRunning(room, utilisation, lower, part);
    riseK = room.riseK(vents, utilisation);
    nodeW = nodePowerW(room, utilisation);
  }
  const workPerS = workOf(room, utilisation);
  const powerW = nodeW / factor.at(setPointC);
  const tasksPerJ = powerW > 0 ? workPerS / powerW : 0;
  // Without power there is no quotient to hold against another.
  const { bound: boundTasksPerJ, isRefuted } =
    powerW > 0
      ? heldBound(finding.boundTasksPerJ, tasksPerJ, true, 0)
      : { bound: finding.boundTasksPerJ, isRefuted: false };
  if (isRefuted) {
    throw new Error(
      `State ${finding.state} of ${model.instance.name} does ${tasksPerJ} tasks/J, more than the proven bound of ${finding.boundTasksPerJ}: one of them is wrong. Please report this instance.`,
    );
  }
  return {
    state: finding.state,
    status: 'optimal',
    vents,
    setPointC,
    utilisation,
    workPerS,
    powerW,
    tasksPerJ,
    boundTasksPerJ,
    hottestOutletC: setPointC + riseK,
    binding: finding.binding,
    allowableCores: safeCores(model, vents, setPointC, utilisation, finding.awakeNodes),
    ...(finding.awakeNodes === undefined ? {} : { awakeNodes: finding.awakeNodes }),
    ...(finding.proof === undefined ? {} : { proof: finding.proof }),
  };
}

function towardsRunning(
  room: FinishingRoom,
  utilisation: Float64Array,
  lower: Float64Array,
  part: number,
): Float64Array<ArrayBuffer> {
  return Float64Array.from(utilisation, (value, b) => {
    const least = lower[room.data.quadrant[b]!]!;
    return least + part * (value - least);
  });
}

function workOf({ data }: FinishingRoom, utilisation: Float64Array): number {
  let workPerS = 0;
  for (let b = 0; b < data.blockCount; b += 1) workPerS += data.workPerS[b]! * utilisation[b]!;
  return workPerS;
}

export function nodePowerW(room: FinishingRoom, utilisation: Float64Array): number {
  let power = room.data.idleTotalW;
  for (let b = 0; b < room.data.blockCount; b += 1) power += room.data.busyW[b]! * utilisation[b]!;
  return power;
}

/**
 * Returns the name of the limit that a setting reaches; 'none' if it reaches none.
 *
 * @param stopsAtPerS maximum work that the outlet limit allows, tasks/s
 * @param saturates true if more work is requested than all cores can do
 */
export function bindingOf(
  { workPerS, totalW }: OperatingPoint,
  stopsAtPerS: number,
  { topPerS, limitW }: { readonly topPerS: number; readonly limitW: number },
  saturates: boolean,
): TemplateBinding {
  const close = (value: number, limit: number): boolean => value >= limit * (1 - 1e-7);
  if (close(workPerS, topPerS)) return saturates ? 'saturated' : 'work';
  if (close(totalW, limitW)) return 'power';
  return close(workPerS, stopsAtPerS) ? 'outlet' : 'none';
}
