import type { Configuration } from '../../../models/problems/reward-rate/configuration.js';
import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import type { LpEngine } from '../../solvers/linear/engine.js';
import type { RunControl } from '../control.js';
import type { LagrangianBound } from './bound.js';
import { completeByProgram, type OpenNode } from './completion.js';
import { type CouplingRow, restrictingCapRow, redLineRow } from './coupling.js';
import type { MasterSolution } from './master.js';
import { measure } from './node-plan.js';
import { idleOf, offersOf } from './offers.js';
import type { PricingOracle } from './pricing.js';

/** Rounding ends once within this share of the bound; well below what a planner can act on. */
const TARGET_GAP = 2e-4;
/** Each try gives every open node more offers and opens more nodes; branch-and-bound nodes get dearer, so there are fewer. */
const TRIES = [
  { offers: 60, extraNodes: 4, programNodes: 600 },
  { offers: 120, extraNodes: 8, programNodes: 200 },
  { offers: 120, extraNodes: 16, programNodes: 100 },
] as const;
const PROGRAM_GAP = 1e-4;
const HOTTEST_ADDED = 8;

export interface RoundedPlan {
  readonly nodes: Configuration[][];
  readonly rewardPerS: number;
  readonly programs: number;
}

export interface RoundingInput {
  readonly problem: RewardRateProblem;
  readonly oracles: readonly PricingOracle[];
  readonly solution: MasterSolution;
  readonly bound: LagrangianBound;
  readonly rows: readonly CouplingRow[];
  readonly engine: LpEngine;
  readonly control: RunControl;
}

/**
 * From the LP's mixture to one configuration per node. Whole shares are kept; the few nodes left over, and a few more for
 * room to manoeuvre, are chosen together by a small mixed-integer program among configurations that lose little at the
 * certified prices. The gap of the result is exactly the nodes' price losses plus the price-weighted slack, so low-loss
 * offers that use up the slack are what closes it. Returns null when no try gave a plan within the limits.
 */
export async function roundToNodes(input: RoundingInput): Promise<RoundedPlan | null> {
  const { problem, bound } = input;
  const { nodes, open: fractional } = wholeShares(problem, input.solution);
  const offers = offersOf(problem, input.oracles, bound, TRIES[TRIES.length - 1]!.offers);
  const used = (zone: number): Configuration[] => input.solution.used[zone]!.map(({ configuration }) => configuration);
  let best: RoundedPlan | null = null;
  let programs = 0;
  for (const { offers: count, extraNodes, programNodes } of TRIES) {
    const open = [...fractional, ...spread(problem, fractional, extraNodes)].map(({ zone, node }): OpenNode => ({
      zone,
      node,
      offers: offers.of(zone, [nodes[zone]![node]!, ...used(zone)], count),
    }));
    const rounded = complete(input, nodes, open, programNodes);
    programs += rounded.programs;
    if (rounded.nodes !== null && (best === null || rounded.rewardPerS > best.rewardPerS)) {
      best = { nodes: rounded.nodes, rewardPerS: rounded.rewardPerS, programs };
    }
    const incumbent = best?.rewardPerS ?? null;
    const stop = await input.control.step({ phase: 'rounding', bound: bound.value, incumbent });
    if (stop || (best !== null && best.rewardPerS >= (1 - TARGET_GAP) * bound.value)) break;
  }
  return best === null ? null : { ...best, programs };
}

/** Empties the open nodes, lets the program fill them, and checks all zones; a zone that comes out too hot gets its own row. */
function complete(
  { problem, rows, engine }: RoundingInput,
  kept: readonly (readonly Configuration[])[],
  open: readonly OpenNode[],
  programNodes: number,
): { readonly nodes: Configuration[][] | null; readonly rewardPerS: number; readonly programs: number } {
  const base = kept.map((zone) => [...zone]);
  for (const { zone, node } of open) base[zone]![node] = idleOf(problem, zone);
  const programRows = [...rows];
  for (let programs = 1; programs <= 3; programs++) {
    const chosen = completeByProgram(problem, base, open, programRows, engine, {
      relativeGap: PROGRAM_GAP,
      nodeLimit: programNodes,
    });
    if (chosen === null) return { nodes: null, rewardPerS: 0, programs };
    const nodes = base.map((zone) => [...zone]);
    for (const [n, { zone, node }] of open.entries()) nodes[zone]![node] = chosen[n]!;
    const { feasible, riseC, rewardPerS, nodePowerW, coldestC, warmestC } = measure(problem, nodes);
    if (feasible) return { nodes, rewardPerS, programs };
    const cap = coldestC > warmestC ? restrictingCapRow(problem, nodePowerW) : null;
    if (cap !== null) programRows.push(cap);
    const rowed = new Set(programRows.map((row) => row.zone));
    const hottest = [...riseC.keys()].filter((b) => !rowed.has(b)).sort((a, b) => riseC[b]! - riseC[a]!);
    programRows.push(...hottest.slice(0, HOTTEST_ADDED).map((b) => redLineRow(problem, b)));
  }
  return { nodes: null, rewardPerS: 0, programs: 3 };
}

interface Place {
  readonly zone: number;
  readonly node: number;
}

/** Nodes whose configuration the LP uses in whole numbers (idling included); the rest are open. */
function wholeShares(
  problem: RewardRateProblem,
  solution: MasterSolution,
): { readonly nodes: Configuration[][]; readonly open: Place[] } {
  const open: Place[] = [];
  const nodes = problem.zones.map((zone, b) => {
    const configurations: Configuration[] = [];
    const busy = solution.used[b]!.reduce((sum, { units }) => sum + units, 0);
    const idle = { configuration: idleOf(problem, b), units: zone.nodeCount - busy };
    for (const { configuration, units } of [...solution.used[b]!, idle]) {
      for (let n = Math.floor(units + 1e-6); n > 0 && configurations.length < zone.nodeCount; n--) {
        configurations.push(configuration);
      }
    }
    while (configurations.length < zone.nodeCount) {
      open.push({ zone: b, node: configurations.length });
      configurations.push(idle.configuration);
    }
    return configurations;
  });
  return { nodes, open };
}

/** `count` more nodes, spread evenly over all nodes. */
function spread(problem: RewardRateProblem, taken: readonly Place[], count: number): Place[] {
  const keys = new Set(taken.map(({ zone, node }) => `${zone}/${node}`));
  const free = problem.zones
    .flatMap(({ nodeCount }, zone) => Array.from({ length: nodeCount }, (_, node): Place => ({ zone, node })))
    .filter(({ zone, node }) => !keys.has(`${zone}/${node}`));
  const wanted = new Set(Array.from({ length: count }, (_, n) => Math.floor(((n + 0.5) * free.length) / count)));
  return [...wanted].flatMap((n) => free[n] ?? []);
}
