import { describe, expect, it } from 'vitest';
import { airMixing, mixingOfCells } from '../../../../models/physics/airflow/mixing-of-cells.js';
import type { Facility } from '../../../../models/facility/facility.js';
import { facilityOf, smallRoom } from './small-rooms.js';

describe('the mixing of a grid', () => {
  it('is half the fall of the potential at the faces of a duct, at shares of the air', () => {
    // Falls of 0.05, 0.1 and 0.15 m2/s through 1 m: air of 0.05, 0.1 and 0.15 m3/s mixes like 0.025, 0.05, 0.075 m2/s.
    const line = (values: number[]): Float64Array => Float64Array.from(values);
    const none = new Float64Array(4);
    const faces = { nx: 4, ny: 1, nz: 1, alongX: line([1, 1, 1, 0]), alongY: none, alongZ: none };
    const found = mixingOfCells(faces, line([0.3, 0.25, 0.15, 0]));
    expect(found.lowM2PerS).toBeCloseTo(0.025, 12);
    expect(found.medianM2PerS).toBeCloseTo(0.05, 12);
    expect(found.highM2PerS).toBeCloseTo(0.075, 12);
  });

  it('counts air along every axis, and is half as large on cells of half the length', () => {
    // 1 m/s along x, y and z through cells of 2 m mixes like 1 m2/s; through cells of 1 m like 0.5 m2/s.
    for (const cellM of [2, 1]) {
      const g = new Float64Array(8).fill(cellM);
      const potential = Float64Array.from({ length: 8 }, (_, cell) => {
        const [x, y, z] = [cell % 2, Math.floor(cell / 2) % 2, Math.floor(cell / 4)];
        return -cellM * (x + y + z);
      });
      const open = (at: (cell: number) => number): Float64Array => g.map((value, cell) => (at(cell) === 0 ? value : 0));
      const faces = {
        nx: 2,
        ny: 2,
        nz: 2,
        alongX: open((cell) => cell % 2),
        alongY: open((cell) => Math.floor(cell / 2) % 2),
        alongZ: open((cell) => Math.floor(cell / 4)),
      };
      const half = cellM / 2;
      expect(mixingOfCells(faces, potential)).toEqual({ lowM2PerS: half, medianM2PerS: half, highM2PerS: half });
    }
  });

  it('is above a stated one in half the air if that is the median, and the share is left out where none is stated', () => {
    const room = (mixingM2PerS?: number): Facility =>
      smallRoom({
        columns: [
          [true, true],
          [true, true],
        ],
        rackHeightM: 2,
        levelsPerRack: 2,
        openings: [1, 1],
        leakage: 0.15,
        coldAisles: 'open',
        factor: 1,
        cracFlows: [0.4],
        groupsOf: (rack) => [{ nodeType: 'A', count: 6, rack: rack.name }],
        ...(mixingM2PerS === undefined ? {} : { mixingM2PerS }),
      });
    const unstated = airMixing(room())!;
    expect(unstated).not.toHaveProperty('mixedByCells');
    const { lowM2PerS, medianM2PerS, highM2PerS } = unstated.ofCells;
    const shareAt = (mixingM2PerS: number): number => airMixing(room(mixingM2PerS))!.mixedByCells!;
    // Faces as fast as the one at the share itself count, and here some are.
    for (const [mixing, share] of [
      [lowM2PerS, 0.9],
      [medianM2PerS, 0.5],
      [highM2PerS, 0.1],
    ] as const) {
      expect(shareAt(mixing * (1 - 1e-6))).toBeGreaterThanOrEqual(share - 1e-9);
      expect(shareAt(mixing * (1 + 1e-6))).toBeLessThanOrEqual(share + 1e-9);
    }
  });

  it('is 0 where no air moves, and null where the air is imported', () => {
    const none = new Float64Array(2);
    const still = mixingOfCells({ nx: 2, ny: 1, nz: 1, alongX: none, alongY: none, alongZ: none }, none);
    expect(still).toEqual({ lowM2PerS: 0, medianM2PerS: 0, highM2PerS: 0 });
    const air = { source: 'matrix', kind: 'influence', rowsPer: 'nodeGroup', file: 'a.csv' } as const;
    const facility = facilityOf({ ...air, nodeAirflowFactor: 1, provenance: 'measured' }, [], [1]);
    expect(airMixing(facility)).toBeNull();
  });
});
