import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../models/physics/thermal/sparse-rows.js';
import type { ColocationChoice, NodeType } from '../../models/facility/facility.js';
import { randomStream } from '../../src/random/stream.js';
import { conservingWeights } from './conserving-weights.js';
import type { TinyFacility } from './tiny-random.js';

const TASK_TYPES = 5;

/** A test bed of clusters of a few nodes, each of a node type of its own, with drawn air; the cap is about half of what all could draw. */
export function clusterRoom(
  seed: number,
  clusters: number,
  nodesPerCluster: number,
  colocation: ColocationChoice['model'] = 'none',
): TinyFacility {
  const draw = randomStream(seed, 'clusters').uniform;
  const nodeTypes = Array.from({ length: clusters }, (_, t): NodeType => {
    const cores = 2 + Math.floor(draw(0, 5));
    return {
      name: `N${t}`,
      cores,
      idlePowerW: draw(40, 90),
      airFlowM3PerS: 0.05,
      pStateFrequenciesGHz: [3, 2],
      tasks: Array.from({ length: TASK_TYPES }, (_, i) => {
        const fastS = draw(2, 30);
        const fastW = draw(10, 40);
        return {
          taskType: `t${i}`,
          timeS: [fastS, fastS * draw(1.3, 1.6)],
          corePowerW: [fastW, fastW * draw(0.4, 0.6)],
          memoryIntensity: 0.001,
        };
      }),
      interference: {
        M: {
          perNeighbourS: 0.02,
          perAverageIntensityS: 0,
          baseTimeFactor: 1,
          perGHzS: 0,
          perOwnIntensityS: 0,
          constantS: 0,
        },
      },
    };
  });
  const zoneFlow = nodeTypes.map((type) => nodesPerCluster * type.airFlowM3PerS);
  const cracFlow = zoneFlow.reduce((sum, flow) => sum + flow, 0);
  const airFlow = [cracFlow, ...zoneFlow];
  const matrix: InfluenceMatrix = {
    cracNames: ['CRAC'],
    zones: nodeTypes.map((type, z) => ({
      name: `R${z}/Z0`,
      rack: `R${z}`,
      level: 1,
      nodeType: type.name,
      nodeCount: nodesPerCluster,
      firstSlot: 1,
    })),
    airFlowM3PerS: Float64Array.from(airFlow),
    weights: sparseRows(conservingWeights(airFlow, 1, draw)),
    provenance: { kind: 'imported', summary: 'drawn', rowSumError: 0, conservationError: 0 },
  };
  const idleW = nodeTypes.reduce((sum, type) => sum + nodesPerCluster * type.idlePowerW, 0);
  const coresW = nodeTypes.reduce((sum, type) => sum + nodesPerCluster * type.cores * 25, 0);
  return {
    matrix,
    instance: {
      format: 'plenum.reward-rate',
      formatVersion: 1,
      name: `clusters-${seed}`,
      facility: {
        nodeTypes,
        nodeGroups: nodeTypes.map((type, z) => ({ nodeType: type.name, count: nodesPerCluster, rack: `R${z}` })),
        cracs: [{ name: 'CRAC', airFlowM3PerS: cracFlow, setPointMinC: 15, setPointMaxC: 27 }],
        airflow: {
          source: 'matrix',
          file: 'none.csv',
          kind: 'influence',
          rowsPer: 'nodeGroup',
          nodeAirflowFactor: 1,
          provenance: 'drawn',
        },
        coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
        colocation: { model: colocation },
      },
      workload: {
        taskTypes: Array.from({ length: TASK_TYPES }, (_, i) => ({
          name: `t${i}`,
          memoryClass: 'M',
          rewardPerTask: draw(0.5, 4),
          arrivalRatePerS: draw(0.02, 0.3) * clusters * nodesPerCluster,
          deadlineS: 100,
        })),
      },
      limits: { powerCapW: 1.25 * (idleW + 0.25 * coresW), redLineC: 33, rackPowerLimits: [], pdus: [] },
    },
  };
}
