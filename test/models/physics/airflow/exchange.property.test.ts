import { describe, expect, it } from 'vitest';
import type { AirPort } from '../../../../models/physics/airflow/ports.js';
import { flowNetwork, transport } from '../../../../models/physics/airflow/transport.js';
import { roomConductances } from '../../../../models/physics/airflow/grid.js';
import { roomFaults } from '../../../../models/physics/airflow/room-faults.js';
import { roomInfluenceMatrix } from '../../../../models/physics/airflow/room-matrix.js';
import type { Facility, RoomAirflow } from '../../../../models/facility/facility.js';
import { entryAt } from '../../../../models/physics/thermal/sparse-rows.js';
import fc from 'fast-check';
import { BATCH } from '../../../../models/physics/airflow/exchange-grids.js';
import { solvePotential } from '../../../../models/physics/airflow/potential.js';
import { addPort, netWithoutFloor, roomFlow, roomSetting } from '../../../../models/physics/airflow/room-flow.js';
import { fuzzCount } from '../../../support/fuzz.js';
import { anySmallRoom, smallRoom } from './small-rooms.js';

/**
 * A duct of four cells in a row, with conductances of 1 m. A blows 0.1 m3/s into the first cell, B 0.1 into the third;
 * S1 draws 0.05 from the second, S2 0.15 from the fourth. So 0.1, 0.05 and 0.15 m3/s cross the three faces.
 */
function ductShares(mixingM2PerS: number): { readonly s1: number[]; readonly s2: number[] } {
  const faces = {
    nx: 4,
    ny: 1,
    nz: 1,
    alongX: Float64Array.of(1, 1, 1, 0),
    alongY: new Float64Array(4),
    alongZ: new Float64Array(4),
  };
  const port = (cell: number, flow: number): AirPort => ({
    cells: Int32Array.of(cell),
    flowM3PerS: Float64Array.of(flow),
  });
  const network = flowNetwork(faces, Float64Array.of(0.3, 0.2, 0.15, 0), Float64Array.of(0.1, 0, 0.1, 0), mixingM2PerS);
  const shares = { s1: [0, 0], s2: [0, 0] };
  transport(network, [port(0, 0.1), port(2, 0.1)], [port(1, 0.05), port(3, 0.15)], (sink, source, share) => {
    shares[sink === 0 ? 's1' : 's2'][source] = share;
  });
  return shares;
}

/** Number of multigrid cycles that the air of all sources of a small room takes; the solver asks before each and at the end. */
function cyclesOf(facility: Facility): number {
  const setting = roomSetting(facility);
  const net = netWithoutFloor(setting);
  addPort(net, setting.ports.floor, 1);
  const { network, sources, sinks } = roomFlow(
    setting,
    setting.ports.floor,
    solvePotential(setting.faces, net).potential,
  );
  expect(sources.length).toBeLessThanOrEqual(BATCH);
  let asked = 0;
  transport(
    network,
    sources,
    sinks,
    () => {},
    () => ++asked === 0,
  );
  return asked - 2;
}

