import { describe, expect, it } from 'vitest';
import { deriveZones, levelOfSlot, placeGroups } from '../../../../models/physics/airflow/zones.js';
import type { Facility, NodeGroup } from '../../../../models/facility/facility.js';
import { facilityOf, smallRoom } from './small-rooms.js';

const summary = (facility: Facility): string[] =>
  deriveZones(facility).map((zone) => `${zone.name} ${zone.nodeType} ${zone.nodeCount} from ${zone.firstSlot}`);

/** Racks R0a and R1a of six slots. */
const room = (groups: NodeGroup[], levelsPerRack: number): Facility => ({
  ...smallRoom({
    columns: [
      [true, false],
      [true, false],
    ],
    rackHeightM: 2,
    levelsPerRack,
    openings: [1, 1],
    leakage: 0,
    coldAisles: 'open',
    factor: 1,
    cracFlows: [0.7],
    groupsOf: () => [],
  }),
  nodeGroups: groups,
});

describe('deriveZones in a room', () => {
  it('cuts groups at the levels, keeps rack order of the layout and leaves out levels without nodes', () => {
    const groups = [
      { nodeType: 'B', count: 2, rack: 'R1a', firstSlot: 5 },
      { nodeType: 'A', count: 4, rack: 'R0a', firstSlot: 2 },
    ];
    expect(summary(room(groups, 3))).toEqual([
      'R0a/L1 A 1 from 2',
      'R0a/L2 A 2 from 3',
      'R0a/L3 A 1 from 5',
      'R1a/L3 B 2 from 5',
    ]);
  });

  it('makes one zone per type where types share a level, in group order, and joins adjoining groups of one type', () => {
    const groups = [
      { nodeType: 'B', count: 1, rack: 'R0a' },
      { nodeType: 'A', count: 1, rack: 'R0a' },
      { nodeType: 'A', count: 2, rack: 'R0a' },
    ];
    expect(summary(room(groups, 2))).toEqual(['R0a/L1/B B 1 from 1', 'R0a/L1/A A 2 from 2', 'R0a/L2 A 1 from 4']);
  });

  it('ends at the top of a rack, however many nodes are said to stand in it', () => {
    const groups = [{ nodeType: 'A', count: 1_000_000, rack: 'R0a', firstSlot: 2 }];
    expect(summary(room(groups, 2))).toEqual(['R0a/L1 A 2 from 2', 'R0a/L2 A 3 from 4']);
  });

  it('keeps runs of one type apart when other slots lie between, because zones take consecutive slots', () => {
    const groups = [
      { nodeType: 'A', count: 1, rack: 'R0a', firstSlot: 1 },
      { nodeType: 'A', count: 1, rack: 'R0a', firstSlot: 3 },
    ];
    expect(summary(room(groups, 1))).toEqual(['R0a/L1/A/S1 A 1 from 1', 'R0a/L1/A/S3 A 1 from 3']);
  });

  it('divides slots evenly among levels when they do not divide', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((slot) => levelOfSlot(slot, 7, 3))).toEqual([1, 1, 1, 2, 2, 3, 3]);
  });

  it('stacks groups without a slot on the previous group of their rack only', () => {
    const groups = [
      { nodeType: 'A', count: 3, rack: 'X' },
      { nodeType: 'A', count: 5, rack: 'Y', firstSlot: 2 },
      { nodeType: 'A', count: 1, rack: 'X' },
      { nodeType: 'A', count: 1, rack: 'Y' },
    ];
    expect(placeGroups(groups).map((placed) => placed.firstSlot)).toEqual([1, 2, 4, 7]);
  });
});

describe('deriveZones for a matrix file', () => {
  const imported = (rowsPer: 'node' | 'nodeGroup'): Facility =>
    facilityOf(
      { source: 'matrix', file: 'w.csv', kind: 'influence', rowsPer, nodeAirflowFactor: 1, provenance: 'test' },
      [
        { nodeType: 'B', count: 2, rack: 'R2', firstSlot: 3 },
        { nodeType: 'A', count: 1, rack: 'R1' },
        { nodeType: 'A', count: 2, rack: 'R2', firstSlot: 1 },
      ],
      [0.5],
    );

  it('keeps the order of the groups, as the rows of the file', () => {
    expect(summary(imported('nodeGroup'))).toEqual(['R2/L2 B 2 from 3', 'R1/L1 A 1 from 1', 'R2/L1 A 2 from 1']);
  });

  it('makes one zone per node in the order of the groups', () => {
    expect(summary(imported('node'))).toEqual([
      'R2/S3 B 1 from 3',
      'R2/S4 B 1 from 4',
      'R1/S1 A 1 from 1',
      'R2/S1 A 1 from 1',
      'R2/S2 A 1 from 2',
    ]);
  });
});
