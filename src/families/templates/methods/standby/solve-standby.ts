import type { Template } from '../../../../../models/families/templates/template.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { existingWorkPerS } from '../../../../../models/families/templates/states.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { infeasible } from '../best-effort.js';
import type { CoolingFactor } from '../cooling-factor.js';
import { bindingOf } from '../finish.js';
import { fewestNodes, wholeNodes } from './awake.js';
import { NodePlans, type StandbyPlan } from './node-plans.js';
import { type BoundedRange, RelaxedRooms } from './relaxed-rooms.js';
import { type LeastRunning, leastRunning } from './running-work.js';
import type { Wanted } from './settled-room.js';

/** Relative optimality gap at which a state with nodes on standby counts as solved. */
const TARGET_GAP = 5e-4;
/**
 * Maximum number of combinations of running nodes up to which every combination is tried. If there are more, the
 * relaxation is used.
 */
const MAX_CHOICES = 128;
/** Maximum number of ranges into which the set-points are divided to bound one state. */
const MAX_RANGES = 16;
/** Width below which a range of set-points is not divided, C. */
const MIN_RANGE_C = 0.05;
/** Maximum number of rounds that adjust a plan's number of nodes to its work. */
const MAX_ROUNDS = 3;

/** States with the same running cores, and their templates with all nodes on, in the same order. */
export interface StandbyStates {
  readonly runningCores: readonly number[];
  readonly arrivingWorkPerS: readonly number[];
  readonly powerLimitW: readonly number[];
  readonly allOn: readonly Template[];
}

export interface StandbyOptions {
  /**
   * Maximum number of combinations of running nodes up to which every combination is tried. With 0 the relaxation is
   * always used, for tests.
   */
  readonly maxChoices?: number;
}

/**
 * Solves states of a room in which nodes may be on standby (docs/templates/standby.md). The answer is the better of the
 * template with all nodes on and the best plan found with some nodes on standby. The bound of the answer holds for
 * every setting. Answers do not depend on earlier calls.
 */
export class StandbySolver {
  constructor(
    private readonly model: TemplatesModel,
    private readonly factor: CoolingFactor,
    private readonly options: StandbyOptions = {},
  ) {}

  solve({ runningCores, arrivingWorkPerS, powerLimitW, allOn }: StandbyStates): Template[] {
    const { model, factor } = this;
    const lower = Float64Array.from(model.quadrants, ({ cores }, q) => (cores > 0 ? runningCores[q]! / cores : 0));
    const least = leastRunning(model, factor, lower);
    const existingPerS = existingWorkPerS(model, { runningCores });
    const allPerS = model.blocks.reduce((sum, { workPerS }) => sum + workPerS, 0);
    const everyNode = Int32Array.from(model.blocks, ({ nodeCount }) => nodeCount);
    const plans = new NodePlans(model, factor, lower);
    const relaxed = new RelaxedRooms(model, factor, lower);
    const choices = this.choices(lower);
    return arrivingWorkPerS.flatMap((arrivingPerS, a) =>
      powerLimitW.map((limitW, p): Template => {
        const position = a * powerLimitW.length + p;
        const known = allOn[position]!;
        const { cheapest } = least;
        if (known.status === 'infeasible' && !(cheapest !== null && cheapest.totalW <= limitW)) {
          return standbyEffort(model, position, lower, least);
        }
        const wantedPerS = arrivingPerS + existingPerS;
        const saturates = wantedPerS > allPerS;
        const wanted: Wanted = { topPerS: Math.min(wantedPerS, allPerS), limitW };
        const search: StateSearch = {
          wanted,
          plans,
          relaxed,
          tried: new Map(),
          best: null,
          tasksPerJ: known.tasksPerJ,
        };
        if (known.status === 'infeasible') search.tasksPerJ = -1;
        if (cheapest !== null) take(search, cheapest.vents, cheapest.awake);
        const bound = choices === null ? this.relaxedBound(search) : boundOfAll(search, choices, model);
        if (search.best === null && known.status === 'infeasible') {
          // At the very edge of a limit, where the last bits decide.
          return standbyEffort(model, position, lower, least);
        }
        if (search.best === null) {
          // Never less than with all nodes on.
          const boundTasksPerJ = Math.max(known.tasksPerJ, bound);
          return { ...known, state: position, boundTasksPerJ, awakeNodes: everyNode };
        }
        return plans.finished(search.best, {
          state: position,
          boundTasksPerJ: bound,
          limitW,
          topPerS: wanted.topPerS,
          binding: bindingOf(search.best.point, search.best.stopsAtPerS, wanted, saturates),
        });
      }),
    );
  }

  /**
   * Returns all combinations of numbers of running nodes, each with one number per block. Null if there are too many to
   * try them all.
   */
  private choices(lower: Float64Array): Int32Array[] | null {
    const { blocks } = this.model;
    const fewest = fewestNodes(this.model, lower);
    const most = this.options.maxChoices ?? MAX_CHOICES;
    const count = blocks.reduce((product, { nodeCount }, b) => product * (nodeCount - fewest[b]! + 1), 1);
    if (count > most) return null;
    return blocks.reduce<Int32Array[]>(
      (all, { nodeCount }, b) =>
        all.flatMap((one) =>
          Array.from({ length: nodeCount - fewest[b]! + 1 }, (_, more) =>
            one.map((nodes, c) => (c === b ? nodes + more : nodes)),
          ),
        ),
      [fewest],
    );
  }

