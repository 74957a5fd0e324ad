import { describe, expect, it } from 'vitest';
import type { TaskOnNodeType } from '../../../../models/facility/facility.js';
import { rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { checked } from '../../../oracle/checked.js';
import { type TinyFacility, tinyRandom } from '../../../oracle/tiny-random.js';

/** One node type with one task type of the given times, and its deadline. */
function withTimes(
  timeS: TaskOnNodeType['timeS'],
  pStateFrequenciesGHz: readonly number[],
  deadlineS: number,
): TinyFacility {
  const { instance, matrix } = tinyRandom(3, { colocation: 'none' });
  const { facility, workload } = instance;
  const corePowerW = pStateFrequenciesGHz.map((f) => 10 * f);
  const tasks = [{ taskType: 't0', timeS, corePowerW, memoryIntensity: 0 }];
  return {
    matrix,
    instance: {
      ...instance,
      facility: {
        ...facility,
        nodeTypes: facility.nodeTypes.map((type) => ({ ...type, pStateFrequenciesGHz, tasks })),
      },
      workload: { taskTypes: [{ ...workload.taskTypes[0]!, name: 't0', deadlineS }] },
      limits: { powerCapW: 1e6, redLineC: 90 },
    },
  };
}

describe('compiled reward-rate problem', () => {
  it('a P-state whose time alone equals the deadline is out, one just below it is in (Eq. 24)', () => {
    const { instance, matrix } = withTimes([4, 5, 6], [3, 2, 1], 5);
    expect(rewardRateModel(instance, matrix).nodeTypes[0]!.tasks[0]!.pStates).toEqual([0]);
    const later = withTimes([4, 5, 6], [3, 2, 1], 5 + 1e-9);
    expect(rewardRateModel(later.instance, later.matrix).nodeTypes[0]!.tasks[0]!.pStates).toEqual([0, 1]);
  });

  it('a task type whose every P-state misses the deadline is not offered', () => {
    const { instance, matrix } = withTimes([4, 5, 6], [3, 2, 1], 4);
    expect(rewardRateModel(instance, matrix).nodeTypes[0]!.tasks).toEqual([]);
  });

  it('uses no P-state that the checker refuses, and leaves out none it accepts, when a deadline equals an interpolated time', () => {
    for (const frequencies of [
      [2, 1.5, 1],
      [3, 2, 1.5, 1],
      [3.2, 2.4, 1.6, 0.8],
      [2.5, 1.6],
    ]) {
      for (let high = 1; high <= 9; high++) {
        for (let low = high; low <= 3 * high; low++) {
          const ends = { atHighestFrequency: high, atLowestFrequency: low };
          for (const p of frequencies.keys()) {
            const exact =
              high +
              ((low - high) * (1 / frequencies[p]! - 1 / frequencies[0]!)) /
                (1 / frequencies.at(-1)! - 1 / frequencies[0]!);
            const facility = withTimes(ends, frequencies, exact);
            const admitted = rewardRateModel(facility.instance, facility.matrix).nodeTypes[0]!.tasks[0]?.pStates ?? [];
            const zone = facility.matrix.zones[0]!.name;
            const slice = { taskType: 't0', pState: p, fraction: 1 };
            const { violations } = checked(facility, 15, [{ zone, nodes: 1, cores: [{ count: 1, slices: [slice] }] }]);
            const late = violations.some(({ constraint }) => constraint === 'deadline');
            expect([high, low, p, admitted.includes(p)]).toEqual([high, low, p, !late]);
          }
        }
      }
    }
  });

  it('common set-points are those of all CRACs; limits know their zones; idle power is at the wall', () => {
    const { instance, matrix } = tinyRandom(11, { cracs: 2 });
    const { facility } = instance;
    const crac = { ...facility.cracs[0]!, coolingCapacityW: undefined };
    const two = {
      ...instance,
      facility: {
        ...facility,
        nodeTypes: facility.nodeTypes.map((type) => ({ ...type, idlePowerW: 80, psuEfficiency: 0.8 })),
        cracs: [
          { ...crac, name: 'A', setPointMinC: 10, setPointMaxC: 20 },
          { ...crac, name: 'B', setPointMinC: 12, setPointMaxC: 25, coolingCapacityW: 77 },
        ],
      },
      limits: { ...instance.limits, rackPowerLimits: [{ rack: matrix.zones[0]!.rack, powerLimitW: 5 }], pdus: [] },
    };
    const model = rewardRateModel(two, { ...matrix, cracNames: ['B', 'A'].slice(0, matrix.cracNames.length) });
    expect([model.setPointMinC, model.setPointMaxC]).toEqual([12, 20]);
    expect(model.coolingLimits).toEqual([{ where: 'B', crac: 0, capacityW: 77 }]);
    expect(model.zones.map(({ idleW }) => idleW)).toEqual(matrix.zones.map(({ nodeCount }) => 100 * nodeCount));
    const inRack = matrix.zones.flatMap((zone, b) => (zone.rack === matrix.zones[0]!.rack ? [b] : []));
    expect(model.powerLimits).toEqual([
      { constraint: 'rackPower', where: matrix.zones[0]!.rack, zones: inRack, limit: 5, unit: 'W' },
    ]);
  });
});
