import { totalPowerW } from '../../models/facility/power-budget.js';
import type { CoreFractions } from '../../models/families/reward-rate/core-fractions.js';
import type { RewardRateModel } from '../../models/families/reward-rate/model.js';
import { steadyTemperatures } from '../../src/check/temperatures.js';
import type { RandomStream } from '../../src/random/stream.js';

/** Powers and temperatures of a plan of core fractions, all recomputed; the hottest node by the air it blows out. */
function look(model: RewardRateModel, { layout, fraction, choice }: CoreFractions, passed: ReadonlySet<number>) {
  const { instance, matrix } = model;
  const heatPerM3K =
    (instance.facility.air?.densityKgPerM3 ?? 1.204) * (instance.facility.air?.heatCapacityJPerKgK ?? 1006);
  const nodeW = Array.from({ length: layout.nodeCount }, (_, n) => {
    const type = model.nodeTypes[layout.nodeType[n]!]!;
    let powerW = type.idleW;
    for (let g = layout.nodeFirstGene[n]!; g < layout.nodeFirstGene[n + 1]!; g++) {
      const task = type.tasks[(g - layout.nodeFirstGene[n]!) % type.tasks.length]!;
      powerW += fraction[g]! * (task.powerW[choice[g]!] ?? 0);
    }
    return powerW;
  });
  const zoneW = new Float64Array(layout.zoneCount);
  for (const [n, powerW] of nodeW.entries()) zoneW[layout.nodeZone[n]!]! += powerW;
  // Temperatures are affine in a common set-point: at 0 C they are the rises.
  const { zoneInletC } = steadyTemperatures(
    matrix,
    matrix.cracNames.map(() => 0),
    zoneW,
    heatPerM3K,
  )!;
  const whole = Math.max(
    0,
    Math.ceil(model.redLineC - Math.min(model.setPointMaxC, model.redLineC - Math.max(...zoneInletC)) - 1e-9),
  );
  const setPointC = Math.min(model.setPointMaxC, Math.max(model.setPointMinC, model.redLineC - whole));
  const outlet = (n: number): number => {
    const b = layout.nodeZone[n]!;
    const flow = matrix.airFlowM3PerS[matrix.cracNames.length + b]! / matrix.zones[b]!.nodeCount;
    return zoneInletC[b]! + nodeW[n]! / (heatPerM3K * flow);
  };
  let hottest = -1;
  for (const n of nodeW.keys()) {
    if (!passed.has(n) && (hottest < 0 || outlet(n) > outlet(hottest) + 1e-9)) hottest = n;
  }
  const total = totalPowerW(
    model.budget,
    nodeW.reduce((sum, powerW) => sum + powerW, 0),
    setPointC,
  );
  const limits = [
    ...model.powerLimits.map(({ zones, limit }) => zones.reduce((sum, b) => sum + zoneW[b]!, 0) - limit),
    ...model.coolingLimits.map(
      ({ crac, capacityW }) =>
        model.thermal.cracHeatRow(crac).reduce((sum, h, b) => sum + h * zoneW[b]!, 0) - capacityW,
    ),
  ];
  const met =
    total <= model.budget.powerCapW * (1 + 1e-10) &&
    Math.max(...zoneInletC) + setPointC <= model.redLineC + 1e-9 &&
    limits.every((over) => over <= 1e-9);
  return { hottest, met, setPointC };
}

/**
 * Algorithm 3 of the thesis as docs/decisions/ga-reading.md reads it, everything recomputed after every step. Nodes and genes
 * are drawn in the same order as the method does, so that the same stream gives the same plan. Changes `plan`.
 */
export function algorithm3(
  model: RewardRateModel,
  plan: CoreFractions,
  random: RandomStream,
  mostIterations: number,
): { readonly met: boolean; readonly iterations: number; readonly setPointC: number } {
  const { layout } = plan;
  const passed = new Set<number>();
  for (let iterations = 0; ;) {
    const { hottest, met, setPointC } = look(model, plan, passed);
    if (met || iterations >= mostIterations || hottest < 0) return { met, iterations, setPointC };
    const slowest = layout.deactivated[layout.nodeType[hottest]!]!;
    const first = layout.nodeFirstGene[hottest]!;
    const left: number[] = [];
    for (let g = first; g < layout.nodeFirstGene[hottest + 1]!; g++) {
      if (plan.fraction[g]! > 0 && plan.choice[g]! < slowest[(g - first) % slowest.length]!) left.push(g);
    }
    if (left.length === 0) {
      passed.add(hottest);
      continue;
    }
    iterations++;
    do {
      const drawn = random.integer(0, left.length - 1);
      const gene = left[drawn]!;
      plan.choice[gene]!++;
      if (plan.choice[gene] === slowest[(gene - first) % slowest.length]) {
        left[drawn] = left.at(-1)!;
        left.pop();
      }
    } while (left.length > 0 && look(model, plan, passed).hottest === hottest);
  }
}