  /**
   * Returns an upper bound on work per energy, tasks/J, from relaxations over ranges of set-points. The range with the
   * largest bound is halved again and again. The settings of the relaxations are rounded to whole nodes, and the best
   * feasible one is stored in `search`.
   */
  private relaxedBound(search: StateSearch): number {
    const { setPointMinC, setPointMaxC } = this.model;
    const open: OpenRange[] = [
      { fromC: setPointMinC, toC: setPointMaxC, bound: Infinity, known: search.relaxed.all() },
    ];
    let settled = -1;
    for (let count = 0; open.length > 0; count += 1) {
      open.sort((one, other) => one.bound - other.bound);
      const range = open.at(-1)!;
      const enough = search.tasksPerJ < 0 ? -1 : search.tasksPerJ * (1 + TARGET_GAP);
      if (range.bound <= enough || count >= MAX_RANGES) break;
      open.pop();
      const { boundTasksPerJ, known, found, isSettled } = search.relaxed.bound(range, search.wanted, enough);
      const bound = Math.min(range.bound, boundTasksPerJ);
      if (found !== null) this.planFrom(search, found.vents, found);
      if (isSettled || bound <= enough || range.toC - range.fromC < MIN_RANGE_C) {
        settled = Math.max(settled, bound);
        continue;
      }
      const middleC = (range.fromC + range.toC) / 2;
      open.push({ fromC: range.fromC, toC: middleC, bound, known }, { fromC: middleC, toC: range.toC, bound, known });
    }
    return Math.max(settled, ...open.map(({ bound }) => bound));
  }

  private planFrom(
    search: StateSearch,
    vents: number,
    wish: { readonly setPointC: number; readonly utilisation: Float64Array; readonly awake: Float64Array },
  ): void {
    for (const candidate of awakeCandidates(this.model, search.plans.fewest, wish.awake)) {
      let awake = candidate;
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const plan = take(search, vents, awake);
        if (plan === null) break;
        const needed = search.plans.needed(plan);
        if (needed.every((nodes, b) => nodes === awake[b])) break;
        awake = needed;
      }
    }
  }
}

/** Range of set-points in which a setting better than the best known may exist. */
interface OpenRange extends BoundedRange {
  readonly bound: number;
}

/** State under solution: its request, and the best plan found so far. */
interface StateSearch {
  readonly wanted: Wanted;
  readonly plans: NodePlans;
  readonly relaxed: RelaxedRooms;
  /** Result of each plan tried, by vents and numbers of running nodes; null if none of its settings is feasible. */
  readonly tried: Map<string, StandbyPlan | null>;
  best: StandbyPlan | null;
  /**
   * Work per energy of the best known setting, tasks/J, including the template with all nodes on; -1 if no setting is
   * known.
   */
  tasksPerJ: number;
}

/**
 * Returns the best plan for these vents and numbers of nodes. Stores it in `search` if it is better than the best plan
 * so far. Null if no setting is feasible.
 */
function take(search: StateSearch, vents: number, awake: Int32Array): StandbyPlan | null {
  const key = `${vents} ${awake.join()}`;
  const known = search.tried.get(key);
  if (known !== undefined) return known;
  const { plan } = search.plans.best(vents, awake, search.wanted, -1);
  search.tried.set(key, plan);
  if (plan !== null && plan.point.tasksPerJ > search.tasksPerJ) {
    search.best = plan;
    search.tasksPerJ = plan.point.tasksPerJ;
  }
  return plan;
}

/**
 * Returns an upper bound on work per energy, tasks/J, over all vents and these numbers of nodes. Stores the best plan
 * in `search`.
 */
function boundOfAll(search: StateSearch, choices: readonly Int32Array[], { outletRiseKPerW }: TemplatesModel): number {
  let bound = -1;
  for (let vents = 0; vents < outletRiseKPerW.length; vents += 1) {
    for (const awake of choices) {
      const enough = search.tasksPerJ < 0 ? -1 : search.tasksPerJ * (1 + 1e-8);
      const { plan, boundTasksPerJ } = search.plans.best(vents, awake, search.wanted, enough);
      bound = Math.max(bound, boundTasksPerJ);
      if (plan === null || plan.point.tasksPerJ <= search.tasksPerJ) continue;
      search.best = plan;
      search.tasksPerJ = plan.point.tasksPerJ;
    }
  }
  return bound;
}

/**
 * Returns the template of an infeasible state (docs/templates/standby.md). In its setting only the running cores work.
 * Whichever nodes are on, either these cores alone exceed the outlet limit at the coolest set-point, or their least
 * power exceeds the power limit.
 */
function standbyEffort(
  model: TemplatesModel,
  state: number,
  lower: Float64Array,
  { cheapest, coolest }: LeastRunning,
): Template {
  const { vents, awake: awakeNodes, setPointC, nodeW, hottestOutletC } = cheapest ?? coolest;
  const utilisation = Float64Array.from(model.blocks, ({ quadrant }) => lower[quadrant]!);
  const powerW = nodeW * (1 + powerPerHeat(model.cooling, setPointC));
  const binding = cheapest === null ? 'infeasible-outlet' : 'infeasible-power';
  return infeasible(model, { state, vents, setPointC, utilisation, powerW, hottestOutletC, binding, awakeNodes });
}

/**
 * Returns vectors of whole numbers of nodes near `wished`. In one, all numbers are rounded up; in the other, all are
 * rounded to the nearest. Equal vectors are returned once.
 */
function awakeCandidates({ blocks }: TemplatesModel, fewest: Int32Array, wished: Float64Array): Int32Array[] {
  const within = (b: number, nodes: number): number => Math.min(blocks[b]!.nodeCount, Math.max(fewest[b]!, nodes));
  const up = Int32Array.from(blocks, (_, b) => within(b, wholeNodes(wished[b]!)));
  const near = Int32Array.from(blocks, (_, b) => within(b, Math.round(wished[b]!)));
  return up.every((nodes, b) => nodes === near[b]) ? [up] : [up, near];
}
