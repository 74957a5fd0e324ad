import { describe, expect, it } from 'vitest';
import type { DistinctSettings } from '../../../../../models/families/reward-rate/instance.js';
import type { NodeAssignment } from '../../../../../models/families/reward-rate/plan.js';
import type { Violation } from '../../../../../models/families/violation.js';
import { check } from './changed-case.js';
import { twoZones, whole } from './two-zones.js';

/** Work of both cores of a node. */
const CORES = [whole(2, 'a')];
/** Work of the node of the first rack. */
const FIRST = { zone: 'R1/L1', nodes: 1, cores: CORES };
/** Name of the zone of the second rack, which has one node of the same type. */
const OTHER = 'R2/L1';

/** Violations of limits on settings by these assignments. */
function counted(distinctSettings: DistinctSettings, assignments: readonly NodeAssignment[]): Violation[] {
  const { violations } = check({ limits: { distinctSettings }, plan: { ...twoZones().plan, assignments } });
  return violations.filter(({ constraint }) => constraint === 'distinctSettings');
}

describe('limits on different settings', () => {
  it('count the same work in two racks once in the room', () => {
    expect(counted({ rack: 1, room: 1 }, [FIRST, { ...FIRST, zone: OTHER }])).toEqual([]);
  });

  it('count different works in a row of racks, by its name, and none in racks of no row', () => {
    const other = { zone: OTHER, nodes: 1, cores: [whole(1, 'a')] };
    const rows = [{ name: 'A', racks: ['R1', 'R2'] }];
    expect(counted({ row: 1, rows }, [FIRST, other])).toMatchObject([
      { where: 'row A', unit: 'settings', value: 2, limit: 1, amount: 1 },
    ]);
    expect(counted({ row: 2, rows }, [FIRST, other])).toEqual([]);
    expect(counted({ row: 1, rows: [{ name: 'A', racks: ['R1'] }] }, [FIRST, other])).toEqual([]);
    expect(counted({ row: 1, rows }, [FIRST, { ...FIRST, zone: OTHER }])).toEqual([]);
  });

  it('count work whose cores are listed otherwise once', () => {
    const split = [whole(1, 'a'), whole(1, 'a')];
    expect(counted({ room: 1 }, [FIRST, { ...FIRST, zone: OTHER, cores: split }])).toEqual([]);
  });

  it('tell fractions of time apart as they are written, and leave out slices of none', () => {
    const part = (...fractions: readonly number[]): NodeAssignment => ({
      zone: OTHER,
      nodes: 1,
      cores: [{ count: 2, slices: fractions.map((fraction, s) => ({ taskType: 'ab'[s]!, pState: 0, fraction })) }],
    });
    const half = { ...part(0.5), zone: FIRST.zone };
    expect(counted({ room: 1 }, [half, part(0.5 + 1e-7)])).toHaveLength(1);
    expect(counted({ room: 1 }, [half, part(0.5)])).toEqual([]);
    expect(counted({ room: 1 }, [half, part(0.5, 0)])).toEqual([]);
  });

  it('count no node without work', () => {
    expect(counted({ room: 1 }, [FIRST, { ...FIRST, zone: OTHER, cores: [] }])).toEqual([]);
  });

  it('count every work of a node that shares time, and name the rack and the room with both numbers', () => {
    const shares = [
      { share: 0.5, cores: CORES },
      { share: 0.5, cores: [whole(1, 'a')] },
    ];
    const sharing: NodeAssignment = { zone: FIRST.zone, nodes: 1, shares };
    expect(counted({ rack: 1, room: 1 }, [sharing])).toMatchObject([
      { where: 'R1', unit: 'settings', value: 2, limit: 1, amount: 1 },
      { where: '', unit: 'settings', value: 2, limit: 1, amount: 1 },
    ]);
    expect(counted({ rack: 2, room: 2 }, [sharing])).toEqual([]);
  });
});
