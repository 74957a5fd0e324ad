import { describe, expect, it } from 'vitest';
import {
  type DesignPoint,
  designFaults,
  execute,
  type LevelsOf,
} from '../../../../../../models/families/jobs/design-point.js';
import { buildProfile } from '../../../../../../src/families/jobs/methods/profiles/build-profiles.js';
import { balancedSchedule, evaluated } from '../../../../../../src/families/jobs/methods/profiles/list-schedule.js';
import { lowerLevels } from '../../../../../../src/families/jobs/methods/profiles/lower-levels.js';
import { effortFor, NSGA } from '../../../../../../src/families/jobs/methods/profiles/nsga/search.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { fastestLevels, randomTaskGraph } from '../../../../../support/task-graphs.js';

const POWER = fastestLevels(3);

describe('profiles of jobs of more tasks than a byte counts', () => {
  it('are sound, cost what their designs cost, beat a balanced schedule at each level, and claim no proof beyond one core', () => {
    const graph = randomTaskGraph(randomStream(1, 'large'), { tasks: 400, levels: 3, edgeShare: 0.01 });
    const { fronts } = buildProfile(graph, POWER, 3, 'core', { nodeLimit: 1000, seed: 1 });
    expect(fronts.map(({ proof }) => proof.kind)).toEqual(['exact', 'none', 'none']);
    for (const { cores, points } of fronts) {
      expect(points.length).toBeGreaterThan(0);
      for (const point of points) {
        expect(designFaults(graph, point)).toEqual([]);
        const { timeS, energyJ } = execute(graph, POWER, point);
        expect([point.timeS, point.energyJ]).toEqual([timeS, energyJ]);
      }
      const balanced = balancedSchedule(graph, POWER, cores);
      for (let level = 0; level < graph.levels; level++) {
        const one = evaluated(graph, POWER, { ...balanced, levelOf: new Uint8Array(graph.tasks).fill(level) });
        // Up to the grid on which the search tells designs apart.
        const slack = 1 + 1e-9;
        expect(points.some((p) => p.timeS <= one.timeS * slack && p.energyJ <= one.energyJ * slack)).toBe(true);
      }
    }
  });

  it('take no more placements of tasks than a bound, whatever their size', () => {
    for (const tasks of [1, 30, 31, 255, 1000, 2122, 10_000]) {
      for (const cores of [1, 10, 1024]) {
        const { populationSize, generations, polishEvaluations, polish } = effortFor(NSGA, tasks, cores);
        if (tasks <= 30) expect({ generations, polishEvaluations, polish }).toMatchObject(NSGA_OF_SMALL);
        else expect((populationSize * (generations + 1) + polishEvaluations) * tasks).toBeLessThan(1.3e7);
        if (polish === 'all' && tasks > 30) expect(tasks * tasks * cores).toBeLessThanOrEqual(polishEvaluations);
      }
    }
  });
});

const NSGA_OF_SMALL = { generations: 150, polishEvaluations: 100_000, polish: 'all' };

/** The rule as it is printed: all changes of all cores (or tasks) not fixed yet, the best first found. */
function loweredPlainly(graph: Parameters<typeof lowerLevels>[0], start: DesignPoint, levelsOf: LevelsOf): DesignPoint {
  const ownerOf = (task: number): number => (levelsOf === 'core' ? start.coreOf[task]! : task);
  const fixed = new Set<number>();
  for (let now = start; ;) {
    let [best, bestOwner] = [now, -1];
    for (let owner = 0; owner < (levelsOf === 'core' ? start.cores : graph.tasks); owner++) {
      for (let level = 0; level < graph.levels && !fixed.has(owner); level++) {
        const levelOf = now.levelOf.map((current, task) => (ownerOf(task) === owner ? level : current));
        const { timeS, energyJ } = execute(graph, POWER, { ...now, levelOf });
        if (timeS <= start.timeS && energyJ < best.energyJ) {
          [best, bestOwner] = [{ ...now, levelOf, timeS, energyJ }, owner];
        }
      }
    }
    if (bestOwner < 0) return now;
    fixed.add(bestOwner);
    now = best;
  }
}

describe('lowering of levels', () => {
  it.each(['core', 'task'] as const)('of each %s is that of all changes tried', (levelsOf) => {
    for (let seed = 0; seed < fuzzCount(60); seed++) {
      const random = randomStream(seed, 'lowering');
      const graph = randomTaskGraph(random, { tasks: random.integer(2, 14), levels: 3, edgeShare: 0.3 });
      const start = balancedSchedule(graph, POWER, random.integer(1, Math.min(4, graph.tasks)));
      expect(lowerLevels(graph, POWER, start, levelsOf), `seed ${seed}`).toEqual(
        loweredPlainly(graph, start, levelsOf),
      );
    }
  });
});
