import { describe, expect, it } from 'vitest';
import { exactFront } from '../../../../../../src/families/jobs/methods/profiles/exact-fronts.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import type { PlainJob } from '../../../../../oracle/job-fronts.js';
import { leastEnergyProgram } from '../../../../../oracle/job-milp.js';
import { graphOf } from '../../../../../support/jobs/task-graphs.js';

/** Two small jobs of whole seconds; levels 1 and 2 times as fast, the faster at 3 times the power. */
const LEVELS = { dynamicPowerW: [0.5, 1.5], staticPowerW: 0.25 } as const;
const JOBS: readonly (readonly [string, PlainJob])[] = [
  [
    'a fork of three unlike tasks',
    {
      ...LEVELS,
      timeS: [
        [4, 2],
        [10, 5],
        [6, 3],
        [8, 4],
      ],
      edges: [
        [0, 1, 1],
        [0, 2, 2],
        [0, 3, 1],
      ],
    },
  ],
  [
    'a diamond',
    {
      ...LEVELS,
      timeS: [
        [4, 2],
        [12, 6],
        [6, 3],
        [2, 1],
      ],
      edges: [
        [0, 1, 1],
        [0, 2, 3],
        [1, 3, 1],
        [2, 3, 2],
      ],
    },
  ],
];

describe('exact fronts against a mixed-integer program by HiGHS', () => {
  it.each(JOBS)(
    '%s: at the time of each point no design needs less energy, just before it none as little as this',
    async (_, job) => {
      const engine = await loadLpEngine('highs');
      const { graph, power } = graphOf(job);
      const { points } = exactFront(graph, power, 2);
      expect(points.length).toBeGreaterThan(2);
      for (const [at, { timeS, energyJ }] of points.entries()) {
        const session = engine.open(leastEnergyProgram(job, 2, timeS));
        const answer = session.solve();
        session.dispose();
        expect(answer.proven).toBe('optimal');
        expect(answer.point!.objective).toBeCloseTo(energyJ, 6);
        // Times are whole seconds.
        const sooner = engine.open(leastEnergyProgram(job, 2, timeS - 1));
        const before = sooner.solve();
        sooner.dispose();
        if (at === 0) expect(before.proven).toBe('infeasible');
        else expect(before.point!.objective).toBeCloseTo(points[at - 1]!.energyJ, 6);
      }
    },
  );
});
