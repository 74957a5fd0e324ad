import { S_PER_DAY, S_PER_H } from '../../../models/units.js';
import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import { randomStream } from '../../../src/random/stream.js';
import { bundledUtilityInstances } from '../bundled.js';

/** A small day drawn by its number: a few pools, up to some hundred tasks that come in one wave or evenly, no budget. */
export function randomDay(environment: 'serial' | 'parallel', seed: number): UtilityInstance {
  const random = randomStream(seed, `small ${environment} day`);
  const pick = (values: readonly number[]): number => values[random.integer(0, values.length - 1)]!;
  const warmS = random.uniform() < 0.5 ? 4 * S_PER_H : 0;
  const [amplitude, phase] = [pick([0, 0.5, 0.75, 0.95]), random.uniform(0, 2 * Math.PI)];
  const whole = bundledUtilityInstances().find(
    ({ instance: { name } }) => name === (environment === 'serial' ? 'serial-100' : 'parallel-5000'),
  )!.instance;
  const { energyBudgetJPerDay: _, ...base } = whole;
  const day = { ...base, seed, period: { durationS: S_PER_DAY + warmS, measuredFromS: warmS } };
  const { taskTypes } = base;
  if (taskTypes.source === 'cov') {
    const pools = Array.from({ length: random.integer(2, 5) }, (_, j) => ({
      name: `m${j}`,
      nodes: random.integer(1, 3),
    }));
    const machines = pools.reduce((sum, { nodes }) => sum + nodes, 0);
    const { special, ...types } = taskTypes;
    const meanTimeS = pick([1200, 2400, 4800]);
    const tasksPerDay = Math.round((random.uniform(0.5, 2.5) * machines * S_PER_DAY) / meanTimeS);
    return {
      ...day,
      name: `serial-day-${seed}`,
      pools,
      taskTypes: { ...types, count: random.integer(5, 30), meanTimeS },
      arrivals: { source: 'generated', tasksPerDay, amplitude, phase },
    };
  }
  if (taskTypes.source !== 'downey') throw new RangeError('parallel-5000 draws its types');
  const pools = Array.from({ length: random.integer(1, 4) }, (_, j) => {
    return { name: `c${j}`, nodes: pick([8, 16, 32, 64]), coresPerNode: 64 };
  });
  const cores = 64 * Math.min(...pools.map(({ nodes }) => nodes));
  const group = { count: random.integer(8, 40), pools: pools.map(({ name }) => name), factorCoV: 0.3, pStateCoV: 0.03 };
  return {
    ...day,
    name: `parallel-day-${seed}`,
    pools,
    taskTypes: {
      ...taskTypes,
      groups: [group],
      timeAtLeastUtilityS: pick([900, 1800, 3600]),
      timeAtMostUtilityS: pick([7200, 21_600, 64_800]),
      cores: [
        { share: 40, least: 1, most: 64 },
        { share: 40, least: 65, most: Math.min(256, cores) },
        { share: 20, least: 257, most: 'pool' },
      ],
    },
    arrivals: { source: 'generated', tasksPerDay: random.integer(60, 400), amplitude, phase },
  };
}
