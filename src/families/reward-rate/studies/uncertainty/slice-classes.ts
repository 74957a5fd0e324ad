import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { type Company, eachCompany } from '../../../../check/company.js';
import { executionTimeS } from '../../../../check/execution-time.js';
import { resolvePlan } from '../../check/resolve-plan.js';
import type { ResolvedAssignment, ResolvedShare, RunningTask } from '../../../../check/resolved-plan.js';
import type { OpenedModel } from '../../runs/open.js';
import type { CoreGroup, SliceClass } from './model.js';

/** Groups of cores of the nodes of one assignment, each with the index of its task type. */
type NodeGroups = readonly (readonly [taskType: number, group: CoreGroup])[];

/**
 * Returns the cores of a plan in classes with the same task type and node type. Speeds are E[1 / CET] as in the checker
 * (docs/decisions/time-sliced-semantics.md), with the execution time CET under co-location. E is the mean over what the
 * other cores of the node run. So the rates of the classes sum to the checker's `ratePerS`. Combinations of tasks for
 * which the literal Eq. 21 gives no positive time complete nothing.
 *
 * @throws CheckerLimitError if the checker cannot give an exact answer
 */
export function sliceClasses(
  { instance, matrix }: Pick<OpenedModel, 'instance' | 'matrix'>,
  plan: RewardRatePlan,
): SliceClass[] {
  const { assignments } = resolvePlan(instance, matrix, plan, []);
  const typeIndex = new Map(instance.facility.nodeTypes.map((type, j) => [type.name, j]));
  const known = new Map<string, NodeGroups>();
  const classes = new Map<string, { taskType: number; nodeType: number; groups: Map<string, CoreGroup> }>();
  for (const [a, assignment] of assignments.entries()) {
    const nodeType = typeIndex.get(assignment.nodeType.name)!;
    const alike = `${nodeType} ${fingerprint(assignment.shares)}`;
    let groups = known.get(alike);
    if (groups === undefined) {
      groups = groupsOf(assignment, instance.facility.colocation.model, `assignments[${a}]`);
      known.set(alike, groups);
    }
    const { share = 1 } = assignment;
    for (const [taskType, group] of groups) {
      const key = `${taskType} ${nodeType}`;
      let entry = classes.get(key);
      if (entry === undefined) classes.set(key, (entry = { taskType, nodeType, groups: new Map() }));
      merge(entry.groups, { ...group, fraction: group.fraction * share }, Math.round(assignment.nodes / share));
    }
  }
  return [...classes.values()].map(({ taskType, nodeType, groups }) => {
    const all = [...groups.values()];
    return {
      taskType,
      nodeType,
      groups: all,
      cores: all.reduce((sum, { cores }) => sum + cores, 0),
      ratePerS: all.reduce((sum, { cores, fraction, meanTimeS }) => sum + (cores * fraction) / meanTimeS, 0),
    };
  });
}

function merge(groups: Map<string, CoreGroup>, group: CoreGroup, nodes: number): void {
  const key = `${group.fraction} ${group.meanTimeS}`;
  const cores = (groups.get(key)?.cores ?? 0) + nodes * group.cores;
  if (cores > 0) groups.set(key, { ...group, cores });
}

function groupsOf({ shares }: ResolvedAssignment, model: 'anchored' | 'literal' | 'none', where: string): NodeGroups {
  const speeds = new Map<number, readonly number[]>();
  eachCompany(shares, where, (s, company) => {
    speeds.set(
      s,
      shares[s]!.slices.map(({ task }) => meanSpeedPerS(model, task, company)),
    );
  });
  return shares.flatMap(({ count, slices }, s) =>
    slices.flatMap(({ task, fraction }, n): [number, CoreGroup][] => {
      const speedPerS = speeds.get(s)?.[n] ?? 0;
      if (!(speedPerS > 0)) return [];
      return [[task.taskType, { cores: count, fraction: Math.min(1, fraction), meanTimeS: 1 / speedPerS }]];
    }),
  );
}

/**
 * Returns the mean speed E[1 / CET] of a task, tasks/s, over what the other cores of the node run. Combinations without
 * a positive time count as 0.
 */
function meanSpeedPerS(model: 'anchored' | 'literal' | 'none', task: RunningTask, company: Company): number {
  let speedPerS = 0;
  for (const [state, probability] of company.probability.entries()) {
    const neighbours = company.active[state]!;
    const intensity = (company.intensitySum[state]! + task.memoryIntensity) / (neighbours + 1);
    const timeS = executionTimeS(model, task, neighbours, intensity);
    if (timeS > 0) speedPerS += probability / timeS;
  }
  return speedPerS;
}

function fingerprint(shares: readonly ResolvedShare[]): string {
  return JSON.stringify(
    shares.map(({ count, slices }) => [
      count,
      slices.map(({ task, fraction }) => [task.taskType, task.pState, fraction]),
    ]),
  );
}
