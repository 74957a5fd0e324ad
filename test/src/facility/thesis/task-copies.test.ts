import { describe, expect, it } from 'vitest';
import { rewardRateFiles } from '../../../../src/families/reward-rate/instances/load.js';
import { BENCHMARKS, MEMORY_CLASS_BOUNDS, WORKLOADS } from '../../../../src/facility/thesis/benchmarks.js';
import {
  thesisInstance,
  thesisInstanceName,
  type ThesisOptions,
} from '../../../../src/families/reward-rate/instances/thesis/instance.js';
import { COPY_FACTORS, thesisTasks } from '../../../../src/facility/thesis/task-copies.js';

const options: ThesisOptions = {
  racks: 30,
  workload: 'all',
  taskTypes: 23,
  airflow: 'balanced',
  coldAisles: 'open',
  powerCapW: 190_000,
  redLineC: 30,
  seed: 1,
};

describe('rooms of many task types', () => {
  it('have all benchmarks first, then copies under names of their own', () => {
    expect(thesisTasks(BENCHMARKS).map(({ name }) => name)).toEqual(BENCHMARKS);
    const names = thesisTasks(BENCHMARKS, 23).map(({ name }) => name);
    expect(names.slice(8, 12)).toEqual(['ep', 'swaptions', 'canneal-2', 'cg-2']);
    expect(names.slice(20)).toEqual(['canneal-3', 'cg-3', 'ua-3']);
    expect(thesisTasks(WORKLOADS.hybrid, 2).map(({ name }) => name)).toEqual(['ua', 'sp']);
  });

  it('are valid instances, named after the number of task types where that is not the usual one', () => {
    const instance = thesisInstance(options);
    expect(rewardRateFiles.judge(instance).ok).toBe(true);
    expect(instance.name).toBe('room-1080-all-23-types');
    expect(thesisInstanceName({ ...options, taskTypes: 10 })).toBe('room-1080-all');
    expect(instance.workload.taskTypes).toHaveLength(23);
    for (const type of instance.facility.nodeTypes) expect(type.tasks).toHaveLength(23);
  });

  it('copies differ from their benchmark and from each other within the documented factors and memory classes', () => {
    const { facility, workload } = thesisInstance(options);
    for (const type of facility.nodeTypes) {
      for (const [i, task] of type.tasks.entries()) {
        const original = type.tasks[i % 10]!;
        if (i < 10) continue;
        const [time, from] = [task.timeS, original.timeS];
        if (!('atHighestFrequency' in time) || !('atHighestFrequency' in from)) throw new Error('expected end points');
        const factor = time.atHighestFrequency / from.atHighestFrequency;
        expect(factor).toBeGreaterThan(COPY_FACTORS.time[0] * 0.999);
        expect(factor).toBeLessThan(COPY_FACTORS.time[1] * 1.001);
        expect(time.atLowestFrequency / from.atLowestFrequency).toBeCloseTo(factor, 2);
        const [low, high] = MEMORY_CLASS_BOUNDS[workload.taskTypes[i]!.memoryClass as 'I' | 'II' | 'III' | 'IV'];
        expect(task.memoryIntensity).toBeGreaterThanOrEqual(low);
        expect(task.memoryIntensity).toBeLessThanOrEqual(high);
      }
      const times = type.tasks.map((task) => JSON.stringify(task.timeS));
      expect(new Set(times.slice(10)).size).toBe(13);
    }
  });

  it('do not change a copy when more are asked for, nor the room without copies', () => {
    const fewer = thesisInstance({ ...options, taskTypes: 12 });
    const more = thesisInstance(options);
    expect(fewer.facility.nodeTypes[1]!.tasks).toEqual(more.facility.nodeTypes[1]!.tasks.slice(0, 12));
    const usual = thesisInstance({ ...options, taskTypes: undefined });
    expect(thesisInstance({ ...options, taskTypes: 10 })).toEqual(usual);
  });
});
