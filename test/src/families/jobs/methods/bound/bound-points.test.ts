import { describe, expect, it } from 'vitest';
import { type Design, execute } from '../../../../../../models/families/jobs/design-point.js';
import type { Front } from '../../../../../../models/families/jobs/profile.js';
import { costsBelow, type PointCost } from '../../../../../../src/families/jobs/methods/bound/bound-points.js';
import { exactFront } from '../../../../../../src/families/jobs/methods/profiles/exact-fronts.js';
import { balancedSchedule } from '../../../../../../src/families/jobs/methods/profiles/list-schedule.js';
import { lowerLevels } from '../../../../../../src/families/jobs/methods/profiles/lower-levels.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { graphOf, layeredJob } from '../../../../../support/jobs/task-graphs.js';

/** Cost that is of no more time and energy than a design's. */
function below(costs: readonly PointCost[], design: { readonly timeS: number; readonly energyJ: number }): boolean {
  return costs.some(({ timeS, energyJ }) => timeS <= design.timeS && energyJ <= design.energyJ);
}

describe('costs below all designs', () => {
  it('lie below random designs, list schedules and lowered ones, whether a front is exact, bounded or not proven', () => {
    for (let seed = 0; seed < fuzzCount(15); seed++) {
      const { uniform, integer } = randomStream(seed, 'designs');
      const tasks = integer(2, 5);
      const { graph, power } = graphOf(layeredJob(tasks, uniform));
      const cores = integer(1, Math.min(3, tasks));
      const exact = exactFront(graph, power, cores);
      const stopped = exactFront(graph, power, cores, { goal: 'product', nodeLimit: 20 });
      const proofs: readonly Front['proof'][] = [exact.proof, stopped.proof, { kind: 'none' }];
      expect(proofs.map(({ kind }) => kind)).toEqual(['exact', 'bounded', 'none']);
      const scheduled = balancedSchedule(graph, power, cores);
      const lowered = lowerLevels(graph, power, scheduled, 'core');
      const random = Array.from({ length: 50 }, () => {
        const levels = Array.from({ length: cores }, () => integer(0, graph.levels - 1));
        const coreOf = Uint16Array.from({ length: tasks }, (_, task) => (task < cores ? task : integer(0, cores - 1)));
        const levelOf = Uint8Array.from(coreOf, (core) => levels[core]!);
        const design: Design = {
          cores,
          coreOf,
          levelOf,
          order: Uint16Array.from({ length: tasks }, (_, task) => task),
        };
        return execute(graph, power, design);
      });
      for (const proof of proofs) {
        const costs = costsBelow(graph, power, cores, proof, exact.points);
        for (const design of [...exact.points, scheduled, lowered, ...random])
          expect(below(costs, design), `job ${seed}, front ${proof.kind}`).toBe(true);
      }
    }
  });

  it('with a bound on the product rise in steps of 5 per cent at most below the product', () => {
    const { graph, power } = graphOf(layeredJob(4, randomStream(3, 'steps').uniform));
    const { points } = exactFront(graph, power, 2);
    const productBoundSJ = Math.min(...points.map(({ timeS, energyJ }) => timeS * energyJ));
    const costs = costsBelow(graph, power, 2, { kind: 'bounded', productBoundSJ }, []);
    expect(costs.length).toBeGreaterThan(3);
    // All but the last are under the hyperbola; the last is where static power alone costs more.
    for (const { timeS, energyJ } of costs.slice(0, -1))
      expect(timeS * energyJ * 1.05).toBeGreaterThanOrEqual(productBoundSJ * (1 - 1e-8));
    for (const { timeS, energyJ } of costs) expect(timeS * energyJ).toBeLessThan(1.2 * productBoundSJ);
  });
});
