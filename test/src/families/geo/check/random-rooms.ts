import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';
import type { GeoInstance, Room } from '../../../../../models/families/geo/instance.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { conservingWeights } from '../../../../oracle/conserving-weights.js';
import { randomGeoInstance } from '../../../../support/geo.js';

/** A random instance whose rooms have two or three CRACs with ranges and capacities of their own, and an influence matrix at random. */
export function randomRooms(seed: number): {
  readonly instance: GeoInstance;
  readonly matrixOfRoom: (room: string) => InfluenceMatrix;
} {
  const given = randomGeoInstance(seed, { centres: 2, load: 0.05 });
  const draw = randomStream(seed, 'random-rooms').uniform;
  const matrices = new Map<string, InfluenceMatrix>();
  const rooms: Record<string, Room> = {};
  for (const [name, room] of Object.entries(given.rooms)) {
    // Each group in two places, so that a type's power is spread over unlike zones.
    const nodeGroups = room.nodeGroups.flatMap((group, g) => [
      { ...group, rack: `R${g}` },
      { ...group, count: 1 + Math.floor(draw(0, 3)), rack: `S${g}` },
    ]);
    const factor = room.airflow.nodeAirflowFactor;
    const zoneFlow = nodeGroups.map(
      ({ nodeType, count }) => count * given.nodeTypes.find((type) => type.name === nodeType)!.airFlowM3PerS * factor,
    );
    const total = zoneFlow.reduce((sum, flow) => sum + flow, 0);
    const cracCount = 2 + Math.floor(draw(0, 2));
    const fails = draw() < 0.3;
    const cracs = Array.from({ length: cracCount }, (_, c) => ({
      name: `C${c}`,
      airFlowM3PerS: (total * draw(0.9, 2)) / cracCount,
      setPointMinC: draw(8, 12),
      setPointMaxC: draw(20, 30),
      ...(fails && c === 0 ? { coolingCapacityW: 0 } : draw() < 0.5 ? { coolingCapacityW: draw(50, 800) } : {}),
    }));
    const flows = [...cracs.map(({ airFlowM3PerS }) => airFlowM3PerS), ...zoneFlow];
    rooms[name] = {
      ...room,
      nodeGroups,
      cracs,
      airflow: {
        source: 'matrix',
        file: 'drawn.csv',
        kind: 'influence',
        rowsPer: 'nodeGroup',
        nodeAirflowFactor: factor,
        provenance: 'drawn',
      },
    };
    matrices.set(name, {
      cracNames: cracs.map((crac) => crac.name),
      zones: nodeGroups.map(({ nodeType, count, rack }) => ({
        name: `${rack}/L1`,
        rack,
        level: 1,
        nodeType,
        nodeCount: count,
        firstSlot: 1,
      })),
      airFlowM3PerS: Float64Array.from(flows),
      weights: sparseRows(conservingWeights(flows, cracCount, draw)),
      provenance: { kind: 'imported', summary: 'drawn', rowSumError: 0, conservationError: 0 },
    });
  }
  return { instance: { ...given, rooms }, matrixOfRoom: (room) => matrices.get(room)! };
}
