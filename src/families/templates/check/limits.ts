import type { Violation } from '../../../../models/families/violation.js';
import {
  addIfAbove,
  addIfBelow,
  FRACTION_TOLERANCE,
  POWER_TOLERANCE_W,
  TEMPERATURE_TOLERANCE_C,
} from '../../../check/findings.js';
import type { CheckedRoom } from './room.js';
import type { GridState } from './state.js';
import type { CheckedEffect } from './verdict.js';

/** Relative amount by which work may exceed its limit, and utilisations their bounds. */
const RATE_TOLERANCE = 1e-9;

/**
 * Returns the work limit of a state (right-hand side of Eq. 67 (1)), tasks/s. It is the arriving work plus the work of
 * running cores, which are spread evenly over the nodes of their quadrant (Eq. 66).
 */
export function workLimitPerS({ blocks, quadrantCores }: CheckedRoom, state: GridState): number {
  let existing = 0;
  for (const { quadrant, workPerS } of blocks) {
    existing += (state.runningCores[quadrant]! / quadrantCores[quadrant]!) * workPerS;
  }
  return state.arrivingWorkPerS + existing;
}

/**
 * Checks the utilisation of each block (Eq. 67 (2)) and its number of running nodes. Adds "runningCores" if utilisation
 * is below the fraction of running cores. Adds "utilisation" if it exceeds the fraction of running nodes. Adds
 * "awakeNodes" if the number of running nodes is below its minimum or above the number of nodes.
 */
export function addUtilisationLimits(
  { blocks, quadrantCores }: CheckedRoom,
  state: GridState,
  utilisation: ArrayLike<number>,
  awakeNodes: ArrayLike<number> | undefined,
  violations: Violation[],
): void {
  for (let b = 0; b < blocks.length; b += 1) {
    const { name, quadrant, nodes, fewestOn } = blocks[b]!;
    const on = awakeNodes?.[b] ?? nodes;
    if (on < fewestOn || on > nodes) {
      const common = { where: name, unit: 'nodes', value: on, tolerance: 0 };
      addIfBelow(violations, 'awakeNodes', { ...common, limit: fewestOn });
      addIfAbove(violations, 'awakeNodes', { ...common, limit: nodes });
    }
    const most = on / nodes;
    const value = utilisation[b]!;
    const limit = state.runningCores[quadrant]! / quadrantCores[quadrant]!;
    if (value >= limit && value <= most) continue;
    const common = { where: name, unit: '1', value, tolerance: FRACTION_TOLERANCE };
    addIfBelow(violations, 'runningCores', { ...common, limit });
    addIfAbove(violations, 'utilisation', { ...common, limit: most });
  }
}

/** Adds a "setPointRange" fault if a set-point is outside the range that all CRACs allow. */
export function addSetPointRange({ coolestC, warmestC }: CheckedRoom, value: number, violations: Violation[]): void {
  const common = { where: '', unit: 'C', value, tolerance: TEMPERATURE_TOLERANCE_C };
  addIfAbove(violations, 'setPointRange', { ...common, limit: warmestC });
  addIfBelow(violations, 'setPointRange', { ...common, limit: coolestC });
}

export interface EffectLimits {
  readonly workPerS: number;
  readonly powerW: number;
  readonly outletC: number;
}

/**
 * Checks the limits on work, power and outlet temperatures (Eq. 67 (1), (3) and (4)). Adds "workLimit", "powerLimit"
 * and "outletLimit" faults.
 *
 * @param of prefix of the place in a fault, e.g. "whole cores"; empty for none
 */
export function addEffectLimits(
  { blocks }: CheckedRoom,
  limits: EffectLimits,
  effect: CheckedEffect,
  of: string,
  violations: Violation[],
): void {
  addIfAbove(violations, 'workLimit', {
    where: of,
    unit: 'tasks/s',
    value: effect.workPerS,
    limit: limits.workPerS,
    tolerance: RATE_TOLERANCE * limits.workPerS,
  });
  addIfAbove(violations, 'powerLimit', {
    where: of,
    unit: 'W',
    value: effect.powerW,
    limit: limits.powerW,
    tolerance: POWER_TOLERANCE_W,
  });
  for (let b = 0; b < blocks.length; b += 1) {
    const { name } = blocks[b]!;
    if (effect.outletC[b]! <= limits.outletC) continue;
    addIfAbove(violations, 'outletLimit', {
      where: of === '' ? name : `${of}, ${name}`,
      unit: 'C',
      value: effect.outletC[b]!,
      limit: limits.outletC,
      tolerance: TEMPERATURE_TOLERANCE_C,
    });
  }
}
