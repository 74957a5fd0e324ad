import fc from 'fast-check';
import { inverse, Matrix } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { balanceErrors } from '../../../../models/physics/airflow/balance.js';
import { buildGrid, connectedCells, containmentOf, roomConductances } from '../../../../models/physics/airflow/grid.js';
import { splitByCrac } from '../../../../models/physics/airflow/plenum.js';
import { cracReturn, roomPorts, type AirPort } from '../../../../models/physics/airflow/ports.js';
import { solvePotential } from '../../../../models/physics/airflow/potential.js';
import { meanRecirculation, recirculatedFractions } from '../../../oracle/recirculation.js';
import { roomInfluenceMatrix } from '../../../../models/physics/airflow/room-matrix.js';
import { roomFaults } from '../../../../models/physics/airflow/room-faults.js';
import { deriveZones, zoneAirFlowsM3PerS } from '../../../../models/physics/airflow/zones.js';
import type { Facility } from '../../../../models/facility/facility.js';
import { anySmallRoom, facilityOf, shareOf, smallRoom } from './small-rooms.js';
import { denseOf } from '../../../support/dense-of.js';
import { fuzzCount } from '../../../support/fuzz.js';

/** Tight enough to see any wrong coefficient, loose enough for the residual of the flow. */
const NEAR = 1e-9;

