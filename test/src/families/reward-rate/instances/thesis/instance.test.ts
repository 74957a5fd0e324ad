import { describe, expect, it } from 'vitest';
import {
  thesisInstance,
  thesisInstanceName,
  type ThesisOptions,
} from '../../../../../../src/families/reward-rate/instances/thesis/instance.js';
import { middleTimeS } from '../../../../../../src/facility/thesis/node-types.js';
import { middleCapacityPerS } from '../../../../../../src/families/reward-rate/instances/thesis/workload.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const options: ThesisOptions = {
  racks: 30,
  workload: 'hybrid',
  airflow: 'balanced',
  coldAisles: 'open',
  powerCapW: 190_000,
  redLineC: 30,
  seed: 1,
};

describe('thesisInstance', () => {
  it('names the regime', () => {
    expect(thesisInstanceName(options)).toBe('room-1080-hybrid');
    expect(thesisInstanceName({ ...options, racks: 120, coldAisles: 'isolated', airflow: 'nominal' })).toBe(
      'room-4320-hybrid-isolated-nominal',
    );
  });

  it.each(['memory', 'hybrid', 'cpu'] as const)(
    '%s: rewards and deadlines lie in their documented ranges',
    (workload) => {
      for (let seed = 1; seed <= fuzzCount(20); seed++) {
        const { facility, workload: drawn } = thesisInstance({ ...options, workload, seed });
        for (const task of drawn.taskTypes) {
          const meanS = facility.nodeTypes.reduce((sum, type) => sum + middleTimeS(type, task.name), 0) / 3;
          expect((task.rewardPerTask * 100) / meanS).toBeGreaterThan(0.8 * 0.999);
          expect((task.rewardPerTask * 100) / meanS).toBeLessThan(1.2 * 1.001);
          expect(task.deadlineS / meanS).toBeGreaterThan(1.5 * 0.999);
          expect(task.deadlineS / meanS).toBeLessThan(2.3 * 1.001);
        }
      }
    },
  );

  it.each([30, 120])('with %i racks arrivals ask for 1.3 times what all cores can do', (racks) => {
    const { facility, workload } = thesisInstance({ ...options, racks });
    const demand = workload.taskTypes.reduce(
      (sum, task) =>
        sum + task.arrivalRatePerS / middleCapacityPerS(task.name, facility.nodeTypes, facility.nodeGroups),
      0,
    );
    expect(demand).toBeCloseTo(1.3, 3);
  });

  it('a task type keeps its middle time exactly: 1/f at 1.9 GHz of 0.8..3.2 for canneal on a TS140', () => {
    const { facility } = thesisInstance({ ...options, workload: 'memory' });
    // 148 + (345 - 148) (1/1.9 - 1/3.2) / (1/0.8 - 1/3.2)
    expect(middleTimeS(facility.nodeTypes[0]!, 'canneal')).toBeCloseTo(148 + (197 * (1 / 1.9 - 0.3125)) / 0.9375, 9);
  });

  it('gives other draws to another seed, and the same facility', () => {
    const other = thesisInstance({ ...options, seed: 2 });
    const first = thesisInstance(options);
    expect(other.facility).toEqual(first.facility);
    expect(
      other.workload.taskTypes.every((task, i) => task.rewardPerTask !== first.workload.taskTypes[i]!.rewardPerTask),
    ).toBe(true);
  });
});
