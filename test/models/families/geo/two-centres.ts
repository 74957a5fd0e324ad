import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import type { DataCentre, GeoInstance, GeoRules, GeoTaskType } from '../../../../models/families/geo/instance.js';
import { type GeoCase, geoCaseWith } from './geo-case.js';

/**
 * The hand case. Two centres, A and B, built alike: 4 nodes of type N in one rack before one CRAC; rho c = 1,000 J/(m3 K).
 * Air, m3/s: CRAC 2 -> 0.5 nodes, 1.5 itself; nodes: 1 -> 0.5 nodes, 0.5 CRAC. The nodes' outlet is P / 1,000 K above their inlet x, and
 * x = 0.5 (x + P / 1,000), so x = P / 1,000 K above the set-point. CoP = 3 + T / 10.
 * A node draws 100 W idle, 16 W asleep (16 %), and has two cores. Task "a": 10 s, 100 W in P-state 0 (2 GHz), 20 s, 40 W in P-state 1.
 * Task "b": 5 s and 8 s, 60 W and 20 W. P^D = 2 (100 + 60) / 2 = 160 W.
 * Two epochs of half an hour; Eff 1.25; CUP 2; transitions 300 s; phi 0.75.
 */
export function twoCentres(
  changes: {
    readonly rules?: Partial<GeoRules>;
    readonly centres?: Partial<DataCentre>;
    readonly taskTypes?: readonly GeoTaskType[];
    readonly boundary?: 'cyclic' | 'open';
    readonly redLineC?: number;
  } = {},
): GeoCase {
  const centre = (name: string, usdPerKwh: number[]): DataCentre => ({
    name,
    latitudeDeg: 0,
    longitudeDeg: 0,
    timeZone: 'UTC',
    room: 'hall',
    powerOverhead: 1.25,
    coolingPerPower: 2,
    price: { source: 'series', usdPerKwh },
    ...changes.centres,
  });
  const instance: GeoInstance = {
    format: 'plenum.geo',
    formatVersion: 1,
    name: 'two-centres',
    horizon: {
      start: '2017-07-12T00:00',
      timeZone: 'UTC',
      epochs: 2,
      epochMinutes: 30,
      boundary: changes.boundary ?? 'cyclic',
    },
    nodeTypes: [
      {
        name: 'N',
        cores: 2,
        idlePowerW: 100,
        airFlowM3PerS: 0.25,
        pStateFrequenciesGHz: [2, 1],
        tasks: [
          { taskType: 'a', timeS: [10, 20], corePowerW: [100, 40], memoryIntensity: 0.02 },
          { taskType: 'b', timeS: [5, 8], corePowerW: [60, 20], memoryIntensity: 0.01 },
        ],
        interference: {
          I: { perNeighbourS: 3, perAverageIntensityS: 100 },
          II: { perNeighbourS: 1, perAverageIntensityS: 50 },
        },
      },
    ],
    colocation: { model: 'anchored' },
    taskTypes: changes.taskTypes ?? [
      { name: 'a', memoryClass: 'I', arrivalRatePerS: [0.1, 0.2] },
      { name: 'b', memoryClass: 'II', arrivalRatePerS: [0.1, 0.1] },
    ],
    rooms: {
      hall: {
        nodeGroups: [{ nodeType: 'N', count: 4, rack: 'R1' }],
        cracs: [{ name: 'C1', airFlowM3PerS: 2, setPointMinC: 10, setPointMaxC: 30 }],
        airflow: {
          source: 'matrix',
          file: 'hall.csv',
          kind: 'influence',
          rowsPer: 'nodeGroup',
          nodeAirflowFactor: 1,
          provenance: 'by hand',
        },
        coolingPerformance: { quadraticPerC2: 0, linearPerC: 0.1, constant: 3 },
        air: { densityKgPerM3: 1, heatCapacityJPerKgK: 1000 },
        redLineC: changes.redLineC ?? 21,
      },
    },
    tariffs: {},
    dataCentres: [centre('A', [0.1, 0.2]), centre('B', [0.3, 0.05])],
    rules: { transitionS: 300, utilisation: 0.75, surplus: { rule: 'curtailed' }, ...changes.rules },
  };
  return geoCaseWith(instance, () => hall());
}

function hall(): InfluenceMatrix {
  return {
    cracNames: ['C1'],
    zones: [{ name: 'R1/L1', rack: 'R1', level: 1, nodeType: 'N', nodeCount: 4, firstSlot: 1 }],
    airFlowM3PerS: Float64Array.of(2, 1),
    weights: sparseRows([0.75, 0.25, 0.5, 0.5]),
    provenance: { kind: 'imported', summary: 'by hand', rowSumError: 0, conservationError: 0 },
  };
}
