import { exceeded, type LimitAt, type LimitName, TOLERATED_W } from '../../facility/limits.js';
import { powerToRemoveW } from '../../physics/cooling/crac.js';
import type { Violation } from '../violation.js';
import type { TemplatesModel, TemplateState } from './model.js';
import { awakeAboveMean, withoutWorkW } from './standby.js';
import { leastUtilisation, workLimitPerS } from './states.js';

/**
 * Amount by which a service rate (relative) or a utilisation (absolute) may be beyond its limit. It is the checker's
 * tolerance.
 */
export const WORK_TOLERANCE = 1e-9;

/** Everything that a template decides: vents, set-point, and the work of the blocks. */
export interface TemplateSetting {
  /** Index in TemplatesModel.ventOpenings. */
  readonly vents: number;
  /** Common set-point of all CRACs, C. */
  readonly setPointC: number;
  /** Utilisation of each block (nodes of one type with the same air), 0 to 1. */
  readonly utilisation: ArrayLike<number>;
  /**
   * Number of nodes of each block that are on and share its work evenly. All further nodes are on standby. If absent,
   * all nodes are on.
   */
  readonly awakeNodes?: ArrayLike<number> | undefined;
}

/** Results of a setting in a state of the grid, and the limits that it violates. */
export interface TemplateEvaluation {
  /** Service rate of the room (mu, Eq. 63), tasks/s. */
  readonly workPerS: number;
  readonly nodePowerW: number;
  readonly cracPowerW: number;
  /** Total power of the facility (Eq. 65), W. */
  readonly powerW: number;
  /** Objective of Eq. 67, service rate divided by total power, tasks/J; 0 if no task is served. */
  readonly tasksPerJ: number;
  readonly blockPowerW: Float64Array;
  /** Outlet temperature of each block's nodes that are on, C (Eqs. 54, 55). */
  readonly outletC: Float64Array;
  readonly hottestOutletC: number;
  readonly violations: readonly Violation[];
}

/**
 * Returns the results of a setting in a state by Eqs. 63-67. Nothing is optimised, and violated limits do not lower the
 * objective.
 *
 * @throws RangeError for a vent combination or a number of blocks that the model does not have
 */
export function evaluateSetting(
  model: TemplatesModel,
  state: TemplateState,
  setting: TemplateSetting,
): TemplateEvaluation {
  const { blocks, cooling } = model;
  const { utilisation, setPointC } = setting;
  if (utilisation.length !== blocks.length) {
    throw new RangeError(`${utilisation.length} utilisations for ${blocks.length} blocks`);
  }
  const awake = blocks.map(({ nodeCount }, b) => setting.awakeNodes?.[b] ?? nodeCount);
  const blockPowerW = Float64Array.from(
    blocks,
    (block, b) => withoutWorkW(block, awake[b]!) + block.busyW * utilisation[b]!,
  );
  const workPerS = blocks.reduce((sum, block, b) => sum + block.workPerS * utilisation[b]!, 0);
  const nodePowerW = blockPowerW.reduce((sum, powerW) => sum + powerW, 0);
  const cracPowerW = powerToRemoveW(cooling, nodePowerW, setPointC);
  const powerW = nodePowerW + cracPowerW;
  const outletC = outletsC(model, setting.vents, setPointC, blockPowerW).map((meanC, b) => {
    const { idleK, perUtilisationK } = awakeAboveMean(blocks[b]!, awake[b]!);
    return meanC + idleK + perUtilisationK * utilisation[b]!;
  });
  const hottestOutletC = outletC.reduce((hottest, one) => Math.max(hottest, one), -Infinity);
  const found = { workPerS, nodePowerW, cracPowerW, powerW, blockPowerW, outletC, hottestOutletC };
  const violations = violationsOf(model, state, setting, found);
  return { ...found, tasksPerJ: powerW > 0 ? workPerS / powerW : 0, violations };
}

/**
 * Returns the outlet temperature of each block of nodes, C. With set-point T, block powers P, and the matrix D_v of
 * outlet rises for vent combination v, it is
 *
 * T + D_v P
 *
 * @throws RangeError for a vent combination that the model does not have
 */
export function outletsC(
  model: TemplatesModel,
  vents: number,
  setPointC: number,
  blockPowerW: Float64Array,
): Float64Array {
  const rise = model.outletRiseKPerW[vents];
  if (rise === undefined) {
    throw new RangeError(`There is no vent combination ${vents}: there are ${model.ventOpenings.length}, from 0`);
  }
  const count = blockPowerW.length;
  return blockPowerW.map((_, b) => {
    let outletC = setPointC;
    for (let c = 0; c < count; c++) outletC += rise[b * count + c]! * blockPowerW[c]!;
    return outletC;
  });
}

type Figures = Omit<TemplateEvaluation, 'tasksPerJ' | 'violations'>;

function violationsOf(
  model: TemplatesModel,
  state: TemplateState,
  { utilisation, setPointC, awakeNodes }: TemplateSetting,
  { workPerS, powerW, outletC }: Figures,
): Violation[] {
  const { blocks, outletLimitC, setPointMinC, setPointMaxC } = model;
  const limits: LimitAt<null>[] = [];
  const add = (
    constraint: LimitName,
    where: string,
    [value, limit]: readonly [number, number],
    more: Pick<LimitAt<null>, 'isLeast' | 'tolerated'> = {},
  ): void => {
    limits.push({ constraint, where, limit, use: () => value, ...more });
  };
  const workLimit = workLimitPerS(model, state);
  add('workLimit', '', [workPerS, workLimit], { tolerated: WORK_TOLERANCE * workLimit });
  const least = leastUtilisation(model, state);
  for (const [b, { name, quadrant, nodeCount, standby }] of blocks.entries()) {
    const on = awakeNodes?.[b] ?? nodeCount;
    add('awakeNodes', name, [on, nodeCount], { tolerated: 0 });
    add('awakeNodes', name, [on, standby?.minimumOn ?? nodeCount], { isLeast: true, tolerated: 0 });
    const u = utilisation[b]!;
    add('runningCores', name, [u, least[quadrant]!], { isLeast: true, tolerated: WORK_TOLERANCE });
    add('utilisation', name, [u, on / nodeCount], { tolerated: WORK_TOLERANCE });
  }
  add('powerLimit', '', [powerW, state.powerLimitW], { tolerated: TOLERATED_W });
  for (const [b, { name }] of blocks.entries()) add('outletLimit', name, [outletC[b]!, outletLimitC]);
  add('setPointRange', '', [setPointC, setPointMaxC]);
  add('setPointRange', '', [setPointC, setPointMinC], { isLeast: true });
  return exceeded(limits, null);
}
