import { budgetOf, type CoreGroup, type JointLaws, STATE_LIMIT, withJointLaws } from './joint-law.js';
import type { ResolvedShare } from './resolved-plan.js';

/** A sum of time fractions may exceed 1 by this much, which counts as rounding error. */
const ROUNDING = 1e-12;
/** Cost of computing one completion rate in one joint state, measured in visits of array entries. Our estimate. */
const RATING = 20;

/**
 * Probability distribution of what the other cores of a node run at a random moment, as seen from one core.
 *
 * Entry i of each list belongs to one joint state (number of cores on each task type). The co-located time (Eq. 21)
 * depends only on these values.
 */
export interface Company {
  readonly probability: readonly number[];
  readonly active: readonly number[];
  readonly intensitySum: readonly number[];
}

/** Cores of a node with the same distribution over task types, and the indices of their core shares in the plan. */
interface AlikeCores extends CoreGroup {
  readonly shares: readonly number[];
}

/**
 * Calls `visit` for each core share of a node (cores that run the same time slices), with the distribution of what the
 * other cores run, as seen from one core of that share. Cores are independent. Shares without cores or without work are
 * left out.
 *
 * The distributions are exact. Every group of equal cores needs the joint distribution of all other cores. The
 * recursion halves the list of groups: it adds one half to the distribution and continues with the other half, until
 * one group is left out.
 *
 * @throws CheckerLimitError beyond `stateLimit` states or VISIT_LIMIT visits
 */
export function eachCompany(
  shares: readonly ResolvedShare[],
  where: string,
  visit: (share: number, company: Company) => void,
  stateLimit = STATE_LIMIT,
): void {
  const intensity = new Map<number, number>();
  for (const { slices } of shares) for (const { task } of slices) intensity.set(task.taskType, task.memoryIntensity);
  const taskTypes = [...intensity.keys()];
  const values = [...intensity.values()];
  const groups = alikeCores(shares, taskTypes);
  // Cores that always run the same type need no law: their counts are fixed.
  const [certain, divided] = [groups.filter(isCertain), groups.filter((group) => !isCertain(group))];
  const always = taskTypes.map((_, t) =>
    certain.reduce((sum, { runs, cores }) => sum + (runs[0]![0] === t ? cores : 0), 0),
  );
  const budget = budgetOf(where, stateLimit);

  withJointLaws(divided, taskTypes.length, budget, <Table>({ empty, plus, each }: JointLaws<Table>): void => {
    const handOut = (table: Table, group: AlikeCores): void => {
      const leftOut = isCertain(group) ? group.runs[0]![0] : -1;
      const company = { probability: [] as number[], active: [] as number[], intensitySum: [] as number[] };
      each(table, (probability, countOf) => {
        let active = 0;
        let intensitySum = 0;
        for (let t = 0; t < values.length; t += 1) {
          const count = countOf(t) + always[t]! - (t === leftOut ? 1 : 0);
          active += count;
          intensitySum += count * values[t]!;
        }
        company.probability.push(probability);
        company.active.push(active);
        company.intensitySum.push(intensitySum);
      });
      budget.visits(RATING * company.probability.length * (values.length + group.runs.length * group.shares.length));
      for (const share of group.shares) visit(share, company);
    };
    const withAll = (table: Table, from: number, to: number): Table =>
      divided.slice(from, to).reduce((sum, group) => plus(sum, group, group.cores), table);
    const leaveOut = (table: Table, from: number, to: number): void => {
      if (to - from === 1) {
        const group = divided[from]!;
        handOut(plus(table, group, group.cores - 1), group);
      } else if (to > from) {
        const middle = Math.floor((from + to) / 2);
        leaveOut(withAll(table, middle, to), from, middle);
        leaveOut(withAll(table, from, middle), middle, to);
      }
    };
    leaveOut(empty, 0, divided.length);
    if (certain.length === 0) return;
    const all = withAll(empty, 0, divided.length);
    for (const group of certain) handOut(all, group);
  });
}

function isCertain({ runs, idle }: CoreGroup): boolean {
  return runs.length === 1 && idle === 0;
}

function alikeCores(shares: readonly ResolvedShare[], taskTypes: readonly number[]): AlikeCores[] {
  const groups = new Map<string, { cores: number; shares: number[] } & Omit<CoreGroup, 'cores'>>();
  for (const [s, share] of shares.entries()) {
    if (share.count === 0 || share.slices.length === 0) continue;
    const law = coreLaw(share, taskTypes);
    const key = JSON.stringify(law);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { ...law, cores: share.count, shares: [s] });
    else {
      known.cores += share.count;
      known.shares.push(s);
    }
  }
  return [...groups.values()];
}

function coreLaw({ slices }: ResolvedShare, taskTypes: readonly number[]): Omit<CoreGroup, 'cores'> {
  const byType = new Map<number, number>();
  let busy = 0;
  for (const { task, fraction } of slices) {
    const type = taskTypes.indexOf(task.taskType);
    byType.set(type, (byType.get(type) ?? 0) + fraction);
    busy += fraction;
  }
  // Fractions may pass 1 by the tolerance, or miss it by rounding: the law stays a law, and nothing is idle then.
  const isFull = busy > 1 - ROUNDING;
  const scale = isFull ? 1 / busy : 1;
  return { runs: [...byType].map(([type, p]) => [type, p * scale] as const), idle: isFull ? 0 : 1 - busy };
}
