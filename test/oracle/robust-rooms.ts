import { entryAt } from '../../models/physics/thermal/sparse-rows.js';
import type { FactorRange, InletRiseRange, Uncertainty } from '../../models/families/reward-rate/instance.js';
import { randomStream } from '../../src/random/stream.js';
import { type Oracle, solveDense } from './brute-force.js';
import { roomOf } from './drawn-rooms.js';
import { type TinyFacility, tinyRandom } from './tiny-random.js';

const RHO_C = 1.204 * 1006;
/** Rounding of a factor or a sum of a row. */
const ROUNDING = 1e-9;

/** The room with a drawn uncertainty set in which its plans must hold; some quantities are certain. */
export function withUncertainty({ instance, matrix }: TinyFacility, seed: number): TinyFacility {
  const draw = randomStream(seed, 'uncertainty').uniform;
  const given = (probability: number): boolean => draw(0, 1) < probability;
  const range = (): FactorRange => ({ least: draw(0.7, 1), most: draw(1, 1.25) });
  const uncertainty: Uncertainty = {
    robust: true,
    inletRise: {
      least: draw(0.2, 1),
      most: draw(1, 1.8),
      ...(given(0.5) ? { deviating: draw(0, 3) } : {}),
      ...(given(0.5) ? { supplyShare: draw(0, 0.1) } : {}),
    },
    ...(given(0.5) ? { nodePower: range() } : {}),
    ...(given(0.5) ? { taskTime: range() } : {}),
    ...(given(0.3) ? { scale: draw(0, 1.2) } : {}),
  };
  return { instance: { ...instance, uncertainty }, matrix };
}

/** A tiny room whose inlet rises may be uncertain: with several CRACs it has no capacities of CRACs. */
export function tinyUncertain(seed: number, cracs: number, mostPlans: number): TinyFacility {
  const { instance, matrix } = tinyRandom(seed, { cracs, mostPlans });
  if (cracs === 1) return { instance, matrix };
  const without = instance.facility.cracs.map(({ coolingCapacityW: _, ...crac }) => crac);
  return { instance: { ...instance, facility: { ...instance.facility, cracs: without } }, matrix };
}

/** The room with all powers and times at their greatest, its air as stated and nothing uncertain. */
export function greatestRoom(robust: TinyFacility): TinyFacility {
  const { facility, workload, uncertainty } = robust.instance;
  const { nodePower, taskTime, scale = 1 } = uncertainty!;
  const greatest = (of: FactorRange | undefined): number => 1 + scale * ((of?.most ?? 1) - 1);
  const types = facility.nodeTypes.length;
  return roomOf(robust, {
    powerFactor: new Float64Array(types).fill(greatest(nodePower)),
    timeFactor: new Float64Array(types * workload.taskTypes.length).fill(greatest(taskTime)),
  });
}

/** Set of rows with its scale worked in. */
export interface RowSet {
  readonly least: number;
  readonly most: number;
  readonly deviating: number;
  /** Limits of sum_b weight_b (m_b - stated_b). */
  readonly weight: readonly number[] | null;
  readonly low: number;
  readonly high: number;
}

export function rowSetOf(
  { instance, matrix }: TinyFacility,
  { least, most, deviating, supplyShare = 0 }: InletRiseRange,
): RowSet {
  const { scale = 1 } = instance.uncertainty!;
  const share = scale * supplyShare;
  const cracs = matrix.cracNames.length;
  const supplied = (z: number): number =>
    matrix.cracNames.reduce((sum, _, c) => sum + entryAt(matrix.weights, cracs + z, c), 0) *
    RHO_C *
    matrix.airFlowM3PerS[cracs + z]!;
  return {
    least: 1 + scale * (least - 1),
    most: 1 + scale * (most - 1),
    deviating: deviating ?? Infinity,
    weight: matrix.recirculationKPerW === undefined ? matrix.zones.map((_, z) => supplied(z)) : null,
    low: 1 / (1 + share) - 1,
    high: 1 / (1 - share) - 1,
  };
}

/**
 * Vertices of the set of rows about a stated one: every way to leave entries as stated, at an end of their range, or between, where at most two are
 * between, fixed by the budget, by the balance or by both.
 */
