import type { InfluenceMatrix, Zone } from '../../models/physics/thermal/influence-matrix.js';
import type {
  ColocationChoice,
  CoolingPerformance,
  Crac,
  InterferenceCoefficients,
  NodeGroup,
  NodeType,
  PduPowerLimit,
  RackPowerLimit,
  TaskOnNodeType,
} from '../../models/facility/facility.js';
import type { RewardRateInstance, TaskType } from '../../models/families/reward-rate/instance.js';
import { randomStream, type Uniform } from '../../src/random/stream.js';
import { conservingWeights } from './conserving-weights.js';
import { sparseRows } from '../../models/physics/thermal/sparse-rows.js';

export interface TinyFacility {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
}

export interface TinyOptions {
  /** Greatest number of plans of one configuration per node (default 3,000). */
  readonly mostPlans?: number;
  /** All CRACs run at one set-point only (default: drawn). */
  readonly fixedSetPoint?: boolean;
  /** Number of CRACs (default: drawn, 1 or 2). */
  readonly cracs?: number;
  readonly colocation?: ColocationChoice['model'];
  readonly cooling?: CoolingPerformance;
  /** Least and greatest number of nodes of a group (default: 1 and 2). */
  readonly groupNodes?: readonly [number, number];
}

const RHO_C = 1.204 * 1006;
const CLASSES = ['I', 'II'];

/**
 * A random facility small enough for brute force, drawn so that each limit binds in some and is slack in others: the same
 * seed always gives the same one. About one in six has no feasible plan.
 */
export function tinyRandom(seed: number, options: TinyOptions = {}): TinyFacility {
  for (let attempt = 0; ; attempt++) {
    const draw = randomStream(seed, `tiny-random-${attempt}`).uniform;
    const drawn = drawFacility(draw, options);
    if (planCount(drawn) <= (options.mostPlans ?? 3000))
      return { ...drawn, instance: { ...drawn.instance, name: `tiny-${seed}` } };
  }
}

