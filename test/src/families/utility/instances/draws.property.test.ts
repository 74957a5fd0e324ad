import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { loadJudgedUtility } from '../../../../../src/families/utility/instances/load.js';
import { drawnTasks, drawnTypes } from '../../../../oracle/drawn-utility.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** A bundled instance with less work over six hours, and another seed. */
function shortened(name: string, tasksPerDay: number, seed: number, more: object = {}): UtilityInstance {
  const base = JSON.parse(readFileSync(`instances/utility/${name}.json`, 'utf8')) as UtilityInstance;
  const arrivals = { ...base.arrivals, tasksPerDay } as UtilityInstance['arrivals'];
  return { ...base, seed, period: { durationS: 21_600, measuredFromS: 7200 }, arrivals, ...more };
}

/** Task types and tasks as the program has them, in the words of the oracle. */
function programs(instance: UtilityInstance) {
  const loaded = loadJudgedUtility(instance, { file: 'instances/utility/drawn.json', bytes: new Uint8Array() });
  if (!loaded.ok || loaded.workload === null) throw new Error(JSON.stringify(loaded));
  const { types, tasks } = loaded.workload;
  return {
    types,
    tasks: Array.from({ length: tasks.count }, (_, n) => ({
      name: tasks.name(n),
      type: types[tasks.type[n]!]!.name,
      arrivalS: tasks.arrivalS[n],
      cores: tasks.cores[n],
      utilityClass: instance.utility.classes[tasks.utilityClass[n]!]!.name,
      startingUtility: tasks.startingUtility[n],
      urgency: tasks.urgency[n],
      mayPreempt: tasks.mayPreempt[n] === 1,
      mayBePreempted: tasks.mayBePreempted[n] === 1,
    })),
  };
}

function expectAsOnThePage(instance: UtilityInstance): void {
  const { types, tasks } = programs(instance);
  const drawn = drawnTypes(instance);
  expect(types.map(({ name }) => name)).toEqual(drawn.map(({ name }) => name));
  for (const [t, { runs }] of drawn.entries()) {
    for (const [p, onNodes] of runs.entries()) {
      const own = types[t]!.runs[p] ?? null;
      expect([t, p, own === null]).toEqual([t, p, onNodes === null]);
      if (onNodes === null || own === null) continue;
      for (const nodes of own.mostNodes === 1 ? [1] : [1, 3, own.mostNodes]) {
        const found = Array.from({ length: own.pStates }, (_, k) => [own.timeS(nodes, k), own.powerW(nodes, k)]);
        expect([t, p, found]).toEqual([t, p, onNodes(nodes)]);
      }
    }
  }
  expect(tasks.length).toBeGreaterThan(50);
  expect(tasks).toEqual(drawnTasks(instance, drawn));
}

const seeds = Array.from({ length: fuzzCount(20, 3) }, (_, n) => 1 + 1000 * n);

describe('docs/utility/draws.md has every number of a generated instance to the last digit', () => {
  it.each(seeds)('of serial tasks, seed %d', (seed) => {
    expectAsOnThePage(shortened('serial-100', 1500, seed));
  });

  it.each(seeds)('of parallel tasks, seed %d', (seed) => {
    expectAsOnThePage(shortened('parallel-5000', 1000, seed));
  });

  it.each(seeds)('of preemptive tasks, some of which may not preempt or be preempted, seed %d', (seed) => {
    expectAsOnThePage(shortened('preemptive-64', 4000, seed, { preemption: { mayPreempt: 0.3, mayBePreempted: 0.6 } }));
  });

  it('of serial tasks with priorities by type and a coefficient of variation of 1, an exponential one', () => {
    const instance = shortened('serial-100', 1500, 7);
    const taskTypes = { ...instance.taskTypes, taskCoV: 1, poolCoV: 1.7 } as UtilityInstance['taskTypes'];
    expectAsOnThePage({ ...instance, taskTypes, utility: { ...instance.utility, prioritiesPer: 'type' } });
  });
});
