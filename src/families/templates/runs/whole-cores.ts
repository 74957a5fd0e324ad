import { powerPerHeat, DEFAULT_AIR } from '../../../../models/physics/cooling/crac.js';
import { coresOfNode } from '../../../../models/families/templates/book.js';
import type { TemplatesBlock, TemplatesModel } from '../../../../models/families/templates/model.js';
import { withoutWorkW } from '../../../../models/families/templates/standby.js';
import type { Template } from '../../../../models/families/templates/template.js';
import { ceilingCores, quadrantsByType, risenC } from '../methods/whole-cores.js';
import type { CoresFigures, RoundingRule } from './result.js';

// Allowable whole cores, computed node by node. The cores of a block of nodes need not divide evenly over its nodes; a
// node that gets one more is hotter.

/** Amount by which an outlet may exceed its limit, K, because of rounding error. */
const SLACK_K = 1e-9;
/** Difference from a whole number, in cores, that counts as rounding error of a sum of cores. */
const CORE_TOLERANCE = 1e-7;

/** Returns the rise of a node's own outlet temperature per additional busy core, K, for each block of nodes. */
export function nodeRiseKPerCore({ instance, blocks }: TemplatesModel): Float64Array {
  const { facility } = instance;
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  return Float64Array.from(blocks, (block) => {
    const airM3PerS = facility.nodeTypes[block.type]!.airFlowM3PerS * facility.airflow.nodeAirflowFactor;
    return coreW(block) / (densityKgPerM3 * heatCapacityJPerKgK * airM3PerS);
  });
}

/**
 * Returns the template with whole cores that keep the outlet limit at every node:
 *
 * 1. If nodes that get one core more than others of their block would exceed the limit, no node of the block gets one.
 * 2. The cores lost in a quadrant and node type go to its blocks, coolest first, as far as no node exceeds the limit.
 *
 * Work and power do not exceed those of the utilisations.
 */
export function safeForNodes(model: TemplatesModel, riseKPerCore: Float64Array, template: Template): Template {
  const { blocks, outletLimitC } = model;
  const { utilisation } = template;
  const outlets = new NodeOutlets(model, riseKPerCore, template);
  const { cores, awake, outletC } = outlets;
  const limitC = outletLimitC + SLACK_K;
  blocks.forEach((_, b) => {
    if (awake[b]! > 0 && outlets.hottestC(b, cores[b]!) > limitC) outlets.change(b, -(cores[b]! % awake[b]!));
  });
  const mayHaveOneMore = (b: number): boolean =>
    outlets.hasIdleCore(b) && outlets.hottestWithOneMoreC(b, limitC) <= limitC;
  for (const members of quadrantsByType(model)) {
    const exact = members.reduce((sum, b) => sum + utilisation[b]! * blocks[b]!.nodeCount * blocks[b]!.coresPerNode, 0);
    let spare = Math.floor(exact + CORE_TOLERANCE) - members.reduce((sum, b) => sum + cores[b]!, 0);
    if (spare <= 0) continue;
    let takers = [...members].sort((one, other) => outletC[one]! - outletC[other]! || one - other);
    // One core to each in turn, so that no block runs all the cores that it could take.
    while (spare > 0 && takers.length > 0) {
      takers = takers.filter((b) => {
        if (spare === 0 || !mayHaveOneMore(b)) return false;
        outlets.change(b, 1);
        spare--;
        return true;
      });
    }
  }
  return { ...template, allowableCores: cores };
}

/**
 * Outlet temperature of the hottest node of each block, kept up to date while cores change. `outletC` has the mean
 * outlet temperature of each block, C.
 */
export class NodeOutlets {
  readonly cores: Int32Array;
  readonly awake: Int32Array;
  readonly outletC: Float64Array;
  private readonly rise: Float64Array;

  constructor(
    private readonly model: TemplatesModel,
    private readonly riseKPerCore: Float64Array,
    template: Template,
  ) {
    this.cores = template.allowableCores.slice();
    this.awake = awakeOf(model, template);
    this.rise = model.outletRiseKPerW[template.vents]!;
    this.outletC = risenC(this.rise, template.setPointC, blockPowersW(model, this.awake, this.cores));
  }

  hasIdleCore(b: number): boolean {
    return this.cores[b]! < this.awake[b]! * this.model.blocks[b]!.coresPerNode;
  }

