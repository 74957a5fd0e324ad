import type { Mapping } from '../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../models/families/robust/plan.js';
import type { RobustModel } from '../../models/families/robust/model.js';

export interface RobustOptimum {
  /** Of the goal: greatest makespanZ (MO-EC) or energyZ (EO-MC) among plans that keep the goal's limit; null where none does. */
  readonly bestZ: number | null;
  readonly mapping: Mapping | null;
  /** zeta: least of any plan, and of those that keep the goal's limit. */
  readonly leastEnergyJ: number;
  readonly leastFeasibleEnergyJ: number | null;
  /** Plans looked at, cores of a node told apart by what they run only. */
  readonly plans: number;
  readonly feasiblePlans: number;
}

/** Every plan of a tiny problem by Eqs. 2-10, written for itself: shares no code with the models. */
export function bruteForce(model: RobustModel, goal: RobustGoal): RobustOptimum {
  const { nodes, taskCount, coreCount } = model;
  const core = new Int32Array(taskCount);
  const pState = new Uint8Array(taskCount);
  const finishS = new Float64Array(coreCount);
  const varianceS2 = new Float64Array(coreCount);
  const used = new Int32Array(nodes.length);
  let best: { z: number; mapping: Mapping } | null = null;
  let leastEnergyJ = Infinity;
  let leastFeasibleEnergyJ = Infinity;
  let plans = 0;
  let feasiblePlans = 0;

  const judge = (taskJ: number, taskJ2: number): void => {
    let energyJ = taskJ;
    let energyJ2 = taskJ2;
    let makespanZ = Infinity;
    nodes.forEach(({ firstCore, overheadW }, n) => {
      let lastS = 0;
      let lastS2 = 0;
      for (let c = firstCore; c < firstCore + used[n]!; c++) {
        makespanZ = Math.min(makespanZ, quantile(model.deadlineS, finishS[c]!, varianceS2[c]!));
        // Eq. 10's core that ends last; of equals the one that varies more.
        if (finishS[c]! > lastS || (finishS[c]! === lastS && varianceS2[c]! > lastS2)) {
          lastS = finishS[c]!;
          lastS2 = varianceS2[c]!;
        }
      }
      // A core without tasks ends at once, which is late only for a negative deadline; none is allowed.
      if (used[n]! < nodes[n]!.cores) makespanZ = Math.min(makespanZ, quantile(model.deadlineS, 0, 0));
      energyJ += overheadW * lastS;
      energyJ2 += overheadW ** 2 * lastS2;
    });
    const energyZ = quantile(model.energyBudgetJ, energyJ, energyJ2);
    plans++;
    leastEnergyJ = Math.min(leastEnergyJ, energyJ);
    const feasible = goal === 'mo-ec' ? energyZ >= model.energyZ : makespanZ >= model.makespanZ;
    if (!feasible) return;
    feasiblePlans++;
    leastFeasibleEnergyJ = Math.min(leastFeasibleEnergyJ, energyJ);
    const z = goal === 'mo-ec' ? makespanZ : energyZ;
    if (best === null || z > best.z) best = { z, mapping: { core: core.slice(), pState: pState.slice() } };
  };

  const place = (task: number, taskJ: number, taskJ2: number): void => {
    if (task === taskCount) {
      judge(taskJ, taskJ2);
      return;
    }
    nodes.forEach(({ column, firstCore, cores, pStateCount, timeScale, powerW, powerSquareW2 }, n) => {
      const meanS = model.meanS[task * model.columnCount + column]!;
      if (!Number.isFinite(meanS)) return;
      const usedBefore = used[n]!;
      for (let k = 0; k < cores && k <= usedBefore; k++) {
        const c = firstCore + k;
        const before = finishS[c]!;
        const before2 = varianceS2[c]!;
        used[n] = Math.max(usedBefore, k + 1);
        core[task] = c;
        for (let p = 0; p < pStateCount; p++) {
          const scale = timeScale[model.taskType[task]! * pStateCount + p]!;
          const timeS = meanS * scale;
          const timeS2 = model.varianceS2[task * model.columnCount + column]! * scale ** 2;
          pState[task] = p;
          finishS[c] = before + timeS;
          varianceS2[c] = before2 + timeS2;
          place(task + 1, taskJ + powerW[p]! * timeS, taskJ2 + powerSquareW2[p]! * timeS2);
        }
        finishS[c] = before;
        varianceS2[c] = before2;
      }
      used[n] = usedBefore;
    });
  };
  place(0, 0, 0);
  const found = best as { z: number; mapping: Mapping } | null;
  return {
    bestZ: found?.z ?? null,
    mapping: found?.mapping ?? null,
    leastEnergyJ,
    leastFeasibleEnergyJ: feasiblePlans === 0 ? null : leastFeasibleEnergyJ,
    plans,
    feasiblePlans,
  };
}

function quantile(limit: number, mean: number, variance: number): number {
  if (variance > 0) return (limit - mean) / Math.sqrt(variance);
  return mean <= limit * (1 + 1e-12) ? Infinity : -Infinity;
}
