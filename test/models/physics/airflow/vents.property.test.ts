import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceErrors } from '../../../../models/physics/airflow/balance.js';
import { roomInfluenceMatrix } from '../../../../models/physics/airflow/room-matrix.js';
import { ventAirflow, ventCombinations, type VentQuadrant } from '../../../../models/physics/airflow/vents.js';
import { ventInfluenceMatrices } from '../../../support/vent-matrices.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { denseOf } from '../../../support/dense-of.js';
import type { Facility, RoomAirflow } from '../../../../models/facility/facility.js';
import { anySmallRoom, smallRoom } from './small-rooms.js';
import { fuzzCount } from '../../../support/fuzz.js';

const NEAR = 1e-9;
const OPENINGS = [0, 0.5, 1];
const TWO: readonly VentQuadrant[] = [{ tiles: ['T2'] }, { tiles: ['T1'] }];

/** The same room with its tiles opened by name. */
function openedTiles(facility: Facility, opening: (tile: string) => number): Facility {
  const airflow = facility.airflow as RoomAirflow;
  const tiles = airflow.layout.tiles.map((tile) => ({ ...tile, opening: opening(tile.name) }));
  return { ...facility, airflow: { ...airflow, layout: { ...airflow.layout, tiles } } };
}

function withLeakage(facility: Facility, floorLeakageFraction: number): Facility {
  return { ...facility, airflow: { ...(facility.airflow as RoomAirflow), floorLeakageFraction } };
}

function largestDifference(a: InfluenceMatrix, b: InfluenceMatrix): number {
  const other = denseOf(b.weights);
  return denseOf(a.weights).reduce((most, weight, i) => Math.max(most, Math.abs(weight - other[i]!)), 0);
}

function byHand(facility: Facility, quadrants: readonly VentQuadrant[], openings: readonly number[]): InfluenceMatrix {
  return roomInfluenceMatrix(
    openedTiles(facility, (name) => openings[quadrants.findIndex(({ tiles }) => tiles.includes(name))]!),
  );
}

describe('vent combinations', () => {
  it('lets the first quadrant vary slowest', () => {
    expect(ventCombinations(2, OPENINGS).map((row) => row.join(' '))).toEqual([
      '0 0',
      '0 0.5',
      '0 1',
      '0.5 0',
      '0.5 0.5',
      '0.5 1',
      '1 0',
      '1 0.5',
      '1 1',
    ]);
    expect(ventCombinations(4, OPENINGS)).toHaveLength(81);
  });

  it('each have the matrix of the room with its tiles opened like that, all closed included, whatever the layout said', () => {
    fc.assert(
      fc.property(anySmallRoom, fc.constantFrom(0.15, 0.4), (room, leakage) => {
        const facility = withLeakage(room, leakage);
        const { ventOpenings, influence } = ventAirflow(facility, TWO, OPENINGS);
        ventOpenings.forEach((openings, combination) => {
          const matrix = influence(combination);
          expect(largestDifference(matrix, byHand(facility, TWO, openings))).toBeLessThan(NEAR);
          const errors = balanceErrors(matrix.weights, matrix.airFlowM3PerS);
          expect(errors.rowSum).toBeLessThan(1e-11);
          expect(errors.conservation).toBeLessThan(1e-11);
          expect(matrix.provenance.conservationError).toBeLessThan(NEAR);
        });
      }),
      { seed: 11, numRuns: fuzzCount(10) },
    );
  });

  it('without leakage and with quadrants of several tiles too', () => {
    const quadrants = [{ tiles: ['T1', 'T2'] }];
    fc.assert(
      fc.property(anySmallRoom, (room) => {
        const facility = withLeakage(room, 0);
        const matrices = ventInfluenceMatrices(facility, quadrants, [0.25, 1]);
        expect(matrices).toHaveLength(2);
        for (const [v, opening] of [0.25, 1].entries()) {
          expect(largestDifference(matrices[v]!, byHand(facility, quadrants, [opening]))).toBeLessThan(NEAR);
        }
        // Nothing but the tiles passes air: how far all of them are open does not matter.
        expect(largestDifference(matrices[0]!, matrices[1]!)).toBeLessThan(NEAR);
      }),
      { seed: 12, numRuns: fuzzCount(6) },
    );
  });

  it('equal the direct computation in the room of 1080 nodes', () => {
    const path = 'instances/reward-rate/room-1080-hybrid.json';
    const { facility } = JSON.parse(readFileSync(path, 'utf8')) as { facility: Facility };
    const quadrants = ['Q1', 'Q2', 'Q3', 'Q4'].map((tile) => ({ tiles: [tile] }));
    const { ventOpenings, influence } = ventAirflow(facility, quadrants, OPENINGS);
    expect(ventOpenings[41]).toEqual([0.5, 0.5, 0.5, 1]);
    expect(largestDifference(influence(41), byHand(facility, quadrants, ventOpenings[41]!))).toBeLessThan(NEAR);
  });
});

describe('quadrants that do not fit the room', () => {
  const facility = smallRoom({
    columns: [
      [true, true],
      [true, false],
    ],
    rackHeightM: 2,
    levelsPerRack: 2,
    openings: [1, 1],
    leakage: 0,
    coldAisles: 'open',
    factor: 1,
    cracFlows: [0.7],
    groupsOf: (rack) => [{ nodeType: 'A', count: 6, rack: rack.name }],
  });
  it.each([
    ['a tile in none', [{ tiles: ['T1'] }], OPENINGS, /T2 is in no quadrant/],
    ['a tile in two', [{ tiles: ['T1', 'T2'] }, { tiles: ['T2'] }], OPENINGS, /T2 is in two/],
    ['an unknown tile', [{ tiles: ['T1', 'T2', 'T3'] }], OPENINGS, /does not have/],
    ['no tiles', [{ tiles: ['T1', 'T2'] }, { tiles: [] }], OPENINGS, /Quadrant 2 has no tiles/],
    ['all closed without leakage', TWO, OPENINGS, /No tile is open/],
    ['an opening above 1', TWO, [0.5, 2], /opening is 2/],
  ])('are refused: %s', (_, quadrants, openings, message) => {
    expect(() => ventAirflow(facility, quadrants, openings)).toThrow(message);
  });
});
