import { coefficientOfPerformance, DEFAULT_AIR } from '../../../../models/physics/cooling/crac.js';
import { coresOfNode } from '../../../../models/problems/templates/book.js';
import type { TemplatesBlock, TemplatesProblem } from '../../../../models/problems/templates/problem.js';
import { withoutWorkW } from '../../../../models/problems/templates/standby.js';
import type { Template } from '../../../../models/problems/templates/template.js';
import { ceilingCores } from '../methods/whole-cores.js';
import type { CoresFigures, RoundingRule } from './result.js';

/**
 * Allowable cores node by node: a block's cores need not divide by its nodes, and the node that gets one more is the
 * hotter one.
 */

/** Tolerance of the outlet limit, K: rounding errors of sums. */
const SLACK_K = 1e-9;
/** Tolerance of whole cores: the last bits of a sum may be missing. */
const CORE_TOLERANCE = 1e-7;

/** Rise of a node's own temperature per further core, by block, K: the core's power over the air of one node. */
export function nodeRiseKPerCore({ instance, blocks }: TemplatesProblem): Float64Array {
  const { facility } = instance;
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  return Float64Array.from(blocks, (block) => {
    const airM3PerS = facility.nodeTypes[block.type]!.airFlowM3PerS * facility.airflow.nodeAirflowFactor;
    return coreW(block) / (densityKgPerM3 * heatCapacityJPerKgK * airM3PerS);
  });
}

/**
 * Template with cores that keep the outlet limit at every node: where the nodes of a block that get one more would pass
 * it, no node of the block gets one more. Cores that a quadrant and node type lost by that, or before, go to its blocks
 * in turn, coolest first, as far as no node passes the limit. As cores of one type work and draw alike, work and power
 * do not exceed those of the utilisations.
 */
export function safeForNodes(problem: TemplatesProblem, riseKPerCore: Float64Array, template: Template): Template {
  const { blocks, outletLimitC } = problem;
  const { vents, setPointC, utilisation } = template;
  const cores = template.allowableCores.slice();
  const awake = awakeOf(problem, template);
  const outletC = outletsC(problem.outletRiseKPerW[vents]!, setPointC, blockPowersW(problem, awake, cores));
  const rise = problem.outletRiseKPerW[vents]!;
  const limitC = outletLimitC + SLACK_K;
  const hottestC = (b: number, count: number): number => aboveMeanK(count, blocks[b]!, awake[b]!, riseKPerCore[b]!);
  const change = (b: number, more: number): void => {
    cores[b]! += more;
    const moreW = coreW(blocks[b]!) * more;
    for (let i = 0; i < blocks.length; i++) outletC[i]! += rise[i * blocks.length + b]! * moreW;
  };
  blocks.forEach((_, b) => {
    if (awake[b]! > 0 && outletC[b]! + hottestC(b, cores[b]!) > limitC) change(b, -(cores[b]! % awake[b]!));
  });
  const mayHaveOneMore = (b: number): boolean => {
    if (cores[b]! >= awake[b]! * blocks[b]!.coresPerNode) return false;
    const moreW = coreW(blocks[b]!);
    return outletC.every((value, i) => {
      const count = cores[i]! + (i === b ? 1 : 0);
      return value + rise[i * blocks.length + b]! * moreW + hottestC(i, count) <= limitC;
    });
  };
  for (const members of quadrantsByType(problem)) {
    const exact = members.reduce((sum, b) => sum + utilisation[b]! * blocks[b]!.nodeCount * blocks[b]!.coresPerNode, 0);
    let spare = Math.floor(exact + CORE_TOLERANCE) - members.reduce((sum, b) => sum + cores[b]!, 0);
    if (spare <= 0) continue;
    let takers = [...members].sort((one, other) => outletC[one]! - outletC[other]! || one - other);
    // One core to each in turn, so that no block runs all the cores that it could take.
    while (spare > 0 && takers.length > 0) {
      takers = takers.filter((b) => {
        if (spare === 0 || !mayHaveOneMore(b)) return false;
        change(b, 1);
        spare--;
        return true;
      });
    }
  }
  return { ...template, allowableCores: cores };
}

/** Blocks of one quadrant and node type. */
function quadrantsByType({ blocks }: TemplatesProblem): Iterable<readonly number[]> {
  const groups = new Map<string, number[]>();
  blocks.forEach(({ quadrant, type }, b) => {
    const key = `${quadrant} ${type}`;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [b]);
    else members.push(b);
  });
  return groups.values();
}

/** Power that a busy core adds, W. */
function coreW({ busyW, nodeCount, coresPerNode }: TemplatesBlock): number {
  return busyW / (nodeCount * coresPerNode);
}

/** Cores of a template by a rule; those of the template itself are the safe ones. */
export function coresBy(rule: RoundingRule, problem: TemplatesProblem, template: Template): Int32Array {
  return rule === 'safe' ? template.allowableCores : ceilingCores(problem, template.utilisation, template.awakeNodes);
}

/** Effect of whole cores, node by node (Eqs. 55, 62 and 65). */
export function coresFigures(
  problem: TemplatesProblem,
  riseKPerCore: Float64Array,
  template: Pick<Template, 'vents' | 'setPointC' | 'awakeNodes'>,
  cores: Int32Array,
): CoresFigures {
  const { blocks, cooling } = problem;
  const { vents, setPointC } = template;
  const awake = awakeOf(problem, template);
  const powerW = blockPowersW(problem, awake, cores);
  const outletC = outletsC(problem.outletRiseKPerW[vents]!, setPointC, powerW);
  let workPerS = 0;
  let nodeW = 0;
  let hottestOutletC = -Infinity;
  blocks.forEach((block, b) => {
    workPerS += (block.workPerS * cores[b]!) / (block.nodeCount * block.coresPerNode);
    nodeW += powerW[b]!;
    hottestOutletC = Math.max(hottestOutletC, outletC[b]! + aboveMeanK(cores[b]!, block, awake[b]!, riseKPerCore[b]!));
  });
  return { workPerS, powerW: nodeW * (1 + 1 / coefficientOfPerformance(cooling, setPointC)), hottestOutletC };
}

/** Nodes that are on, by block. */
function awakeOf({ blocks }: TemplatesProblem, { awakeNodes }: Pick<Template, 'awakeNodes'>): Int32Array {
  return awakeNodes ?? Int32Array.from(blocks, ({ nodeCount }) => nodeCount);
}

/**
 * Excess of the first node's air over the mean of its block, K: by cores that do not divide, and where others are on
 * standby by what it draws more than they.
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

function blockPowersW({ blocks }: TemplatesProblem, awake: Int32Array, cores: Int32Array): Float64Array {
  const powerW = new Float64Array(blocks.length);
  for (let b = 0; b < powerW.length; b++) {
    powerW[b] = withoutWorkW(blocks[b]!, awake[b]!) + coreW(blocks[b]!) * cores[b]!;
  }
  return powerW;
}

/** Outlet temperatures T + D P by block, C; in plain loops, as every template of a database asks for it twice. */
function outletsC(rise: Float64Array, setPointC: number, powerW: Float64Array): Float64Array {
  const count = powerW.length;
  const outletC = new Float64Array(count);
  for (let i = 0, at = 0; i < count; i++) {
    let sum = setPointC;
    for (let b = 0; b < count; b++) sum += rise[at++]! * powerW[b]!;
    outletC[i] = sum;
  }
  return outletC;
}
