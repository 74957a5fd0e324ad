import { describe, expect, it } from 'vitest';
import { limitWords } from '../../../../models/facility/limits.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { keptOf, keptPerStated, placesOf } from '../../../../models/facility/room-limits.js';
import { limitNamed, ROOM_LIMITS } from '../../../../models/families/reward-rate/room-limits.js';
import { tinyRandom } from '../../../oracle/tiny-random.js';

/** A room of several CRACs, racks and node types with a value of every limit. */
function everyLimit(): RewardRateInstance {
  const { instance } = tinyRandom(11);
  const [crac] = instance.facility.cracs;
  const [type] = instance.facility.nodeTypes;
  return {
    ...instance,
    facility: {
      ...instance.facility,
      cracs: [
        { ...crac!, name: 'C1', coolingCapacityW: 4000, setPointMinC: 12, setPointMaxC: 24 },
        { ...crac!, name: 'C2', coolingCapacityW: 5000, setPointMinC: 13, setPointMaxC: 25 },
        { ...crac!, name: 'gone', coolingCapacityW: 0, setPointMinC: 14, setPointMaxC: 26 },
      ],
      nodeTypes: [{ ...type!, name: 'T', sleepPowerW: 1 }],
      nodeGroups: [
        { rack: 'R1', count: 3, nodeType: 'T', mayBeOff: true, minimumOn: 2 },
        { rack: 'R2', count: 4, nodeType: 'T' },
      ],
    },
    limits: {
      powerCapW: 9000,
      redLineC: 27,
      rackPowerLimits: [
        { rack: 'R1', powerLimitW: 700 },
        { rack: 'R2', powerLimitW: 800 },
      ],
      pdus: [{ name: 'P', racks: ['R1', 'R2', 'R1'], powerLimitW: 1400 }],
      reserve: { powerW: 500, inletK: 2, coolingShare: 0.1 },
    },
  };
}

const values = (instance: RewardRateInstance) =>
  ROOM_LIMITS.flatMap(({ name, stated }) =>
    stated(instance).map(({ where, value }): readonly [string, number] => [`${name}:${where}`, value]),
  );

describe('the catalogue of limits', () => {
  it('reads from an instance what its file states', () => {
    expect(values(everyLimit()).filter(([name]) => !name.startsWith('arrivalRate'))).toEqual([
      ['redLine:', 27],
      ['inletReserve:', 2],
      ['setPointMin:C1', 12],
      ['setPointMin:C2', 13],
      ['setPointMin:gone', 14],
      ['setPointMax:C1', 24],
      ['setPointMax:C2', 25],
      ['setPointMax:gone', 26],
      ['rackPower:R1', 700],
      ['rackPower:R2', 800],
      ['pduPower:P', 1400],
      ['coolingCapacity:C1', 4000],
      ['coolingCapacity:C2', 5000],
      ['coolingCapacity:gone', 0],
      ['coolingReserve:', 0.1],
      ['standby:T', 3],
      ['minimumOn:T', 2],
      ['powerReserve:', 500],
      ['powerCap:', 9000],
    ]);
  });

  it('changes the limit that is named, and no other', () => {
    const instance = everyLimit();
    const before = new Map(values(instance));
    for (const limit of ROOM_LIMITS) {
      for (const { where } of limit.stated(instance)) {
        const to = limit.name === 'standby' ? 7 : limit.name === 'minimumOn' ? 0 : 0.25;
        const after = values(limit.with(instance, where, to));
        const own = `${limit.name}:${where}`;
        expect(after).toEqual([...before].map(([name, value]) => [name, name === own ? to : value]));
      }
    }
  });

  it('loosens nothing of a failed CRAC', () => {
    const instance = everyLimit();
    for (const name of ['setPointMin', 'setPointMax', 'coolingCapacity'] as const) {
      expect(limitNamed(name)!.loosest!(instance, 'gone')).toBeUndefined();
      expect(limitNamed(name)!.loosest!(instance, 'C1')).toBeDefined();
    }
  });

  it('keeps a reserve below cap and red line in their unit, and below cooling capacities as a share', () => {
    const instance = everyLimit();
    const kept = ROOM_LIMITS.flatMap((limit) =>
      limit.reserve === undefined ? [] : [[limit.name, keptOf(limit, instance, 1000), keptPerStated(limit, instance)]],
    );
    expect(kept).toEqual([
      ['redLine', 998, 1],
      ['coolingCapacity', 900, 0.9],
      ['powerCap', 500, 1],
    ]);
    expect(ROOM_LIMITS.filter(({ reserveOf }) => reserveOf !== undefined).map(({ reserveOf }) => reserveOf)).toEqual([
      'redLine',
      'coolingCapacity',
      'powerCap',
    ]);
  });

  it('finds at each place what an operation uses, each zone under a limit once', () => {
    const instance = everyLimit();
    const zone = (name: string, rack: string) => ({ name, rack, level: 1, nodeType: 'T', nodeCount: 1, firstSlot: 1 });
    const matrix = {
      ...tinyRandom(11).matrix,
      cracNames: ['C2', 'C1', 'gone'],
      zones: [zone('a', 'R1'), zone('b', 'R2'), zone('c', 'R1')],
    };
    const operation = {
      zoneNodePowerW: [100, 20, 3],
      zoneInletC: [21, 22, 23],
      cracHeatW: [70, 50, 0],
      power: { totalW: 999 },
    };
    const uses = ROOM_LIMITS.flatMap((one) =>
      placesOf(one, instance, matrix).map(({ where, value, limit, use }) => [
        one.name,
        where,
        value,
        limit,
        use(operation),
      ]),
    );
    expect(uses).toEqual([
      ['redLine', 'a', 27, 25, 21],
      ['redLine', 'b', 27, 25, 22],
      ['redLine', 'c', 27, 25, 23],
      ['rackPower', 'R1', 700, 700, 103],
      ['rackPower', 'R2', 800, 800, 20],
      ['pduPower', 'P', 1400, 1400, 123],
      ['coolingCapacity', 'C2', 5000, 4500, 70],
      ['coolingCapacity', 'C1', 4000, 3600, 50],
      ['coolingCapacity', 'gone', 0, 0, 0],
      ['powerCap', '', 9000, 8500, 999],
    ]);
  });

  it('has words for every limit', () => {
    for (const { name } of ROOM_LIMITS) expect(limitWords(name).name).not.toBe(name);
  });
});
