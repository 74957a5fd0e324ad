import type { TemplatesBlock, TemplatesModel } from '../../models/families/templates/model.js';
import { randomStream } from '../../src/random/stream.js';

/** Choices for a random room: numbers fix what is otherwise drawn. */
export interface RandomTemplatesOptions {
  /** Number of blocks, default 2-12. */
  readonly blocks?: number;
  /** Number of quadrants, default 1-4. */
  readonly quadrants?: number;
  /** Number of vent combinations, default 1-3. */
  readonly vents?: number;
  /** Idle power over that of all cores (default 0.2-3). */
  readonly idleShare?: number;
  readonly setPointMinC?: number;
  readonly setPointMaxC?: number;
}

/**
 * Room of blocks without geometry: random air between them, which conserves heat. Its `instance` is empty, for nothing
 * here looks at it.
 */
export function randomTemplatesModel(seed: number, options: RandomTemplatesOptions = {}): TemplatesModel {
  const { uniform, integer } = randomStream(seed, 'templates room');
  const count = options.blocks ?? integer(2, 12);
  const quadrantCount = Math.min(count, options.quadrants ?? integer(1, 4));
  const types = Array.from({ length: integer(1, 3) }, () => ({
    coresPerNode: integer(1, 12),
    coreW: uniform(4, 20),
    ratePerS: uniform(0.001, 0.005),
  }));
  const idleShare = options.idleShare ?? uniform(0.2, 3);
  const blocks = Array.from({ length: count }, (_, b): TemplatesBlock => {
    const type = integer(0, types.length - 1);
    const { coresPerNode, coreW, ratePerS } = types[type]!;
    const nodeCount = integer(1, 6);
    const cores = nodeCount * coresPerNode;
    return {
      name: `block ${b}`,
      rack: `rack ${b}`,
      level: 1,
      type,
      quadrant: b < quadrantCount ? b : integer(0, quadrantCount - 1),
      nodeCount,
      coresPerNode,
      idleW: cores * coreW * idleShare * uniform(0.7, 1.3),
      busyW: cores * coreW,
      workPerS: cores * ratePerS,
    };
  });
  const fullRiseK = uniform(4, 14);
  const vents = options.vents ?? integer(1, 3);
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
      // Own rise of each block at full power, and the share of others' exhaust in its inlet.
      const ownKPerW = blocks.map(({ idleW, busyW }) => (fullRiseK * uniform(0.6, 1.4)) / (idleW + busyW));
      const recirculation = uniform(0, 0.6);
      const shares = blocks.map(() => {
        const weights = blocks.map(() => uniform() ** 3);
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const row = recirculation * uniform(0, 1);
        return weights.map((weight) => (row * weight) / sum);
      });
      return outletRise(shares, ownKPerW);
    }),
    outletLimitC: 33,
    setPointMinC: options.setPointMinC ?? integer(4, 16),
    setPointMaxC: options.setPointMaxC ?? integer(20, 30),
    cooling: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
    middle: {
      pState: new Int32Array(types.length),
      ratePerS: Float64Array.from(types, ({ ratePerS }) => ratePerS),
      coreW: Float64Array.from(types, ({ coreW }) => coreW),
      timeS: new Float64Array(0),
      weight: new Float64Array(0),
    },
  };
}

/** Rise (I - W)^-1 R of outlets, by the series that ends because every node reaches a CRAC. */
export function outletRise(shares: readonly (readonly number[])[], ownKPerW: readonly number[]): Float64Array {
  const count = ownKPerW.length;
  const rise = new Float64Array(count * count);
  for (let source = 0; source < count; source += 1) {
    let outlet = ownKPerW.map((value, b) => (b === source ? value : 0));
    const total = outlet.slice();
    for (let pass = 0; pass < 200; pass += 1) {
      outlet = shares.map((row) => row.reduce((sum, share, b) => sum + share * outlet[b]!, 0));
      outlet.forEach((value, b) => {
        total[b]! += value;
      });
    }
    total.forEach((value, b) => {
      rise[b * count + source] = value;
    });
  }
  return rise;
}

/** State of the room: loads from none to full, and limits from too low to not binding. */
export function randomTemplatesState(
  model: TemplatesModel,
  seed: number,
): { readonly runningCores: number[]; readonly arrivingWorkPerS: number; readonly powerLimitW: number } {
  const { uniform, integer } = randomStream(seed, 'templates state');
  const load = uniform() < 0.2 ? 0 : uniform(0, 0.8);
  const runningCores = model.quadrants.map(({ cores }) => (uniform() < 0.1 ? 0 : integer(0, Math.round(cores * load))));
  const work = model.quadrants.reduce((sum, { workPerS }) => sum + workPerS, 0);
  const fullW = model.blocks.reduce((sum, { idleW, busyW }) => sum + idleW + busyW, 0);
  return {
    runningCores,
    arrivingWorkPerS: uniform() < 0.15 ? 2 * work : uniform(0, work),
    powerLimitW: fullW * uniform(0.75, 1.6),
  };
}
