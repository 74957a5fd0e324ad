import { steadyTemperatures } from '../../src/check/temperatures.js';
import { type NodeOption, type Oracle, sumRates } from './brute-force.js';
import type { TinyFacility } from './tiny-random.js';
import { upsInputW } from './ups-input.js';

/** rho c of the air of tiny facilities, J/(m3 K). */
export const RHO_C = 1.204 * 1006;

export interface GridPlan {
  readonly rewardPerS: number;
  readonly setPointsC: readonly number[];
  readonly choice: readonly NodeOption[];
}

/**
 * The best plan of one configuration per node over every choice of every zone and a grid of set-points, each CRAC's its own; within the limits of
 * `others`, rooms of the same zones and CRACs, at the same set-points as well, and where `holds` says so. Temperatures are the checker's, taken apart into their parts per watt and per degree (they are affine).
 */
export function bestOnGrid(
  facility: TinyFacility,
  truth: Oracle,
  steps: number,
  others: readonly TinyFacility[] = [],
  holds: Holds = () => true,
): GridPlan | null {
  const { instance, matrix } = facility;
  const cracs = matrix.cracNames.map((name) => instance.facility.cracs.find((crac) => crac.name === name)!);
  const grids = cracs.map(({ setPointMinC: low, setPointMaxC: high }) =>
    Array.from({ length: steps }, (_, n) => low + ((high - low) * n) / (steps - 1)),
  );
  const setPoints = grids.reduce<number[][]>(
    (all, grid) => all.flatMap((start) => grid.map((value) => [...start, value])),
    [[]],
  );
  return bestAmong(facility, truth, setPoints, others, holds);
}

/** The same over set-points given. */
export function bestAmong(
  facility: TinyFacility,
  truth: Oracle,
  setPoints: readonly (readonly number[])[],
  others: readonly TinyFacility[] = [],
  holds: Holds = () => true,
): GridPlan | null {
  const { instance, matrix } = facility;
  const { limits } = instance;
  const limitsHold = [...[facility, ...others].map(operations), holds];
  const choices: { readonly rewardPerS: number; readonly choice: NodeOption[] }[] = [];
  const choice: NodeOption[] = [];
  const descend = (z: number): void => {
    if (z === truth.zones.length) {
      choices.push({ rewardPerS: truth.rewardPerS(sumRates(choice)), choice: [...choice] });
      return;
    }
    for (const option of truth.zones[z]!.zone) {
      choice[z] = option;
      descend(z + 1);
    }
  };
  descend(0);
  choices.sort((a, b) => b.rewardPerS - a.rewardPerS);
  for (const one of choices) {
    const zoneW = one.choice.map((option, b) => option.coreW + truth.zones[b]!.idleW);
    const inRacks = (racks: readonly string[]): number =>
      matrix.zones.reduce((sum, zone, z) => sum + (racks.includes(zone.rack) ? zoneW[z]! : 0), 0);
    if ((limits.rackPowerLimits ?? []).some(({ rack, powerLimitW }) => inRacks([rack]) > powerLimitW)) continue;
    if ((limits.pdus ?? []).some(({ racks, powerLimitW }) => inRacks(racks) > powerLimitW)) continue;
    const found = setPoints.find((setPointsC) => limitsHold.every((isKept) => isKept(zoneW, setPointsC)));
    if (found !== undefined) return { ...one, setPointsC: found };
  }
  return null;
}

/** Test of zone powers and set-points. */
export type Holds = (zoneW: readonly number[], setPointsC: readonly number[]) => boolean;

/** Whether red line, cap and cooling capacities hold. */
export function operations({ instance, matrix }: TinyFacility): Holds {
  const { facility, limits } = instance;
  const cracs = matrix.cracNames.map((name) => facility.cracs.find((crac) => crac.name === name)!);
  const failed = new Set(cracs.flatMap((crac, c) => (crac.coolingCapacityW === 0 ? [c] : [])));
  const { quadraticPerC2: a, linearPerC: b, constant } = facility.coolingPerformance;
  const at = (setPointsC: number[], zoneW: number[]) =>
    steadyTemperatures(matrix, setPointsC, Float64Array.from(zoneW), RHO_C, failed)!;
  const unit = (length: number, n: number): number[] => Array.from({ length }, (_, k) => (k === n ? 1 : 0));
  const none = unit(matrix.zones.length, -1);
  const perC = cracs.map((_, c) => at(unit(cracs.length, c), none));
  const perKW = matrix.zones.map((_, z) =>
    at(
      unit(cracs.length, -1),
      unit(matrix.zones.length, z).map((v) => 1000 * v),
    ),
  );
  const mixed = (
    setPointsC: readonly number[],
    zoneW: readonly number[],
    of: (state: (typeof perC)[0]) => number,
  ): number =>
    setPointsC.reduce((sum, value, c) => sum + value * of(perC[c]!), 0) +
    zoneW.reduce((sum, value, z) => sum + (value / 1000) * of(perKW[z]!), 0);
  return (zoneW, setPointsC) => {
    for (const z of matrix.zones.keys()) {
      if (mixed(setPointsC, zoneW, ({ zoneInletC }) => zoneInletC[z]!) > limits.redLineC) return false;
    }
    const nodesW = zoneW.reduce((sum, value) => sum + value, 0);
    let totalW = upsInputW(facility, nodesW) + (facility.otherLoadW ?? 0);
    for (const [c, crac] of cracs.entries()) {
      if (failed.has(c)) continue;
      const heatW = mixed(setPointsC, zoneW, ({ cracHeatW }) => cracHeatW[c]!);
      if (heatW > (crac.coolingCapacityW ?? Infinity)) return false;
      totalW += Math.max(0, heatW) / ((a * setPointsC[c]! + b) * setPointsC[c]! + constant);
    }
    return totalW <= limits.powerCapW;
  };
}
