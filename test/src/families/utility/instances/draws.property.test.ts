import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { loadJudgedUtility, loadUtilityInstance } from '../../../../../src/families/utility/instances/load.js';
import { drawnTasks, drawnTypes, drawnTypesOfJobs } from '../../../../oracle/drawn-utility.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

/** A bundled instance with less work over sixteen hours, from 22 to 14 o'clock, and another seed. */
function shortened(name: string, tasksPerDay: number, seed: number, more: object = {}): UtilityInstance {
  const base = JSON.parse(readFileSync(`instances/utility/${name}.json`, 'utf8')) as UtilityInstance;
  const arrivals = { ...base.arrivals, tasksPerDay } as UtilityInstance['arrivals'];
  return { ...base, seed, period: { durationS: 57_600, measuredFromS: 7200 }, arrivals, ...more };
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
    expectAsOnThePage(shortened('serial-100', 800, seed));
  });

  it.each(seeds)('of parallel tasks, seed %d', (seed) => {
    expectAsOnThePage(shortened('parallel-5000', 1500, seed));
  });

  it.each(seeds)('of preemptive tasks, some of which may not preempt or be preempted, seed %d', (seed) => {
    expectAsOnThePage(shortened('preemptive-64', 2500, seed, { preemption: { mayPreempt: 0.3, mayBePreempted: 0.6 } }));
  });

  it('of serial tasks with priorities by type and a coefficient of variation of 1, an exponential one', () => {
    const instance = shortened('serial-100', 800, 7);
    const taskTypes = { ...instance.taskTypes, taskCoV: 1, poolCoV: 1.7 } as UtilityInstance['taskTypes'];
    expectAsOnThePage({ ...instance, taskTypes, utility: { ...instance.utility, prioritiesPer: 'type' } });
  });

  it.each(seeds)('of the types of jobs of a log, some of which do not fit the first type drawn, seed %d', (seed) => {
    const base = JSON.parse(readFileSync('instances/utility/curie.json', 'utf8')) as UtilityInstance;
    const cores = Array.from({ length: 120 }, (_, n) => 1 + ((n * 997) % 4000));
    const lines = cores.map((count, n) =>
      [n + 1, 10 * n, -1, 600, count, -1, -1, count, 9999, -1, 1, 1, 1, 1, 1, -1, -1, -1].join(' '),
    );
    const file = join(temporaryDirectory(), 'curie.json');
    const trace = join(dirname(file), 'log.swf');
    writeFileSync(trace, `${lines.join('\n')}\n`);
    // Shares and a narrow pool, so that wide jobs fit few types.
    const pools = base.pools.map((pool, p) => (p === 0 ? pool : { ...pool, nodes: 20 }));
    const { taskTypes } = base;
    if (taskTypes.source !== 'downey') throw new Error(taskTypes.source);
    const groups = [
      { ...taskTypes.groups[0]!, pools: [pools[0]!.name] },
      { ...taskTypes.groups[0]!, pools: [pools[1]!.name] },
    ];
    const instance: UtilityInstance = {
      ...base,
      seed,
      pools,
      taskTypes: { ...taskTypes, groups, cores: [{ share: 1, least: 2, most: 4 }] },
      arrivals: { source: 'swf', startS: 0, times: 'trace' },
    };
    writeFileSync(file, JSON.stringify(instance));
    const loaded = loadUtilityInstance(file, trace);
    if (!loaded.ok || loaded.workload === null) throw new Error(JSON.stringify(loaded));
    const { types, tasks } = loaded.workload;
    const drawn = drawnTypesOfJobs(instance, drawnTypes(instance), cores);
    expect(Array.from(tasks.type, (t) => types[t]!.name)).toEqual(drawn);
    expect(new Set(drawn).size).toBeGreaterThan(5);
  });
});