/** Weights by a dense solve of the same steady transport over all cells: no ordering, no batches. */
function naiveWeights(facility: Facility): Float64Array {
  const { airflow } = facility;
  if (airflow.source !== 'room') throw new Error('needs a room');
  const { supplyShare = 1 } = airflow;
  // What goes straight back to a CRAC never passes the room.
  const cracs = facility.cracs.map((crac) => ({ ...crac, airFlowM3PerS: supplyShare * crac.airFlowM3PerS }));
  const zones = deriveZones(facility);
  const zoneFlows = zoneAirFlowsM3PerS(facility, zones);
  const grid = buildGrid(airflow.layout);
  const faces = roomConductances(airflow.layout, grid, containmentOf(airflow));
  const reachable = connectedCells(faces, cracReturn(airflow.layout, grid, cracs[0]!).cells[0]!);
  const ports = roomPorts(airflow, cracs, grid, zones, zoneFlows, reachable);
  const sources = [...splitByCrac(airflow.layout, cracs, grid, ports.floor), ...ports.levels.map((l) => l.exhaust)];
  const sinks = [...ports.returns, ...ports.levels.map((l) => l.inlet)];
  const count = grid.solid.length;
  const net = new Float64Array(count);
  const withdrawn = new Float64Array(count);
  const each = (port: AirPort, visit: (cell: number, flow: number) => void): void => {
    port.cells.forEach((cell, c) => {
      visit(cell, port.flowM3PerS[c]!);
    });
  };
  for (const port of sources) each(port, (cell, flow) => (net[cell]! += flow));
  for (const port of sinks) {
    each(port, (cell, flow) => {
      net[cell]! -= flow;
      withdrawn[cell]! += flow;
    });
  }
  const { potential } = solvePotential(faces, net);
  const system = Matrix.zeros(count, count);
  const couple = (a: number, b: number, conductance: number): void => {
    const flux = conductance * (potential[a]! - potential[b]!);
    const [from, to] = flux > 0 ? [a, b] : [b, a];
    system.set(from, from, system.get(from, from) + Math.abs(flux));
    system.set(to, from, system.get(to, from) - Math.abs(flux));
    // Two cells without any air are outside the network; with air, neighbours exchange what upwind does not mix.
    if (flux === 0) return;
    const exchanged = Math.max(0, conductance * (airflow.mixingM2PerS ?? 0) - Math.abs(flux) / 2);
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      system.set(one, one, system.get(one, one) + exchanged);
      system.set(one, other, system.get(one, other) - exchanged);
    }
  };
  for (let cell = 0; cell < count; cell++) {
    system.set(cell, cell, system.get(cell, cell) + withdrawn[cell]!);
    if (faces.alongX[cell]! > 0) couple(cell, cell + 1, faces.alongX[cell]!);
    if (faces.alongY[cell]! > 0) couple(cell, cell + grid.nx, faces.alongY[cell]!);
    if (faces.alongZ[cell]! > 0) couple(cell, cell + grid.nx * grid.ny, faces.alongZ[cell]!);
  }
  for (let cell = 0; cell < count; cell++) if (system.get(cell, cell) === 0) system.set(cell, cell, 1);
  const response = inverse(system);

  const size = cracs.length + zones.length;
  const members = [
    ...cracs.map((_, i) => [{ entity: i, part: 1 }]),
    ...ports.levels.map((l) => l.zones.map((z) => ({ entity: cracs.length + z, part: zoneFlows[z]! / l.flowM3PerS }))),
  ];
  const weights = new Float64Array(size * size);
  sources.forEach((source, s) => {
    sinks.forEach((sink, k) => {
      let heat = 0;
      let total = 0;
      each(sink, (cell, out) => {
        total += out;
        each(source, (from, into) => (heat += out * into * response.get(cell, from)));
      });
      for (const row of members[k]!) {
        for (const column of members[s]!) weights[row.entity * size + column.entity] = (heat / total) * column.part;
      }
    });
  });
  const sum = [...cracs.map((c) => c.airFlowM3PerS), ...zoneFlows];
  const all = sum.reduce((a, b) => a + b, 0);
  const { mixingFraction: b = 0, hotMixing: m = 0, exhaustExchange: x } = airflow;
  const exhaust = zoneFlows.reduce((one, other) => one + other, 0);
  const isHot = (i: number): boolean => i % size >= cracs.length;
  const hotShare = Array.from({ length: size }, (_, row) =>
    weights.slice(row * size + cracs.length, (row + 1) * size).reduce((one, other) => one + other, 0),
  );
  const supplied = all - exhaust;
  const handed = Math.min(supplied, exhaust);
  // Each half of the aisle has a tile, and no rack stands before both.
  const isLeft = zones.map(({ rack }) => {
    const { xM } = airflow.layout.racks.find(({ name }) => name === rack)!;
    return xM < airflow.layout.tiles[1]!.xM;
  });
  const ofHalf = (left: boolean): number =>
    zoneFlows.reduce((one, other, z) => one + (isLeft[z] === left ? other : 0), 0);
  /** Air (m3/s) that a sink draws from a source if all air is mixed without bypass. */
  const unbypassed = (sink: number, source: number, exchange: number): number => {
    const [fromCrac, toCrac] = [source < cracs.length, sink < cracs.length];
    const flows = sum[sink]! * sum[source]!;
    if (fromCrac && toCrac) return (flows * (supplied - handed)) / supplied ** 2;
    if (fromCrac || toCrac) return (flows * handed) / (supplied * exhaust);
    const [of, own] = [isLeft[source - cracs.length]!, isLeft[sink - cracs.length]!];
    const near = of === own ? flows / ofHalf(own) : 0;
    return (1 - handed / exhaust) * ((exchange * flows) / exhaust + (1 - exchange) * near);
  };
  const mixed = (i: number): number =>
    x === undefined ? sum[i % size]! / all : unbypassed(Math.floor(i / size), i % size, x) / sum[Math.floor(i / size)]!;
  return weights
    .map((weight, i) =>
      isHot(i) ? (1 - m) * weight + (m * hotShare[Math.floor(i / size)]! * sum[i % size]!) / exhaust : weight,
    )
    .map((weight, i) => (1 - b) * weight + b * mixed(i))
    .map((weight, i) => {
      if (i >= cracs.length * size) return weight;
      return supplyShare * weight + (i % (size + 1) === 0 ? 1 - supplyShare : 0);
    });
}