describe('air that mixes between neighbouring cells', () => {
  it.each([
    { mixing: 0, s1: [1, 0], s2: [1 / 3, 2 / 3] },
    { mixing: 0.02, s1: [1, 0], s2: [1 / 3, 2 / 3] },
    { mixing: 0.06, s1: [37 / 44, 7 / 44], s2: [17 / 44, 27 / 44] },
    { mixing: 0.2, s1: [0.65, 0.35], s2: [0.45, 0.55] },
  ])('has the shares by hand in a duct of four cells at $mixing m2/s', ({ mixing, s1, s2 }) => {
    const found = ductShares(mixing);
    found.s1.forEach((share, k) => {
      expect(share).toBeCloseTo(s1[k]!, 9);
    });
    found.s2.forEach((share, k) => {
      expect(share).toBeCloseTo(s2[k]!, 9);
    });
  });

  const room = (coldAisles: 'open' | 'isolated', mixingM2PerS: number, cellM = 1): Facility => {
    const facility = smallRoom({
      columns: [
        [true, true],
        [true, true],
      ],
      rackHeightM: 2,
      levelsPerRack: 2,
      openings: [1, 1],
      leakage: 0.15,
      coldAisles,
      factor: 1,
      cracFlows: [0.4],
      groupsOf: (rack) => [{ nodeType: 'A', count: 6, rack: rack.name }],
      mixingM2PerS,
    });
    const airflow = facility.airflow as RoomAirflow;
    return {
      ...facility,
      airflow: { ...airflow, layout: { ...airflow.layout, cellM: { x: cellM, y: cellM, z: cellM } } },
    };
  };
  /** Share of a CRAC's return air that comes from the CRAC itself. */
  const bypass = (facility: Facility): number => entryAt(roomInfluenceMatrix(facility).weights, 0, 0);

  it('hangs less on the cells than air that only the cells mix', () => {
    const change = (mixing: number): number => {
      const [coarse, fine] = [bypass(room('open', mixing, 0.5)), bypass(room('open', mixing, 0.25))];
      return Math.abs(fine - coarse) / coarse;
    };
    expect(change(0.3)).toBeLessThan(0.5 * change(0));
  });

  it('leaks through the walls of isolated aisles alike on every grid', () => {
    const { layout } = room('isolated', 0.1).airflow as RoomAirflow;
    for (const cell of [1, 0.5, 0.25]) {
      const fine = { ...layout, cellM: { x: cell, y: cell, z: cell } };
      const [nx, ny, nz] = [layout.lengthXM / cell, layout.widthYM / cell, layout.heightZM / cell];
      const grid = { nx, ny, nz, dxM: cell, dyM: cell, dzM: cell, solid: new Uint8Array(nx * ny * nz) };
      const { alongZ } = roomConductances(fine, grid, 'sheets');
      const open = (cell * cell) / cell;
      // The roof of the aisle, 2 m deep over two columns of 1 m, lets 0.01 of its area / 0.35 m through.
      const roof = alongZ.filter((conductance) => conductance > 0 && conductance < open / 2);
      expect(roof.reduce((sum, conductance) => sum + conductance, 0)).toBeCloseTo((0.01 * 2 * 2) / 0.35, 12);
    }
  });

  it('is solved in at most 25 cycles of multigrid on any grid, behind walls too', () => {
    fc.assert(
      fc.property(
        anySmallRoom,
        fc.constantFrom('open' as const, 'isolated' as const),
        fc.constantFrom(0.005, 0.02, 0.1, 0.5),
        fc.constantFrom(1, 0.5),
        (facility, coldAisles, mixingM2PerS, cell) => {
          const own = facility.airflow as RoomAirflow;
          const layout = { ...own.layout, cellM: { x: cell, y: cell, z: cell } };
          const mixed = { ...facility, airflow: { ...own, coldAisles, mixingM2PerS, layout } };
          fc.pre(roomFaults(mixed).length === 0);
          expect(cyclesOf(mixed)).toBeLessThanOrEqual(25);
        },
      ),
      { seed: 24, numRuns: fuzzCount(60) },
    );
  });

  it.each([
    { value: -0.01, allowed: '0 to 0.5 m2/s' },
    { value: 0.51, allowed: '0 to 0.5 m2/s' },
    { value: NaN, allowed: '0 to 0.5 m2/s' },
  ])('is refused at $value m2/s', ({ value, allowed }) => {
    expect(roomFaults(room('open', value))).toMatchObject([{ path: 'airflow.mixingM2PerS', allowed }]);
  });

  it('is refused where it takes too many cells, and says to leave it out', () => {
    const faults = roomFaults(room('open', 0.1, 0.05));
    expect(faults).toMatchObject([
      { path: 'airflow.layout.cellM', allowed: '1 to 500000 cells in all with mixingM2PerS' },
    ]);
    expect(faults[0]!.remedy).toContain('leave out mixingM2PerS');
  });
});
