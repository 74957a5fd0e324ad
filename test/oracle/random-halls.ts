import { sparseRows } from '../../models/physics/thermal/sparse-rows.js';
import type { NodeType } from '../../models/facility/facility.js';
import { randomStream } from '../../src/random/stream.js';
import { type TinyFacility, tinyRandom } from './tiny-random.js';

const RHO_C = 1.204 * 1006;

/**
 * Node and task types of a tiny random facility in more zones, under CRACs that mostly serve zones of their own; `shared` (0 to 1) is
 * how much of the others' air each gets. Cap, red line and arrivals are drawn so that they bind in many.
 */
export function randomHalls(seed: number, zoneCount: number, cracCount: number, shared: number): TinyFacility {
  const { instance, matrix } = tinyRandom(seed, { mostPlans: 1e9, cracs: cracCount, colocation: 'none' });
  const { facility } = instance;
  const draw = randomStream(seed, 'random-halls').uniform;
  const typeOf = (zone: number): NodeType => facility.nodeTypes[zone % facility.nodeTypes.length]!;
  const groups = Array.from({ length: zoneCount }, (_, z) => ({
    nodeType: typeOf(z).name,
    count: 1 + Math.floor(draw(0, 6)),
    rack: `R${z}`,
  }));
  const zoneFlow = groups.map(({ count }, z) => count * typeOf(z).airFlowM3PerS * facility.airflow.nodeAirflowFactor);
  const allFlow = zoneFlow.reduce((a, b) => a + b, 0);
  const cracs = Array.from({ length: cracCount }, (_, c) => ({
    name: `C${c}`,
    airFlowM3PerS: (allFlow * draw(0.8, 1.6)) / cracCount,
    setPointMinC: draw(8, 15),
    setPointMaxC: draw(22, 30),
  }));
  const flow = [...cracs.map((crac) => crac.airFlowM3PerS), ...zoneFlow];
  const idleW = groups.reduce((sum, { count }, z) => sum + (count * typeOf(z).idlePowerW) / psu(typeOf(z)), 0);
  const mostW = groups.reduce((sum, { count }, z) => sum + (count * greatestW(typeOf(z))) / psu(typeOf(z)), 0);
  const nodesW = idleW + (mostW - idleW) * draw(0.3, 0.9);
  const { quadraticPerC2: a, linearPerC: b, constant: c } = facility.coolingPerformance;
  const T = draw(15, 22);
  const riseC = mostW / (RHO_C * cracs.reduce((sum, crac) => sum + crac.airFlowM3PerS, 0));
  const fastest = (name: string, type: NodeType): number => {
    const timeS = type.tasks.find(({ taskType }) => taskType === name)?.timeS;
    return timeS === undefined
      ? Infinity
      : 'atHighestFrequency' in timeS
        ? timeS.atHighestFrequency
        : Math.min(...timeS);
  };
  const taskTypes = instance.workload.taskTypes.map((type) => ({
    ...type,
    arrivalRatePerS:
      draw(0.2, 1) *
      groups.reduce((sum, { count }, z) => sum + (count * typeOf(z).cores) / fastest(type.name, typeOf(z)), 0),
    rewardPerTask: draw(0.5, 5),
  }));
  return {
    instance: {
      ...instance,
      facility: { ...facility, cracs, nodeGroups: groups },
      workload: { taskTypes },
      limits: {
        powerCapW: nodesW / (facility.upsEfficiency ?? 1) + nodesW / ((a * T + b) * T + c) + (facility.otherLoadW ?? 0),
        redLineC: draw(20, 26) + riseC * draw(0.3, 1),
      },
    },
    matrix: {
      ...matrix,
      cracNames: cracs.map(({ name }) => name),
      zones: groups.map(({ rack, nodeType, count }, z) => ({
        name: `Z${z}`,
        rack,
        level: 1,
        nodeType,
        nodeCount: count,
        firstSlot: 1,
      })),
      airFlowM3PerS: Float64Array.from(flow),
      weights: sparseRows(weights(flow, cracCount, shared, () => draw(0, 1))),
    },
  };
}

function psu({ psuEfficiency }: NodeType): number {
  return psuEfficiency ?? 1;
}

function greatestW({ idlePowerW, cores, tasks }: NodeType): number {
  const most = tasks.map(({ corePowerW }) =>
    'atHighestFrequency' in corePowerW ? corePowerW.atHighestFrequency : Math.max(...corePowerW),
  );
  return idlePowerW + cores * Math.max(...most);
}

/** Rows sum to 1 and air is conserved (Sinkhorn on the streams). */
function weights(flow: readonly number[], cracCount: number, shared: number, draw: () => number): Float64Array {
  const size = flow.length;
  const home = (n: number): number => (n < cracCount ? n : (n - cracCount) % cracCount);
  const stream = Float64Array.from({ length: size * size }, (_, n) => {
    const [i, j] = [Math.floor(n / size), n % size];
    const own = home(i) === home(j) ? 1 : shared * draw();
    return (0.001 + own) * (i >= cracCount && j >= cracCount ? 0.3 * draw() : 1) * flow[i]! * flow[j]!;
  });
  const scale = (first: number, step: number, wanted: number): number => {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += stream[first + k * step]!;
    for (let k = 0; k < size; k++) stream[first + k * step]! *= wanted / sum;
    return Math.abs(sum / wanted - 1);
  };
  for (let sweep = 0; sweep < 20_000; sweep++) {
    let error = 0;
    for (let j = 0; j < size; j++) error = Math.max(error, scale(j, size, flow[j]!));
    for (let i = 0; i < size; i++) error = Math.max(error, scale(i * size, 1, flow[i]!));
    if (error < 3e-14) return stream.map((value, n) => value / flow[Math.floor(n / size)]!);
  }
  throw new RangeError('The drawn air streams cannot be balanced.');
}