describe('roomInfluenceMatrix', () => {
  it('gives zones the air of a smaller CRAC where a share of its air goes straight back, which the CRAC draws again', () => {
    fc.assert(
      fc.property(anySmallRoom, fc.constantFrom(0.3, 0.75), (room, supplyShare) => {
        if (room.airflow.source !== 'room') throw new Error('needs a room');
        const { supplyShare: _, ...airflow } = room.airflow;
        const matrix = roomInfluenceMatrix({ ...room, airflow: { ...airflow, supplyShare } });
        const cracs = room.cracs.map((crac) => ({ ...crac, airFlowM3PerS: supplyShare * crac.airFlowM3PerS }));
        const smaller = roomInfluenceMatrix({ ...room, airflow, cracs });
        const [found, wanted] = [denseOf(matrix.weights), denseOf(smaller.weights)];
        const size = matrix.airFlowM3PerS.length;
        for (const [n, weight] of found.entries()) {
          const [sink, source] = [Math.floor(n / size), n % size];
          const ofCrac = supplyShare * wanted[n]! + (sink === source ? 1 - supplyShare : 0);
          expect(Math.abs(weight - (sink < cracs.length ? ofCrac : wanted[n]!))).toBeLessThan(NEAR);
        }
        for (const [c, { airFlowM3PerS }] of room.cracs.entries()) expect(matrix.airFlowM3PerS[c]).toBe(airFlowM3PerS);
      }),
      { numRuns: fuzzCount(50), seed: 3 },
    );
  });

  it('has rows that sum to 1, conserves heat and has no negative weight in random rooms', () => {
    fc.assert(
      fc.property(anySmallRoom, (facility) => {
        expect(roomFaults(facility)).toEqual([]);
        const matrix = roomInfluenceMatrix(facility);
        const errors = balanceErrors(matrix.weights, matrix.airFlowM3PerS);
        expect(errors.rowSum).toBeLessThan(1e-11);
        expect(errors.conservation).toBeLessThan(1e-11);
        expect(matrix.weights.value.every((weight) => weight >= 0)).toBe(true);
        // The raw errors are reported, and small: scaling only removes round-off.
        expect(matrix.provenance.rowSumError).toBeLessThan(NEAR);
        expect(matrix.provenance.conservationError).toBeLessThan(NEAR);
      }),
      { seed: 5, numRuns: fuzzCount(80) },
    );
  });

  it('equals a dense solve of the transport equations over all cells', () => {
    fc.assert(
      fc.property(anySmallRoom, (facility) => {
        const weights = denseOf(roomInfluenceMatrix(facility).weights);
        naiveWeights(facility).forEach((weight, i) => {
          expect(Math.abs(weight - weights[i]!)).toBeLessThan(NEAR);
        });
      }),
      { seed: 6, numRuns: fuzzCount(12) },
    );
  });

  it('gives a mirror-symmetric room a mirror-symmetric matrix', () => {
    const facility = smallRoom({
      columns: [
        [true, true],
        [true, false],
        [true, false],
        [true, true],
      ],
      rackHeightM: 2,
      levelsPerRack: 2,
      openings: [1, 1],
      leakage: 0.15,
      coldAisles: 'open',
      factor: 1.5,
      cracFlows: [0.6, 0.6],
      groupsOf: (rack) => [{ nodeType: 'A', count: 6, rack: rack.name }],
    });
    const matrix = roomInfluenceMatrix(facility);
    const mirror = (name: string): string =>
      name.startsWith('CRAC')
        ? name === 'CRAC1'
          ? 'CRAC2'
          : 'CRAC1'
        : name.replace(/^R(\d)/, (_, column: string) => `R${3 - Number(column)}`);
    const names = [...matrix.cracNames, ...matrix.zones.map((zone) => zone.name)];
    let asymmetry = 0;
    for (const sink of names) {
      for (const source of names) {
        const difference = shareOf(matrix, sink, source) - shareOf(matrix, mirror(sink), mirror(source));
        asymmetry = Math.max(asymmetry, Math.abs(difference));
      }
    }
    expect(asymmetry).toBeLessThan(NEAR);
    // With several CRACs the plenum decides: each side's racks breathe mostly their own CRAC's air.
    expect(shareOf(matrix, 'R0a/L1', 'CRAC1')).toBeGreaterThan(shareOf(matrix, 'R0a/L1', 'CRAC2'));
  });

  it('lets two types in one level breathe the same air and split the exhaust by their flow', () => {
    const facility = smallRoom({
      columns: [
        [true, true],
        [true, true],
      ],
      rackHeightM: 2,
      levelsPerRack: 1,
      openings: [1, 1],
      leakage: 0,
      coldAisles: 'open',
      factor: 3,
      cracFlows: [0.7],
      groupsOf: (rack) => [
        { nodeType: 'A', count: 2, rack: rack.name },
        { nodeType: 'B', count: 3, rack: rack.name },
      ],
    });
    const matrix = roomInfluenceMatrix(facility);
    const ratio = (3 * 0.0519) / (2 * 0.0284);
    for (const sink of ['CRAC1', 'R0a/L1/A', 'R0b/L1/B']) {
      expect(shareOf(matrix, sink, 'R0a/L1/B')).toBeCloseTo(ratio * shareOf(matrix, sink, 'R0a/L1/A'), 10);
    }
    for (const source of ['CRAC1', 'R0a/L1/A', 'R0b/L1/B']) {
      expect(shareOf(matrix, 'R0a/L1/A', source)).toBeCloseTo(shareOf(matrix, 'R0a/L1/B', source), 12);
    }
    expect(meanRecirculation(matrix)).toBeGreaterThan(0);
  });

  it('moves every weight towards perfectly mixed air by the mixing fraction', () => {
    const room = (mixingFraction: number): Facility =>
      smallRoom({
        columns: [
          [true, false],
          [false, false],
        ],
        rackHeightM: 1,
        levelsPerRack: 1,
        openings: [1, 1],
        leakage: 0.15,
        coldAisles: 'open',
        factor: 1,
        cracFlows: [0.7],
        mixingFraction,
        groupsOf: (rack) => [{ nodeType: 'B', count: 6, rack: rack.name }],
      });
    const plain = roomInfluenceMatrix(room(0));
    const mixed = roomInfluenceMatrix(room(0.4));
    const total = 0.7 + 6 * 0.0519;
    expect(shareOf(mixed, 'CRAC1', 'R0a/L1')).toBeCloseTo(
      0.6 * shareOf(plain, 'CRAC1', 'R0a/L1') + (0.4 * 6 * 0.0519) / total,
      12,
    );
    expect([...denseOf(roomInfluenceMatrix(room(1)).weights)].slice(0, 2)).toEqual([
      expect.closeTo(0.7 / total, 12),
      expect.closeTo((6 * 0.0519) / total, 12),
    ]);
  });

  it('refuses a room with problems instead of computing something', () => {
    const facility = smallRoom({
      columns: [
        [true, false],
        [false, false],
      ],
      rackHeightM: 1,
      levelsPerRack: 1,
      openings: [0, 0],
      leakage: 0,
      coldAisles: 'open',
      factor: 1,
      cracFlows: [0.7],
      groupsOf: (rack) => [{ nodeType: 'A', count: 6, rack: rack.name }],
    });
    expect(() => roomInfluenceMatrix(facility)).toThrow(/No tile is open/);
  });
});

