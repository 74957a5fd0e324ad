import { describe, expect, it } from 'vitest';
import { rewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import { idleConflict } from '../../../../../src/methods/reward-rate/infeasibility.js';
import type { DiscretePlan } from '../../../../../src/methods/reward-rate/nlp/discrete-plan.js';
import { repaired } from '../../../../../src/methods/reward-rate/nlp/repaired-plan.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { checked } from '../../../../oracle/checked.js';
import { tinyRandom } from '../../../../oracle/tiny-random.js';

describe('Algorithm 3 after rounding', () => {
  it('a plan with every core at full speed is slowed down until the checker finds no limit broken, and claims its averaged value', () => {
    let broken = 0;
    let mended = 0;
    for (let seed = 1; seed <= 120; seed++) {
      const facility = tinyRandom(seed, { cracs: 1, colocation: 'anchored' });
      const problem = rewardRateProblem(facility.instance, facility.matrix);
      if (idleConflict(problem) !== null) continue;
      const full: DiscretePlan = {
        classes: problem.zones.map(({ nodeCount }, zone) => ({ zone, nodes: nodeCount })),
        shares: problem.zones.map(({ type }) => {
          const { tasks, cores } = problem.nodeTypes[type]!;
          return tasks.length === 0 ? [] : [{ task: 0, choice: 0, cores }];
        }),
        setPointsC: [problem.setPointMinC],
      };
      const plan = repaired(problem, full, randomStream(seed, 'repair'));
      if (plan === null) continue;
      const { violations, averagedRewardPerS, power } = checked(
        facility,
        plan.draft.setPointsC,
        plan.draft.assignments,
      );
      expect([seed, violations]).toEqual([seed, []]);
      expect(plan.rewardPerS).toBeCloseTo(averagedRewardPerS, 9);
      const fullW = full.shares.reduce((sum, [share], z) => {
        const { tasks } = problem.nodeTypes[problem.zones[z]!.type]!;
        return sum + (share === undefined ? 0 : share.cores * problem.zones[z]!.nodeCount * tasks[0]!.powerW[0]!);
      }, 0);
      mended++;
      if (power.coresW < fullW * (1 - 1e-9)) broken++;
    }
    expect(mended).toBeGreaterThan(50);
    expect(broken).toBeGreaterThan(15);
  });
});
