import { DEFAULT_AIR } from '../../../models/physics/cooling/crac.js';
import { coefficientOfPerformance } from '../../../models/physics/cooling/crac.js';
import { coresOfNode } from '../../../models/problems/templates/book.js';
import { outletsC } from '../../../models/problems/templates/evaluate.js';
import type { TemplatesProblem } from '../../../models/problems/templates/problem.js';
import type { Template } from '../../../models/problems/templates/template.js';
import { ceilingCores } from '../../methods/templates/whole-cores.js';
import type { CoresFigures, RoundingRule } from './result.js';

/** Whole cores node by node: a block's cores need not divide by its nodes, and the node that gets one more is the hotter one. */

/** Of the outlet limit, K: what rounding errors of sums may add. */
const SLACK_K = 1e-9;

/** What one more core heats its own node, by block, K: its power over the air of one node. */
export function nodeRiseKPerCore({ instance, blocks }: TemplatesProblem): Float64Array {
  const { facility } = instance;
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  return Float64Array.from(blocks, ({ type, busyW, nodeCount, coresPerNode }) => {
    const airM3PerS = facility.nodeTypes[type]!.airFlowM3PerS * facility.airflow.nodeAirflowFactor;
    return busyW / (nodeCount * coresPerNode) / (densityKgPerM3 * heatCapacityJPerKgK * airM3PerS);
  });
}

/**
 * The template with cores that keep the outlet limit at every node: where the nodes of a block that get one more would pass it, no node of the
 * block gets one more. Fewer cores only cool, so that nothing else is broken.
 */
export function safeForNodes(problem: TemplatesProblem, riseKPerCore: Float64Array, template: Template): Template {
  const { vents, setPointC } = template;
  const cores = template.allowableCores.slice();
  const outletC = outletsC(problem, vents, setPointC, blockPowersW(problem, cores));
  const rise = problem.outletRiseKPerW[vents]!;
  const count = problem.blocks.length;
  problem.blocks.forEach(({ nodeCount, coresPerNode, busyW }, b) => {
    const rest = cores[b]! % nodeCount;
    if (outletC[b]! + aboveMeanK(cores[b]!, nodeCount, riseKPerCore[b]!) <= problem.outletLimitC + SLACK_K) return;
    cores[b]! -= rest;
    const lessW = (busyW * rest) / (nodeCount * coresPerNode);
    for (let i = 0; i < count; i++) outletC[i]! -= rise[i * count + b]! * lessW;
  });
  return { ...template, allowableCores: cores };
}

/** The cores of a template by a rule; those of a template are the safe ones. */
export function coresBy(rule: RoundingRule, problem: TemplatesProblem, template: Template): Int32Array {
  return rule === 'safe' ? template.allowableCores : ceilingCores(problem, template.utilisation);
}

/** Eqs. 55, 62 and 65 for whole cores, node by node. */
export function coresFigures(
  problem: TemplatesProblem,
  riseKPerCore: Float64Array,
  { vents, setPointC }: Pick<Template, 'vents' | 'setPointC'>,
  cores: Int32Array,
): CoresFigures {
  const { blocks, cooling } = problem;
  const powerW = blockPowersW(problem, cores);
  const outletC = outletsC(problem, vents, setPointC, powerW);
  let workPerS = 0;
  let nodeW = 0;
  let hottestOutletC = -Infinity;
  blocks.forEach((block, b) => {
    workPerS += (block.workPerS * cores[b]!) / (block.nodeCount * block.coresPerNode);
    nodeW += powerW[b]!;
    hottestOutletC = Math.max(hottestOutletC, outletC[b]! + aboveMeanK(cores[b]!, block.nodeCount, riseKPerCore[b]!));
  });
  return { workPerS, powerW: nodeW * (1 + 1 / coefficientOfPerformance(cooling, setPointC)), hottestOutletC };
}

/** How much hotter than the block's mean the air of its first node is, K. */
function aboveMeanK(cores: number, nodeCount: number, riseKPerCore: number): number {
  return (coresOfNode(cores, nodeCount, 0) - cores / nodeCount) * riseKPerCore;
}

function blockPowersW({ blocks }: TemplatesProblem, cores: Int32Array): Float64Array {
  return Float64Array.from(
    blocks,
    ({ idleW, busyW, nodeCount, coresPerNode }, b) => idleW + (busyW * cores[b]!) / (nodeCount * coresPerNode),
  );
}
