import type { TemplatesBlock, TemplatesModel } from '../../models/families/templates/model.js';
import { randomStream } from '../../src/random/stream.js';
import { outletRise } from './templates.js';

/** Room of a few blocks of a few nodes, some of which may be on standby; random air that conserves heat. */
export function randomStandbyModel(seed: number): TemplatesModel {
  const { uniform, integer } = randomStream(seed, 'templates standby room');
  const count = integer(1, 3);
  const quadrantCount = Math.min(count, integer(1, 2));
  const fullRiseK = uniform(4, 16);
  const idleShare = uniform(0.2, 1.5);
  const own: number[] = [];
  const blocks = Array.from({ length: count }, (_, b): TemplatesBlock => {
    const coresPerNode = integer(1, 6);
    const nodeCount = integer(1, 3);
    const cores = nodeCount * coresPerNode;
    const coreW = uniform(4, 20);
    const busyW = cores * coreW;
    const idleW = busyW * idleShare * uniform(0.7, 1.3);
    own.push((fullRiseK * uniform(0.6, 1.4)) / (idleW + busyW));
    const block = {
      name: `block ${b}`,
      rack: `rack ${b}`,
      level: 1,
      type: 0,
      nodeCount,
      coresPerNode,
      idleW,
      busyW,
      quadrant: b < quadrantCount ? b : integer(0, quadrantCount - 1),
      workPerS: cores * uniform(0.001, 0.005),
    };
    if (uniform() < 0.15) return block;
    const minimumOn = uniform() < 0.2 ? integer(0, nodeCount - 1) : 0;
    return { ...block, standby: { powerW: idleW * uniform(0, 0.6), minimumOn, ownRiseKPerW: own[b]! } };
  });
  const setPointMinC = integer(4, 16);
  const vents = integer(1, 2);
  return {
    instance: {} as TemplatesModel['instance'],
    blocks,
    quadrants: Array.from({ length: quadrantCount }, (_, q) => {
      const members = blocks.filter(({ quadrant }) => quadrant === q);
      return {
        name: `Q${q + 1}`,
        cores: members.reduce((sum, { nodeCount, coresPerNode }) => sum + nodeCount * coresPerNode, 0),
        workPerS: members.reduce((sum, { workPerS }) => sum + workPerS, 0),
      };
    }),
    ventOpenings: Array.from({ length: vents }, () => Array.from({ length: quadrantCount }, () => 1)),
    outletRiseKPerW: Array.from({ length: vents }, () => {
      const recirculation = uniform(0, 0.6);
      const shares = blocks.map(() => {
        const weights = blocks.map(() => uniform() ** 3);
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const row = recirculation * uniform(0, 1);
        return weights.map((weight) => (row * weight) / sum);
      });
      return outletRise(shares, own);
    }),
    outletLimitC: setPointMinC + uniform(8, 26),
    setPointMinC,
    setPointMaxC: setPointMinC + integer(4, 20),
    cooling: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
    middle: {
      pState: new Int32Array(1),
      ratePerS: new Float64Array(1),
      coreW: new Float64Array(1),
      timeS: new Float64Array(0),
      weight: new Float64Array(0),
    },
  };
}

/** Setting of a room whose nodes may be on standby. */
export interface NodeSetting {
  readonly vents: number;
  readonly setPointC: number;
  readonly awake: ArrayLike<number>;
  readonly utilisation: ArrayLike<number>;
}

export interface NodeEffect {
  readonly workPerS: number;
  readonly powerW: number;
  readonly hottestOutletC: number;
}

/** Effect of a setting node by node: a second implementation, for tests. */
export function effectByNode(model: TemplatesModel, setting: NodeSetting): NodeEffect {
  const { vents, setPointC, awake, utilisation } = setting;
  const { blocks, cooling } = model;
  const rise = model.outletRiseKPerW[vents]!;
  const nodesW = blocks.map(({ nodeCount, idleW, busyW, standby }, b) =>
    Array.from({ length: nodeCount }, (_, node) =>
      node < awake[b]! ? idleW / nodeCount + (busyW * utilisation[b]!) / awake[b]! : standby!.powerW / nodeCount,
    ),
  );
  const blockW = nodesW.map((nodes) => nodes.reduce((sum, powerW) => sum + powerW, 0));
  let hottestOutletC = -Infinity;
  blocks.forEach(({ nodeCount, standby }, i) => {
    const meanC = setPointC + blockW.reduce((sum, powerW, b) => sum + rise[i * blocks.length + b]! * powerW, 0);
    for (const powerW of nodesW[i]!) {
      const aboveMean = standby === undefined ? 0 : standby.ownRiseKPerW * (nodeCount * powerW - blockW[i]!);
      hottestOutletC = Math.max(hottestOutletC, meanC + aboveMean);
    }
  });
  const { quadraticPerC2, linearPerC, constant } = cooling;
  const cop = quadraticPerC2 * setPointC ** 2 + linearPerC * setPointC + constant;
  return {
    workPerS: blocks.reduce((sum, { workPerS }, b) => sum + workPerS * utilisation[b]!, 0),
    powerW: blockW.reduce((sum, powerW) => sum + powerW, 0) * (1 + 1 / cop),
    hottestOutletC,
  };
}