describe('a duct of one tile, one rack and one CRAC, solved by hand', () => {
  /** One cell wide, two high: tile side | rack (one high) | hot side | CRAC (one high). Only above the rack can air pass it. */
  const duct = (nodeFlow: number, cracFlow: number): Facility =>
    facilityOf(
      {
        source: 'room',
        layout: {
          lengthXM: 1,
          widthYM: 6,
          heightZM: 2,
          cellM: { x: 1, y: 1, z: 1 },
          levelsPerRack: 1,
          racks: [{ name: 'R', xM: 0, yM: 2, widthXM: 1, depthYM: 1, heightZM: 1, slots: 1, inletSide: '-y' }],
          tiles: [{ name: 'T', xM: 0, yM: 0, widthXM: 1, depthYM: 1, opening: 1 }],
          aisles: [],
          cracPlacements: [{ crac: 'CRAC1', xM: 0, yM: 5, widthXM: 1, depthYM: 1, heightZM: 1 }],
        },
        nodeAirflowFactor: nodeFlow / 0.0284,
        floorLeakageFraction: 0,
        coldAisles: 'open',
      },
      [{ nodeType: 'A', count: 1, rack: 'R' }],
      [cracFlow],
    );

  it('gives the rack fresh air only and lets the surplus bypass it when the CRAC gives more than the rack draws', () => {
    const matrix = roomInfluenceMatrix(duct(0.3, 0.5));
    [0.4, 0.6, 1, 0].forEach((weight, i) => {
      expect(denseOf(matrix.weights)[i]).toBeCloseTo(weight, 10);
    });
    expect([...recirculatedFractions(matrix)]).toEqual([expect.closeTo(0, 10)]);
  });

  it('makes the rack draw exactly the missing air from its own exhaust when the CRAC gives less', () => {
    const matrix = roomInfluenceMatrix(duct(0.8, 0.5));
    [0, 1, 0.625, 0.375].forEach((weight, i) => {
      expect(denseOf(matrix.weights)[i]).toBeCloseTo(weight, 10);
    });
    expect(matrix.airFlowM3PerS[1]).toBeCloseTo(0.8, 12);
  });
});
