import fc from 'fast-check';
import type { Facility, NodeGroup, Rack, RoomAirflow, RoomLayout } from '../../../../models/facility/facility.js';
import type { SparseRows } from '../../../../models/physics/thermal/influence-matrix.js';
import { denseOf } from '../../../support/dense-of.js';

/** Node types of the small rooms: air flows of the thesis' types, nothing else matters to air. */
export const NODE_TYPES: Facility['nodeTypes'] = (
  [
    ['A', 0.0284],
    ['B', 0.0519],
  ] as const
).map(([name, airFlowM3PerS]) => ({
  name,
  cores: 4,
  idlePowerW: 100,
  airFlowM3PerS,
  pStateFrequenciesGHz: [2, 1],
  tasks: [],
}));

export function facilityOf(
  airflow: Facility['airflow'],
  nodeGroups: readonly NodeGroup[],
  cracFlows: readonly number[],
): Facility {
  return {
    nodeTypes: NODE_TYPES,
    nodeGroups,
    cracs: cracFlows.map((airFlowM3PerS, i) => ({
      name: `CRAC${i + 1}`,
      airFlowM3PerS,
      setPointMinC: 10,
      setPointMaxC: 35,
    })),
    airflow,
    coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
    colocation: { model: 'none' },
  };
}

/** Cells of 1 m; two rows of racks two deep face a cold aisle of depth 2 over a row of tiles; CRACs at the two ends in x. */
export function smallRoom(options: {
  readonly columns: readonly (readonly [boolean, boolean])[];
  readonly rackHeightM: number;
  readonly levelsPerRack: number;
  readonly openings: readonly [number, number];
  readonly leakage: number;
  readonly coldAisles: 'open' | 'isolated';
  readonly factor: number;
  readonly cracFlows: readonly number[];
  readonly groupsOf: (rack: Rack, index: number) => NodeGroup[];
  readonly mixingFraction?: number;
  readonly exhaustExchange?: number | undefined;
  readonly mixingM2PerS?: number;
  readonly hotMixing?: number;
  readonly supplyShare?: number;
}): Facility {
  const count = options.columns.length;
  const racks: Rack[] = [];
  options.columns.forEach((sides, column) => {
    sides.forEach((present, side) => {
      if (!present) return;
      racks.push({
        name: `R${column}${side === 0 ? 'a' : 'b'}`,
        xM: 2 + column,
        yM: side === 0 ? 1 : 5,
        widthXM: 1,
        depthYM: 2,
        heightZM: options.rackHeightM,
        slots: 6,
        inletSide: side === 0 ? '+y' : '-y',
      });
    });
  });
  const half = count / 2;
  const layout: RoomLayout = {
    lengthXM: count + 4,
    widthYM: 8,
    heightZM: 4,
    cellM: { x: 1, y: 1, z: 1 },
    levelsPerRack: options.levelsPerRack,
    racks,
    tiles: options.openings.map((opening, i) => ({
      name: `T${i + 1}`,
      xM: 2 + i * half,
      yM: 3,
      widthXM: half,
      depthYM: 2,
      opening,
    })),
    aisles: [{ name: 'A1', xM: 2, yM: 3, widthXM: count, depthYM: 2, containmentHeightM: options.rackHeightM }],
    cracPlacements: options.cracFlows.map((_, i) => ({
      crac: `CRAC${i + 1}`,
      xM: i === 0 ? 0 : count + 3,
      yM: 3,
      widthXM: 1,
      depthYM: 2,
      heightZM: 2,
    })),
  };
  const airflow: RoomAirflow = {
    source: 'room',
    layout,
    nodeAirflowFactor: options.factor,
    floorLeakageFraction: options.leakage,
    coldAisles: options.coldAisles,
    ...(options.mixingFraction === undefined ? {} : { mixingFraction: options.mixingFraction }),
    ...(options.exhaustExchange === undefined ? {} : { exhaustExchange: options.exhaustExchange }),
    ...(options.hotMixing === undefined ? {} : { hotMixing: options.hotMixing }),
    ...(options.supplyShare === undefined ? {} : { supplyShare: options.supplyShare }),
    ...(options.mixingM2PerS === undefined ? {} : { mixingM2PerS: options.mixingM2PerS }),
  };
  return facilityOf(airflow, racks.flatMap(options.groupsOf), options.cracFlows);
}

/** Two groups a rack, of any types and counts, with a gap between or not. */
const rackFilling = fc.record({
  types: fc.tuple(fc.constantFrom('A', 'B'), fc.constantFrom('A', 'B')),
  counts: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })),
  gap: fc.integer({ min: 0, max: 1 }),
});

export const anySmallRoom: fc.Arbitrary<Facility> = fc
  .record({
    columns: fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 3 }).map((columns) => {
      const doubled = [...columns, ...columns];
      return [[true, doubled[0]![1]] as const, ...doubled.slice(1)];
    }),
    rackHeightM: fc.constantFrom(1, 2, 3),
    levelsPerRack: fc.integer({ min: 1, max: 3 }),
    openings: fc.tuple(fc.constantFrom(0.5, 1), fc.constantFrom(0, 0.5, 1)),
    leakage: fc.constantFrom(0, 0.15, 0.4),
    coldAisles: fc.constantFrom('open' as const, 'isolated' as const),
    factor: fc.constantFrom(0.3, 1, 2.5),
    cracFlows: fc.constantFrom([0.7], [0.5, 0.9]),
    mixingFraction: fc.constantFrom(0, 0.3, 0.9),
    exhaustExchange: fc.constantFrom(undefined, 0, 0.4, 1),
    mixingM2PerS: fc.constantFrom(0, 0, 0.02, 0.1, 0.5),
    hotMixing: fc.constantFrom(0, 0, 0.5, 1),
    supplyShare: fc.constantFrom(1, 1, 0.51),
    fillings: fc.array(rackFilling, { minLength: 12, maxLength: 12 }),
  })
  .map(({ fillings, ...options }) =>
    smallRoom({
      ...options,
      groupsOf: (rack, index) => {
        const { types, counts, gap } = fillings[index]!;
        return [
          { nodeType: types[0], count: counts[0], rack: rack.name, firstSlot: 1 },
          { nodeType: types[1], count: counts[1], rack: rack.name, firstSlot: 1 + counts[0] + gap },
        ];
      },
    }),
  );

/** Row of the weights by entity name, as an object for readable expectations. */
export function shareOf(
  matrix: { cracNames: readonly string[]; zones: readonly { name: string }[]; weights: SparseRows },
  sink: string,
  source: string,
): number {
  const names = [...matrix.cracNames, ...matrix.zones.map((zone) => zone.name)];
  const row = names.indexOf(sink);
  const column = names.indexOf(source);
  if (row < 0 || column < 0) throw new Error(`No entity ${row < 0 ? sink : source}`);
  return denseOf(matrix.weights)[row * names.length + column]!;
}