export function verticesOf(stated: readonly number[], set: RowSet): number[][] {
  const { least, most, deviating, weight, low, high } = set;
  const found: number[][] = [];
  /** Change of an entry that deviates fully, and what this moves the balance by. */
  const full = stated.map((value) => [value * (most - 1), value * (least - 1)] as const);
  const keep = (shares: readonly number[], sides: readonly number[]): void => {
    if (shares.some((share) => share < -ROUNDING || share > 1 + ROUNDING)) return;
    const spent = shares.reduce((sum, share) => sum + share, 0);
    const change = shares.map((share, b) => share * full[b]![sides[b]!]!);
    const moved = weight === null ? 0 : change.reduce((sum, value, b) => sum + value * weight[b]!, 0);
    const slack = ROUNDING * (1 + stated.reduce((sum, value, b) => sum + value * (weight?.[b] ?? 0), 0));
    if (spent > deviating + ROUNDING || moved < low - slack || moved > high + slack) return;
    found.push(stated.map((value, b) => value + change[b]!));
  };
  // By entry: as stated, fully up, fully down, between and up, between and down.
  const states = stated.map(() => 0);
  const tryStates = (): void => {
    const sides = states.map((state) => (state === 2 || state === 4 ? 1 : 0));
    const shares = states.map((state) => (state === 1 || state === 2 ? 1 : 0));
    const free = [...states.keys()].filter((b) => states[b]! >= 3);
    const perShare = (b: number): number => full[b]![sides[b]!] * (weight?.[b] ?? 0);
    const leftOf = (total: number, of: (b: number) => number): number =>
      total - shares.reduce<number>((sum, share, b) => sum + share * of(b), 0);
    const budget = { row: free.map(() => 1), left: leftOf(deviating, () => 1) };
    const balances = (weight === null ? [] : [low, high]).map((total) => ({
      row: free.map(perShare),
      left: leftOf(total, perShare),
    }));
    const systems =
      free.length === 0
        ? [[]]
        : free.length === 1
          ? [[budget], ...balances.map((one) => [one])]
          : balances.map((one) => [budget, one]);
    for (const system of systems) {
      if (system.some(({ left }) => !Number.isFinite(left))) continue;
      const solved = solveDense(
        system.map(({ row }) => row),
        system.map(({ left }) => left),
      );
      if (solved.some((share) => !Number.isFinite(share))) continue;
      const all: number[] = [...shares];
      for (const [n, b] of free.entries()) all[b] = solved[n]!;
      keep(all, sides);
    }
  };
  const descend = (b: number, free: number): void => {
    if (b === stated.length) {
      tryStates();
      return;
    }
    for (let state = 0; state < (free < 2 ? 5 : 3); state++) {
      states[b] = state;
      descend(b + 1, free + (state >= 3 ? 1 : 0));
    }
    states[b] = 0;
  };
  descend(0, 0);
  return found;
}

/** The oracle of the greatest room in which every inlet is as warm as any vertex of its set of rows makes it. */
export function robustOracle(robust: TinyFacility, greatest: Oracle): Oracle {
  const { instance, matrix } = robust;
  const { limits, facility, uncertainty } = instance;
  const columns = matrix.zones.map(
    (_, b) => greatest.operate(matrix.zones.map((__, z) => (z === b ? 1 : 0))).inletRiseC,
  );
  const leastC = Math.max(...facility.cracs.map((crac) => crac.setPointMinC));
  const mostC = Math.min(...facility.cracs.map((crac) => crac.setPointMaxC));
  const set = rowSetOf(robust, uncertainty!.inletRise!);
  const vertices = matrix.zones.map((_, k) =>
    verticesOf(
      columns.map((column) => column[k]!),
      set,
    ),
  );
  return {
    ...greatest,
    operate: (zoneW) => {
      const at = greatest.operate(zoneW);
      const inletRiseC = vertices.map((rows) =>
        rows.reduce(
          (most, row) =>
            Math.max(
              most,
              row.reduce((sum, value, b) => sum + value * zoneW[b]!, 0),
            ),
          -Infinity,
        ),
      );
      const warmestC = Math.min(mostC, limits.redLineC - Math.max(...inletRiseC));
      const feasible = at.limitsHold && warmestC >= leastC && at.totalW(warmestC) <= limits.powerCapW;
      return { ...at, inletRiseC, warmestC, feasible };
    },
  };
}
