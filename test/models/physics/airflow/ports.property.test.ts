import { describe, expect, it } from 'vitest';
import { buildGrid, roomConductances, snapBox } from '../../../../models/physics/airflow/grid.js';
import { roomPorts, type AirPort, type RoomPorts } from '../../../../models/physics/airflow/ports.js';
import { deriveZones, zoneAirFlowsM3PerS } from '../../../../models/physics/airflow/zones.js';
import type { RoomAirflow } from '../../../../models/facility/facility.js';
import { smallRoom } from './small-rooms.js';

const room = (options: {
  openings: readonly [number, number];
  leakage: number;
  rackHeightM?: number;
  levelsPerRack?: number;
}): { airflow: RoomAirflow; ports: RoomPorts } => {
  const facility = smallRoom({
    columns: [
      [true, false],
      [true, false],
    ],
    rackHeightM: 3,
    levelsPerRack: 2,
    coldAisles: 'isolated',
    factor: 1,
    cracFlows: [0.8],
    groupsOf: (rack) => [{ nodeType: 'A', count: 6, rack: rack.name }],
    ...options,
  });
  const airflow = facility.airflow as RoomAirflow;
  const grid = buildGrid(airflow.layout);
  const zones = deriveZones(facility);
  const flows = zoneAirFlowsM3PerS(facility, zones);
  const air = grid.solid.map((solid) => 1 - solid);
  return { airflow, ports: roomPorts(airflow, facility.cracs, grid, zones, flows, air) };
};

const flowAt = (port: AirPort, cell: number): number => {
  const index = port.cells.indexOf(cell);
  return index < 0 ? 0 : port.flowM3PerS[index]!;
};
const total = (port: AirPort): number => port.flowM3PerS.reduce((sum, flow) => sum + flow, 0);
/** Cell of the 6 x 8 x 4 grid. */
const cell = (x: number, y: number, z: number): number => x + 6 * (y + 8 * z);

describe('the openings of a room', () => {
  it('splits the supply by opening, with the leakage fraction reached when all tiles are open', () => {
    // Each tile is 1 x 2 cells. The floor has 48 cells less two racks of 2 and the CRAC's 2: 42 leak.
    const open = room({ openings: [1, 1], leakage: 0.15 }).ports.floor;
    expect(total(open)).toBeCloseTo(0.8, 12);
    expect(flowAt(open, cell(0, 0, 0))).toBeCloseTo((0.15 * 0.8) / 42, 12);
    expect(flowAt(open, cell(2, 3, 0))).toBeCloseTo((0.85 * 0.8) / 4 + (0.15 * 0.8) / 42, 12);
    // Half of one tile: parts 0.15 * 2 leak, 0.85 * 0.5 tile (in tile areas of 2 cells).
    const half = room({ openings: [0.5, 0], leakage: 0.15 }).ports.floor;
    const leak = (0.8 * 0.3) / (0.3 + 0.425);
    expect(flowAt(half, cell(0, 0, 0))).toBeCloseTo(leak / 42, 12);
    expect(flowAt(half, cell(2, 4, 0))).toBeCloseTo((0.8 - leak) / 2 + leak / 42, 12);
    expect(flowAt(half, cell(3, 4, 0))).toBeCloseTo(leak / 42, 12);
    expect(total(room({ openings: [0, 0], leakage: 0.15 }).ports.floor)).toBeCloseTo(0.8, 12);
  });

  it('takes and returns the air of a level over its part of the rack height, cells shared between levels included', () => {
    const { inlet, exhaust } = room({ openings: [1, 1], leakage: 0 }).ports.levels[1]!;
    const flow = 3 * 0.0284;
    // Upper half of a rack three cells high: half of the middle cell and the top cell, before (y = 3) and behind (y = 0).
    for (const [port, y] of [
      [inlet, 3],
      [exhaust, 0],
    ] as const) {
      expect(flowAt(port, cell(2, y, 0))).toBe(0);
      expect(flowAt(port, cell(2, y, 1))).toBeCloseTo(flow / 3, 12);
      expect(flowAt(port, cell(2, y, 2))).toBeCloseTo((2 * flow) / 3, 12);
      expect(total(port)).toBeCloseTo(flow, 12);
    }
  });

  it('draws the return air of a CRAC from the cells on its top', () => {
    const { returns } = room({ openings: [1, 1], leakage: 0 }).ports;
    expect([...returns[0]!.cells]).toEqual([cell(0, 3, 2), cell(0, 4, 2)]);
    expect([...returns[0]!.flowM3PerS]).toEqual([0.4, 0.4]);
  });
});

describe('the grid of a room', () => {
  it('lets 1 % of the open conductance through the doors and roof of an isolated aisle, none through racks', () => {
    const { airflow } = room({ openings: [1, 1], leakage: 0 });
    const grid = buildGrid(airflow.layout);
    const isolated = roomConductances(airflow.layout, grid, 'isolated');
    const open = roomConductances(airflow.layout, grid, 'open');
    const door = cell(1, 3, 0); // to the aisle's first cell in x
    const roof = cell(2, 3, 2);
    expect([isolated.alongX[door], open.alongX[door]]).toEqual([0.01, 1]);
    expect([isolated.alongZ[roof], open.alongZ[roof]]).toEqual([0.01, 1]);
    expect(isolated.alongX[cell(2, 3, 0)]).toBe(1); // within the aisle
    expect(isolated.alongY[cell(2, 2, 0)]).toBe(0); // rack to aisle
    expect(isolated.alongX[cell(5, 0, 0)]).toBe(0); // wall
  });

  it('weighs a face by its area over the distance', () => {
    const { airflow } = room({ openings: [1, 1], leakage: 0 });
    const layout = { ...airflow.layout, cellM: { x: 1, y: 0.5, z: 2 } };
    const faces = roomConductances(layout, buildGrid(layout), 'open');
    const corner = 6 * 16 - 6; // x = 0, y = 15: far from racks
    expect(faces.alongX[corner]).toBe(1);
    expect(faces.alongY[corner - 6]).toBe(4);
    expect(faces.alongZ[corner]).toBe(0.25);
  });

  it('snaps edges to the nearest grid plane', () => {
    const { airflow } = room({ openings: [1, 1], leakage: 0 });
    const box = snapBox(airflow.layout, { xM: 1.4, yM: 0.6, widthXM: 1.2, depthYM: 2, heightZM: 1.6 });
    expect(box).toEqual({ x0: 1, x1: 3, y0: 1, y1: 3, z0: 0, z1: 2 });
  });
});
