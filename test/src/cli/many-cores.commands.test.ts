import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../models/families/reward-rate/instance.js';
import { METHODS } from '../../../src/families/reward-rate/methods/registry.js';
import { solve } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { triesAll } from '../../support/fuzz.js';
import { temporaryDirectory } from '../../support/small-instance.js';

const CORES = 1024;

/** tiny-colocation with as many cores per node as an instance may have, each with its share of power and interference. */
function manyCores(model: 'anchored' | 'literal', taskTypes: number): string {
  const tiny = JSON.parse(readFileSync('instances/reward-rate/tiny-colocation.json', 'utf8')) as RewardRateInstance & {
    knownOptimum?: unknown;
  };
  delete tiny.knownOptimum;
  const [type] = tiny.facility.nodeTypes;
  const tasks = type!.tasks
    .slice(0, taskTypes)
    .map((task, n) => ({
      ...task,
      corePowerW: { atHighestFrequency: 0.5, atLowestFrequency: 0.2 },
      memoryIntensity: 0.001 * (n + 1),
    }));
  const regression = { baseTimeFactor: 1, perGHzS: 0, perOwnIntensityS: 0, constantS: 0 };
  const interference = {
    M: { perNeighbourS: 0.02, perAverageIntensityS: 100, ...(model === 'literal' ? regression : {}) },
  };
  const instance = {
    ...tiny,
    name: 'many-cores',
    facility: { ...tiny.facility, nodeTypes: [{ ...type!, cores: CORES, tasks, interference }], colocation: { model } },
    workload: {
      taskTypes: tiny.workload.taskTypes.slice(0, taskTypes).map((one) => ({ ...one, arrivalRatePerS: 25 })),
    },
    limits: { ...tiny.limits, powerCapW: 400 },
  };
  const file = join(temporaryDirectory(), 'many-cores.json');
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

describe('nodes of 1,024 co-located cores', () => {
  it.each(METHODS.map(({ name }) => name))('%s ends by its limits with a plan that is judged', async (method) => {
    for (const model of ['anchored', 'literal'] as const) {
      // An everyday run tries each number once, with either model.
      for (const taskTypes of triesAll() ? [1, 2] : [model === 'anchored' ? 2 : 1]) {
        const asked = { method, workLimit: 20, bound: false };
        const { ended, record } = accepted(await solve(manyCores(model, taskTypes), asked));
        // lp knows no co-location: only that its plan is judged is asked of it.
        expect([model, taskTypes, ended === 'solved' || (method === 'lp' && ended === 'noFeasiblePlan')]).toEqual([
          model,
          taskTypes,
          true,
        ]);
        expect(record.objective).toBeGreaterThan(0);
      }
    }
  });
});
