import {
  coreLayout,
  type CoreFractions,
  fractionsFromAssignments,
} from '../../../../../models/families/reward-rate/core-fractions.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { clampedSetPoints } from '../../../../../models/families/reward-rate/set-points.js';
import type { RandomStream } from '../../../../random/stream.js';
import { repairByPStates } from '../genetic/repair.js';
import type { DiscretePlan, Share } from './discrete-plan.js';
import { judged, type JudgedPlan } from './judged-plan.js';
import { assignmentsOfPlan } from './node-layout.js';
import type { NodeClass } from './power-rows.js';

/**
 * Repairs a rounded plan that violates limits (Algorithm 3; 3.4.1, end of step 3). The hottest nodes are slowed down
 * until cap and red line hold at a common set-point, a whole number of degrees below the red line. Null if maxIter is
 * not enough, or if literal co-location (Eq. 21 as printed) gives some task no positive time at some moment.
 */
export function repaired(model: RewardRateModel, plan: DiscretePlan, random: RandomStream): JudgedPlan | null {
  const cores = fractionsFromAssignments(model, coreLayout(model), assignmentsOfPlan(model, plan));
  const { met, setPointC } = repairByPStates(model, cores, random);
  return met ? judged(model, discretePlanOf(model, cores, clampedSetPoints(model, setPointC))) : null;
}

/** Converts core fractions to shares (cores by task type and P-state). Consecutive equal nodes form a class. */
function discretePlanOf(model: RewardRateModel, cores: CoreFractions, setPointsC: readonly number[]): DiscretePlan {
  const { layout } = cores;
  const classes: NodeClass[] = [];
  const shares: Share[][] = [];
  let last = '';
  for (let n = 0; n < layout.nodeCount; n++) {
    const zone = layout.nodeZone[n]!;
    const list = sharesOfNode(model, cores, n);
    const key = JSON.stringify([zone, list]);
    if (key === last) classes.push({ zone, nodes: classes.pop()!.nodes + 1 });
    else {
      classes.push({ zone, nodes: 1 });
      shares.push(list);
    }
    last = key;
  }
  return { classes, shares, setPointsC };
}

function sharesOfNode(model: RewardRateModel, { layout, fraction, choice }: CoreFractions, node: number): Share[] {
  const { tasks } = model.nodeTypes[layout.nodeType[node]!]!;
  const busy = new Map<string, { readonly task: number; readonly choice: number; cores: number }>();
  const first = layout.nodeFirstGene[node]!;
  for (let g = first; g < layout.nodeFirstGene[node + 1]!; g++) {
    const task = (g - first) % tasks.length;
    if (!(fraction[g]! > 0) || tasks[task]!.pStates[choice[g]!] === undefined) continue;
    const key = `${task}/${choice[g]!}`;
    const share = busy.get(key);
    if (share === undefined) busy.set(key, { task, choice: choice[g]!, cores: fraction[g]! });
    else share.cores += fraction[g]!;
  }
  return [...busy.values()];
}
