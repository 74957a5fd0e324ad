import { describe, expect, it } from 'vitest';
import { JOBS_FORMAT, JOBS_FORMAT_VERSION } from '../../../../../../models/families/jobs/format.js';
import type { JobsInstance } from '../../../../../../models/families/jobs/instance.js';
import type { LevelsOf } from '../../../../../../models/families/jobs/design-point.js';
import { monthOf } from '../../../../../support/jobs/month-of.js';
import { buildProfiles } from '../../../../../../src/families/jobs/methods/profiles/build-profiles.js';

/** Two tasks after another on one core: the first is twice as fast at the higher level, the second no faster. */
function twoTasks(levelsOf: LevelsOf): JobsInstance {
  const levels = [
    { frequencyGHz: 1, dynamicPowerW: 1 },
    { frequencyGHz: 2, dynamicPowerW: 4 },
  ];
  return {
    format: JOBS_FORMAT,
    formatVersion: JOBS_FORMAT_VERSION,
    name: 'two',
    seed: 0,
    period: { durationS: 60 },
    platform: {
      source: 'nodes',
      bytesPerS: 1,
      levelsOf,
      nodeTypes: [{ name: 'node', nodes: 1, coresPerNode: 1, staticPowerW: 0.5, levels }],
    },
    jobTypes: {
      source: 'table',
      types: [
        {
          name: 'two',
          tasks: [
            { name: 'computes', timeS: 10 },
            { name: 'waits', timeS: 10, cpuShare: 0 },
          ],
          edges: [{ from: 'computes', to: 'waits' }],
          value: { shape: 'points', points: [{ ageS: 0, value: 1 }] },
        },
      ],
    },
    arrivals: { source: 'table', jobs: [{ name: 'job', jobType: 'two', arrivalS: 0 }] },
  };
}

describe('profiles of a month', () => {
  // At the higher level both: 20 s, 20 x 4 + 20 x 0.5 J; at the lower: 30 s, 30 x 1 + 30 x 0.5 J; changed between them: 20 s, 10 x 4 + 10 x 1 + 20 x 0.5 J.
  it.each([
    ['core', [20, 90], [30, 45]],
    ['task', [20, 60], [30, 45]],
  ] as const)('have levels of each %s, as the platform says', (levelsOf, ...costs) => {
    const { profiles } = buildProfiles(monthOf(twoTasks(levelsOf)).month, { nodeLimit: 1000, seed: 1 });
    const { points, proof } = profiles[0]![0]!.fronts[0]!;
    expect(proof).toEqual({ kind: 'exact' });
    expect(points.map(({ timeS, energyJ }) => [timeS, energyJ])).toEqual(costs);
    expect(points.map(({ levelOf }) => [...levelOf])).toEqual(
      levelsOf === 'core'
        ? [
            [1, 1],
            [0, 0],
          ]
        : [
            [1, 0],
            [0, 0],
          ],
    );
  });
});