  change(b: number, more: number): void {
    const { cores, outletC, rise } = this;
    cores[b]! += more;
    const moreW = coreW(this.model.blocks[b]!) * more;
    const count = outletC.length;
    for (let i = 0; i < count; i++) outletC[i]! += rise[i * count + b]! * moreW;
  }

  /** Returns the hottest outlet of block `b` with this number of cores, C, at unchanged inlet air. */
  hottestC(b: number, cores: number): number {
    return this.outletC[b]! + aboveMeanK(cores, this.model.blocks[b]!, this.awake[b]!, this.riseKPerCore[b]!);
  }

  /**
   * Returns the hottest outlet of the room with one more core in block `b`, C. If that exceeds `enoughC`, any value
   * above `enoughC` may be returned.
   */
  hottestWithOneMoreC(b: number, enoughC: number): number {
    const { cores, outletC, rise } = this;
    const moreW = coreW(this.model.blocks[b]!);
    const count = outletC.length;
    let hottestC = -Infinity;
    for (let i = 0; i < count && hottestC <= enoughC; i++) {
      const nodeC = this.hottestC(i, cores[i]! + (i === b ? 1 : 0)) + rise[i * count + b]! * moreW;
      if (nodeC > hottestC) hottestC = nodeC;
    }
    return hottestC;
  }
}

/** Returns the power that one busy core of a block of nodes adds, W. */
function coreW({ busyW, nodeCount, coresPerNode }: TemplatesBlock): number {
  return busyW / (nodeCount * coresPerNode);
}

/** Returns the whole cores of a template by a rounding rule. For 'safe' these are the cores stored in the template. */
export function coresBy(rule: RoundingRule, model: TemplatesModel, template: Template): Int32Array {
  return rule === 'safe' ? template.allowableCores : ceilingCores(model, template.utilisation, template.awakeNodes);
}

/** Returns work, power and hottest outlet in steady state with whole cores, node by node (Eqs. 55, 62, 65). */
export function coresFigures(
  model: TemplatesModel,
  riseKPerCore: Float64Array,
  template: Pick<Template, 'vents' | 'setPointC' | 'awakeNodes'>,
  cores: Int32Array,
): CoresFigures {
  const { blocks, cooling } = model;
  const { vents, setPointC } = template;
  const awake = awakeOf(model, template);
  const powerW = blockPowersW(model, awake, cores);
  const outletC = risenC(model.outletRiseKPerW[vents]!, setPointC, powerW);
  let workPerS = 0;
  let nodeW = 0;
  let hottestOutletC = -Infinity;
  blocks.forEach((block, b) => {
    workPerS += (block.workPerS * cores[b]!) / (block.nodeCount * block.coresPerNode);
    nodeW += powerW[b]!;
    hottestOutletC = Math.max(hottestOutletC, outletC[b]! + aboveMeanK(cores[b]!, block, awake[b]!, riseKPerCore[b]!));
  });
  return { workPerS, powerW: nodeW * (1 + powerPerHeat(cooling, setPointC)), hottestOutletC };
}

function awakeOf({ blocks }: TemplatesModel, { awakeNodes }: Pick<Template, 'awakeNodes'>): Int32Array {
  return awakeNodes ?? Int32Array.from(blocks, ({ nodeCount }) => nodeCount);
}

/**
 * Returns the outlet temperature of a block's first node minus the mean of the block, K. That node is the hottest: it
 * has one core more if cores do not divide evenly, and it is never on standby.
 */
function aboveMeanK(
  cores: number,
  { idleW, nodeCount, standby }: TemplatesBlock,
  awake: number,
  riseKPerCore: number,
): number {
  if (awake === 0) return 0;
  const byCoresK = (coresOfNode(cores, awake, 0) - cores / nodeCount) * riseKPerCore;
  if (standby === undefined || awake === nodeCount) return byCoresK;
  return byCoresK + standby.ownRiseKPerW * (1 - awake / nodeCount) * (idleW - standby.powerW);
}

function blockPowersW({ blocks }: TemplatesModel, awake: Int32Array, cores: Int32Array): Float64Array {
  const powerW = new Float64Array(blocks.length);
  for (let b = 0; b < powerW.length; b++) {
    powerW[b] = withoutWorkW(blocks[b]!, awake[b]!) + coreW(blocks[b]!) * cores[b]!;
  }
  return powerW;
}