function drawFacility(draw: Uniform, options: TinyOptions): TinyFacility {
  const chance = (probability: number): boolean => draw(0, 1) < probability;
  const whole = (least: number, most: number): number => least + Math.floor(draw(0, most - least + 1));
  const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!;

  // Whole watts in some instances, so that limits can be met with equality by sums without rounding.
  const watts = chance(0.2) ? (low: number, high: number) => Math.round(draw(low, high)) : draw;
  const taskCount = whole(1, 3);
  const drawnCracs = whole(1, 2);
  const cracCount = options.cracs ?? drawnCracs;
  const nodeTypes = Array.from({ length: whole(1, 2) }, (_, t) => drawNodeType(t));
  const nodeGroups: NodeGroup[] = Array.from({ length: whole(1, 3) }, (_, z) => ({
    nodeType: z < nodeTypes.length ? nodeTypes[z]!.name : pick(nodeTypes).name,
    count: options.groupNodes === undefined ? whole(1, chance(0.5) ? 2 : 1) : whole(...options.groupNodes),
    rack: `R${chance(0.3) ? 0 : z}`,
  }));
  const flowFactor = draw(0.4, 1);
  const typeOf = (group: NodeGroup): NodeType => nodeTypes.find((type) => type.name === group.nodeType)!;
  const zoneFlow = nodeGroups.map((group) => group.count * typeOf(group).airFlowM3PerS * flowFactor);
  const nodeFlow = zoneFlow.reduce((sum, flow) => sum + flow, 0);
  const cracs = drawCracs();
  const airFlow = [...cracs.map((crac) => crac.airFlowM3PerS), ...zoneFlow];
  const zones = nodeGroups.map((group, z): Zone => ({
    name: `${group.rack}/Z${z}`,
    rack: group.rack,
    level: 1,
    nodeType: group.nodeType,
    nodeCount: group.count,
    firstSlot: 1,
  }));
  const matrix: InfluenceMatrix = {
    cracNames: cracs.map((crac) => crac.name),
    zones,
    airFlowM3PerS: Float64Array.from(airFlow),
    weights: sparseRows(conservingWeights(airFlow, cracCount, draw)),
    provenance: { kind: 'imported', summary: 'drawn', rowSumError: 0, conservationError: 0 },
  };

  const cooling = options.cooling ?? drawCooling();
  const idleW = nodeGroups.map(
    (group) => (group.count * typeOf(group).idlePowerW) / (typeOf(group).psuEfficiency ?? 1),
  );
  const fullW = nodeGroups.map((group, z) => idleW[z]! + group.count * typeOf(group).cores * mostCoreW(typeOf(group)));
  const between = (from: number, to: number, low: number, high: number): number => from + (to - from) * draw(low, high);
  const total = (powers: readonly number[]): number => powers.reduce((sum, powerW) => sum + powerW, 0);
  const minC = Math.max(...cracs.map((crac) => crac.setPointMinC));
  const maxC = Math.min(...cracs.map((crac) => crac.setPointMaxC));
  const upsEfficiency = chance(0.5) ? draw(0.85, 1) : undefined;
  const otherLoadW = chance(0.3) ? draw(0, 100) : undefined;
  const meterW = (nodesW: number, setPointC: number): number => {
    const cop = (cooling.quadraticPerC2 * setPointC + cooling.linearPerC) * setPointC + cooling.constant;
    return nodesW / (upsEfficiency ?? 1) + nodesW / cop + (otherLoadW ?? 0);
  };
  // Air leaves the nodes at most as warm as all their heat in all the CRAC air; recirculation raises the inlets towards it.
  const mixedRise = (nodesW: number): number =>
    nodesW / (RHO_C * cracs.reduce((sum, crac) => sum + crac.airFlowM3PerS, 0));
  const redLineC = chance(0.25)
    ? maxC + 60
    : between(minC, maxC, -0.05, 1) + between(mixedRise(total(idleW)), mixedRise(total(fullW)), 0, 1.2);
  const capAtC = draw(minC, maxC);
  const powerCapW = chance(0.15)
    ? 2 * meterW(total(fullW), minC)
    : between(meterW(total(idleW), capAtC), meterW(total(fullW), capAtC), -0.05, 1);
  const rackPowerLimits: RackPowerLimit[] = [];
  const pdus: PduPowerLimit[] = [];
  const racks = [...new Set(nodeGroups.map((group) => group.rack))];
  const powerIn = (powers: readonly number[], rack: string): number =>
    nodeGroups.reduce((sum, group, z) => sum + (group.rack === rack ? powers[z]! : 0), 0);
  for (const rack of racks) {
    const low = powerIn(idleW, rack);
    const high = powerIn(fullW, rack);
    // Sometimes exactly what one core less than all draw, to meet the limit with equality.
    if (chance(0.15)) rackPowerLimits.push({ rack, powerLimitW: chance(0.3) ? high : watts(low + 1, high) });
  }
  if (chance(0.2)) {
    const fed = racks.filter((_, r) => r === 0 || chance(0.5));
    const low = fed.reduce((sum, rack) => sum + powerIn(idleW, rack), 0);
    const high = fed.reduce((sum, rack) => sum + powerIn(fullW, rack), 0);
    pdus.push({ name: 'PDU', racks: fed, powerLimitW: between(low, high, -0.03, 1) });
  }

  const facilityRate = Float64Array.from({ length: taskCount }, (_, i) =>
    nodeGroups.reduce((sum, group) => {
      const type = typeOf(group);
      const onType = type.tasks.find((task) => task.taskType === `t${i}`);
      return onType === undefined ? sum : sum + (group.count * type.cores) / fastest(onType);
    }, 0),
  );
  const taskTypes = Array.from({ length: taskCount }, (_, i): TaskType => {
    const onTypes = nodeTypes.flatMap((type) => type.tasks.filter((task) => task.taskType === `t${i}`));
    const least = Math.min(...onTypes.map(fastest));
    return {
      name: `t${i}`,
      memoryClass: pick(CLASSES),
      rewardPerTask: chance(0.05) ? 0 : draw(0.2, 5),
      arrivalRatePerS: facilityRate[i]! * (chance(0.3) ? 2 : draw(0.05, 1)),
      deadlineS: Number.isFinite(least) ? least * (chance(0.4) ? 50 : draw(1.05, 3)) : 10,
    };
  });
  return {
    instance: {
      format: 'plenum.reward-rate',
      formatVersion: 1,
      name: 'tiny',
      facility: {
        nodeTypes,
        nodeGroups,
        cracs: cracs.map((crac) =>
          chance(0.2) ? { ...crac, coolingCapacityW: between(total(idleW), total(fullW), 0, 1) * draw(0.3, 1) } : crac,
        ),
        airflow: {
          source: 'matrix',
          file: 'none.csv',
          kind: 'influence',
          rowsPer: 'nodeGroup',
          nodeAirflowFactor: flowFactor,
          provenance: 'drawn',
        },
        coolingPerformance: cooling,
        colocation: { model: options.colocation ?? pick(['anchored', 'anchored', 'literal', 'none'] as const) },
        upsEfficiency,
        otherLoadW,
      },
      workload: { taskTypes },
      limits: { powerCapW, redLineC, rackPowerLimits, pdus },
    },
    matrix,
  };

  function drawNodeType(t: number): NodeType {
    const pStates = whole(1, 3);
    const top = draw(2, 3.5);
    const frequencies = Array.from({ length: pStates }, (_, p) => top * (1 - 0.25 * p));
    const mostW = watts(5, 60);
    const tasks = Array.from({ length: taskCount }, (_, i): TaskOnNodeType => {
      const highS = draw(1, 20);
      const highW = chance(0.03) ? 0 : watts(0.5 * mostW, mostW);
      const lowS = pStates === 1 ? highS : highS * draw(1, 2.2);
      const lowW = pStates === 1 ? highW : watts(0.2 * highW, highW);
      const each = (high: number, low: number): number[] =>
        frequencies.map((_, p) => (p === 0 ? high : p === pStates - 1 ? low : high + (low - high) * draw(0.2, 0.8)));
      return {
        taskType: `t${i}`,
        timeS: chance(0.5) ? { atHighestFrequency: highS, atLowestFrequency: lowS } : each(highS, lowS),
        corePowerW: chance(0.5) ? { atHighestFrequency: highW, atLowestFrequency: lowW } : each(highW, lowW),
        memoryIntensity: draw(0, 0.05),
      };
    }).filter((_, i) => i === t || chance(0.85));
    return {
      name: `N${t}`,
      cores: whole(1, 3),
      idlePowerW: watts(5, 80),
      airFlowM3PerS: draw(0.01, 0.06),
      psuEfficiency: chance(0.4) ? draw(0.8, 1) : undefined,
      pStateFrequenciesGHz: frequencies,
      tasks,
      interference: Object.fromEntries(CLASSES.map((name) => [name, drawInterference()])),
    };
  }

  function drawInterference(): InterferenceCoefficients {
    return {
      perNeighbourS: draw(-0.3, 2),
      perAverageIntensityS: draw(-50, 200),
      baseTimeFactor: draw(0.7, 1.3),
      perGHzS: draw(-1.5, 1.5),
      perOwnIntensityS: draw(-100, 100),
      constantS: draw(-4, 4),
    };
  }

  function drawCracs(): Crac[] {
    const cold = chance(0.25);
    const minC = cold ? draw(1, 7) : draw(9, 20);
    const spread = options.fixedSetPoint === true ? 0 : chance(0.1) ? 0 : draw(0.5, 15);
    return Array.from({ length: cracCount }, (_, c) => ({
      name: `C${c}`,
      airFlowM3PerS: (nodeFlow * draw(0.5, 1.5)) / cracCount,
      setPointMinC: c === 0 ? minC : minC - (spread === 0 ? 0 : draw(0, 0.5)),
      setPointMaxC: c === 0 ? minC + spread : minC + spread + (spread === 0 ? 0 : draw(0, 3)),
    }));
  }

  function drawCooling(): CoolingPerformance {
    const kind = whole(0, 9);
    if (kind < 5) return { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 };
    if (kind === 5) return { quadraticPerC2: 0, linearPerC: draw(0.02, 0.3), constant: draw(0.1, 3) };
    if (kind === 6) return { quadraticPerC2: 0, linearPerC: 0, constant: draw(1, 6) };
    // Little curvature: the discriminant is large and g convex everywhere.
    if (kind === 7) return { quadraticPerC2: draw(0.0002, 0.001), linearPerC: draw(0.05, 0.2), constant: draw(0.3, 2) };
    // Rising but flattening up to its vertex beyond 50 C.
    if (kind === 8)
      return { quadraticPerC2: -draw(0.0005, 0.001), linearPerC: draw(0.12, 0.3), constant: draw(0.5, 2) };
    return { quadraticPerC2: draw(0.002, 0.02), linearPerC: draw(0, 0.01), constant: draw(0.05, 1) };
  }
}

function fastest(task: TaskOnNodeType): number {
  return 'atHighestFrequency' in task.timeS ? task.timeS.atHighestFrequency : Math.min(...task.timeS);
}

function mostCoreW(type: NodeType): number {
  const most = type.tasks.map((task) =>
    'atHighestFrequency' in task.corePowerW ? task.corePowerW.atHighestFrequency : Math.max(...task.corePowerW),
  );
  return Math.max(0, ...most) / (type.psuEfficiency ?? 1);
}

/** Ways to give every core of every node a (task, P-state) or nothing, nodes of a zone and cores of a node being alike. */
function planCount({ instance, matrix }: TinyFacility): number {
  return matrix.zones.reduce((product, zone) => {
    const type = instance.facility.nodeTypes.find((candidate) => candidate.name === zone.nodeType)!;
    const perNode = choose(type.cores + type.tasks.length * type.pStateFrequenciesGHz.length, type.cores);
    return product * choose(zone.nodeCount + perNode - 1, zone.nodeCount);
  }, 1);
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return Math.round(ways);
}
