import { describe, expect, it } from 'vitest';
import type { RobustInstance, TaskRow } from '../../../../../models/families/robust/instance.js';
import { tinyRobustInstances } from '../../../../support/bundled.js';

/** 90 % and 97 % of the standard normal, from a table. */
const QUANTILE = new Map([
  [0.9, 1.2815515655446004],
  [0.97, 1.8807936081512509],
]);

/** A core, the times on it and the powers of its node: formulas spelled out, nothing shared with the product. */
interface Core {
  readonly node: number;
  readonly staticW: number;
  readonly overheadW: number;
  readonly pStates: readonly { readonly slowdown: number; readonly dynamicW: number }[];
  readonly column: string;
}

function coresOf({ facility }: RobustInstance): Core[] {
  return facility.nodes.flatMap((group, node) => {
    const type = facility.nodeTypes.find(({ name }) => name === group.nodeType)!;
    const fastest = type.pStates[0]!.frequencyGHz;
    return Array.from({ length: type.cores }, () => ({
      node,
      staticW: (type.idlePowerW - type.overheadPowerW) / type.cores,
      overheadW: type.overheadPowerW,
      pStates: type.pStates.map((p) => ({ slowdown: fastest / p.frequencyGHz - 1, dynamicW: p.dynamicPowerW })),
      column: type.name,
    }));
  });
}

function quantile(limit: number, mean: number, variance: number): number {
  if (variance > 0) return (limit - mean) / Math.sqrt(variance);
  return mean > limit + 1e-9 ? -Infinity : Infinity;
}

interface Choice {
  readonly core: number;
  readonly pState: number;
}

function outcome(instance: RobustInstance, tasks: readonly TaskRow[], cores: readonly Core[], plan: readonly Choice[]) {
  const { limits, workload } = instance;
  const finishS = cores.map(() => 0);
  const varianceS2 = cores.map(() => 0);
  let energyJ = 0;
  let energyVarianceJ2 = 0;
  plan.forEach(({ core: c, pState: p }, t) => {
    const { column, staticW, pStates } = cores[c]!;
    const task = tasks[t]!;
    const share = workload.taskTypes.find(({ name }) => name === task.taskType)!.frequencySensitivity;
    const factor = 1 + share * pStates[p]!.slowdown;
    const mean = task.meanS[column]!;
    const variance = task.varianceS2?.[column] ?? (task.coefficientOfVariation! * mean) ** 2;
    finishS[c]! += mean * factor;
    varianceS2[c]! += variance * factor ** 2;
    const dynamicW = pStates[p]!.dynamicW;
    energyJ += (dynamicW + staticW) * mean * factor;
    const squareW2 = instance.energyVariance === 'printed' ? dynamicW ** 2 + staticW ** 2 : (dynamicW + staticW) ** 2;
    energyVarianceJ2 += squareW2 * variance * factor ** 2;
  });
  for (const node of new Set(cores.map((core) => core.node))) {
    const own = cores.map((_, c) => c).filter((c) => cores[c]!.node === node);
    const last = own.reduce((a, b) => (finishS[b]! > finishS[a]! ? b : a));
    energyJ += cores[last]!.overheadW * finishS[last]!;
    energyVarianceJ2 += cores[last]!.overheadW ** 2 * varianceS2[last]!;
  }
  return {
    makespanZ: Math.min(...cores.map((_, c) => quantile(limits.deadlineS, finishS[c]!, varianceS2[c]!))),
    energyZ: quantile(limits.energyBudgetJ, energyJ, energyVarianceJ2),
  };
}

/** Every plan, one after the other. */
function bruteForce(instance: RobustInstance): { makespanZ: number | null; energyZ: number | null; plans: number } {
  const source = instance.workload.tasks;
  if (source.source !== 'table') throw new Error('tiny instances have tables');
  const { tasks } = source;
  const cores = coresOf(instance);
  const choices = tasks.map((task) =>
    cores.flatMap((core, c) =>
      Object.hasOwn(task.meanS, core.column) ? core.pStates.map((_, pState) => ({ core: c, pState })) : [],
    ),
  );
  const leastEnergyZ = QUANTILE.get(instance.limits.energyRobustness)!;
  const leastMakespanZ = QUANTILE.get(instance.limits.makespanRobustness)!;
  let makespanZ: number | null = null;
  let energyZ: number | null = null;
  let plans = 0;
  const extend = (plan: readonly Choice[]): void => {
    if (plan.length < tasks.length) {
      for (const choice of choices[plan.length]!) extend([...plan, choice]);
      return;
    }
    plans++;
    const found = outcome(instance, tasks, cores, plan);
    if (found.energyZ >= leastEnergyZ) makespanZ = Math.max(makespanZ ?? -Infinity, found.makespanZ);
    if (found.makespanZ >= leastMakespanZ) energyZ = Math.max(energyZ ?? -Infinity, found.energyZ);
  };
  extend([]);
  return { makespanZ, energyZ, plans };
}

/** As instances state it. */
function stated(z: number | null): number | null {
  return z === Infinity ? 1e308 : z;
}

describe('tiny robust instances', () => {
  it.each(tinyRobustInstances().map((instance) => ({ name: instance.name, instance })))(
    '$name: the stated optima are the best of all plans',
    ({ instance }) => {
      const { makespanZ, energyZ, plans } = bruteForce(instance);
      const known = instance.knownOptimum!;
      const agree = (found: number | null, said: number | null): void => {
        if (found === null || said === null || Math.abs(said) === 1e308) expect(said).toBe(stated(found));
        else expect(said).toBeCloseTo(found, 10);
      };
      agree(makespanZ, known.makespanZ);
      agree(energyZ, known.energyZ);
      expect(plans).toBeGreaterThan(1);
    },
  );

  it('cover an infeasible bag, certainty, one task, idle cores and a task that fits one node', () => {
    const optima = tinyRobustInstances().map(({ knownOptimum }) => knownOptimum!);
    expect(optima.filter(({ makespanZ, energyZ }) => makespanZ === null && energyZ === null)).toHaveLength(1);
    expect(optima.filter(({ makespanZ, energyZ }) => makespanZ === null && energyZ !== null)).toHaveLength(1);
    expect(optima.filter(({ makespanZ, energyZ }) => makespanZ === 1e308 && energyZ === 1e308)).toHaveLength(1);
    expect(optima.length).toBeGreaterThanOrEqual(6);
  });

  it('each binds where it says: a looser limit pays, the other reading of Eq. 10 costs', () => {
    const named = (name: string): RobustInstance => tinyRobustInstances().find((one) => one.name === name)!;
    const printed = named('tiny-printed-variance');
    expect(bruteForce({ ...printed, energyVariance: 'correlated' }).makespanZ).toBeLessThan(1);
    const still = named('tiny-zero-variance');
    expect(bruteForce({ ...still, limits: { ...still.limits, energyBudgetJ: 3479 } }).makespanZ).not.toBe(Infinity);
    expect(bruteForce({ ...still, limits: { ...still.limits, deadlineS: 119 } }).energyZ).toBeNull();
    const two = named('tiny-two-nodes');
    expect(bruteForce({ ...two, limits: { ...two.limits, energyBudgetJ: 9000 } }).makespanZ).toBeGreaterThan(2);
  });
});
