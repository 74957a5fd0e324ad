import { W_PER_KW } from '../../../../../models/units.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { SIDE_MARGIN } from './choice-program.js';
import type { NodeConfigurations } from './node-plan.js';
import type { RoundingLimits } from './plan-limits.js';

/** Node whose configuration is still to be chosen, with the configurations to choose from. */
export interface OpenNode {
  readonly zone: number;
  readonly node: number;
  readonly configurations: readonly Configuration[];
}

/**
 * Configuration that an open node may take, with its effect on rates and rows. A node is open if its configuration is
 * still to be chosen.
 */
interface Choice {
  readonly configuration: Configuration;
  /** How much worse the configuration is than its zone's best, at the bound's dual values, reward/s; at least 0. */
  readonly loss: number;
  /** What the configuration adds to the rate of each task type, tasks/s, then to the left side of each row. */
  readonly adds: Float64Array;
}

/**
 * Reward by task type of each configuration that an open node may take, if arrivals do not limit it. Only entries other
 * than 0 are stored, because most configurations run few task types.
 */
interface Earnings {
  /** [choice]: how much worse it is than the best of the zone, at the bound's dual values, reward/s; ascending. */
  readonly losses: Float64Array;
  /** [choice]: index of its first entry in `tasks` and `rewards`. One more element holds the number of entries. */
  readonly first: Int32Array;
  /** [entry]: index of a task type that the choice runs. */
  readonly tasks: Int32Array;
  /** [entry]: reward that the choice earns with this task type, reward/s. */
  readonly rewards: Float64Array;
}

/** Least gain of an exchange, as a fraction of the bound. Ours: a smaller gain is rounding error. */
const MIN_GAIN = 1e-9;
/** No further exchange is started once this many combinations of choices were evaluated. */
const MAX_COMBINATIONS = 1_000_000;

/** Maximum number of open nodes (whose configurations are to be chosen) that change in one exchange. */
const MAX_EXCHANGED = 3;

export interface ExchangeRequest {
  readonly model: RewardRateModel;
  /** [zone][node]: the plan so far. The configurations of open nodes are only a start. */
  readonly nodes: NodeConfigurations;
  readonly open: readonly OpenNode[];
  readonly limits: Pick<RoundingLimits, 'rows' | 'side'>;
  readonly bound: LagrangianBound;
  /** The search ends once the plan earns this reward, reward/s. */
  readonly goalRewardPerS: number;
}

/**
 * Returns true if `completeByExchange` can handle the limits: at most one side column (a common set-point), no row that
 * defines it, and no minimum of running nodes.
 */
export function canExchange(model: RewardRateModel, { rows, side }: ExchangeRequest['limits']): boolean {
  return side.length <= 1 && minimumsOf(model).length === 0 && rows.every(({ defines }) => defines === undefined);
}

/**
 * Completes a plan by exchanges: two or three open nodes (whose configurations are to be chosen) get new configurations
 * together. Each pair, then each triple, gets the configurations that earn most within the rows. This ends when nothing
 * improves, the goal is reached or enough combinations were tried.
 *
 * Returns one configuration per open node; null if not even idling keeps the rows. The start is what the nodes run or,
 * if this violates a row, feasible configurations of least loss. Combinations are pruned, because bound - reward is at
 * least the sum of all losses (docs/reward-rate/config-lp.md).
 */
export function completeByExchange(input: ExchangeRequest): readonly Configuration[] | null {
  const search = new ExchangeSearch(input);
  if (!search.start()) return null;
  search.improve();
  return search.configurations;
}

class ExchangeSearch {
  readonly #input: ExchangeRequest;
  readonly #tasks: number;
  /** Rate of each task type, then left side of each row (as `Choice.adds`), over all nodes not being exchanged. */
  readonly #state: Float64Array;
  /** [open node]: configurations that it may take, by ascending loss. */
  readonly #choices: readonly (readonly Choice[])[];
  readonly #earnings: readonly Earnings[];
  /** [number of choices made so far in a combination][task type]: reward of the arrivals not yet served, reward/s. */
  readonly #unserved: readonly Float64Array[];
  /** [row]: coefficient of the common set-point in the row. */
  readonly #perSetPoint: Float64Array;
  readonly #limit: Float64Array;
  #current: Choice[] = [];
  #rewardPerS = 0;
  #losses = 0;
  #combinations = 0;
  /**
   * The two rows that no set-point satisfied together in the last test that failed. It is the same row twice if no
   * set-point satisfied that row alone. These rows are tested first.
   */
  #failed: readonly [number, number] = [0, 0];
  readonly #allRows: readonly number[];

  constructor(input: ExchangeRequest) {
    const { model, nodes, open, limits, bound } = input;
    const { rows } = limits;
    const tasks = model.taskNames.length;
    this.#input = input;
    this.#tasks = tasks;
    this.#state = new Float64Array(tasks + rows.length);
    this.#allRows = [...rows.keys()];
    this.#perSetPoint = Float64Array.from(rows, ({ side }) => side.reduce((sum, { value }) => sum + value, 0));
    this.#limit = Float64Array.from(rows, ({ rhs, side }) => rhs - (side.length === 0 ? 0 : SIDE_MARGIN));
    const addsOf = (zone: number, ratePerS: Float64Array, coreW: number): Float64Array => {
      const adds = new Float64Array(tasks + rows.length);
      adds.set(ratePerS);
      for (const [r, { zoneCoefficient }] of rows.entries())
        adds[tasks + r] = (zoneCoefficient[zone]! * coreW) / W_PER_KW;
      return adds;
    };
    const opened = nodes.map(() => new Set<number>());
    for (const { zone, node } of open) opened[zone]!.add(node);
    for (const [b, zone] of nodes.entries()) {
      const kept = zone.filter((_, n) => !opened[b]!.has(n));
      const coreW = kept.reduce((sum, configuration) => sum + configuration.coreW, 0);
      const ratePerS = new Float64Array(tasks);
      for (const configuration of kept) for (let i = 0; i < tasks; i++) ratePerS[i]! += configuration.ratePerS[i]!;
      this.#add(addsOf(b, ratePerS, coreW), 1);
    }
    this.#choices = open.map(({ zone, configurations }) => {
      const price = bound.zonePowerPrice[zone]!;
      const best = bound.envelopes[model.zones[zone]!.type]!.upperBound(price, bound.zoneOnPrice[zone]);
      const choices = configurations.map((configuration): Choice => {
        const { ratePerS, coreW } = configuration;
        const worth = ratePerS.reduce(
          (sum, rate, i) => sum + bound.prices.task[i]! * rate,
          (-price * coreW) / W_PER_KW,
        );
        return { configuration, loss: Math.max(0, best - worth), adds: addsOf(zone, ratePerS, coreW) };
      });
      return choices.sort((a, b) => a.loss - b.loss);
    });
    this.#earnings = this.#choices.map((choices) => earningsOf(choices, model.rewardPerTask));
    this.#unserved = Array.from({ length: MAX_EXCHANGED }, () => new Float64Array(tasks));
  }

  get configurations(): Configuration[] {
    return this.#current.map(({ configuration }) => configuration);
  }

  /** Makes an initial choice for every open node; returns false if none is feasible. */
  start(): boolean {
    if (!this.#startFromPlan() && !this.#startFromLosses()) return false;
    const { rewardPerTask, arrivalRatePerS } = this.#input.model;
    this.#rewardPerS = rewardPerTask.reduce((sum, r, i) => sum + r * Math.min(this.#state[i]!, arrivalRatePerS[i]!), 0);
    this.#losses = this.#current.reduce((sum, { loss }) => sum + loss, 0);
    return true;
  }

  #startFromPlan(): boolean {
    const { nodes, open } = this.#input;
    const found = open.map(({ zone, node }, n) => {
      const key = configurationKey(nodes[zone]![node]!);
      return this.#choices[n]!.find(({ configuration }) => configurationKey(configuration) === key);
    });
    const known = found.flatMap((choice) => choice ?? []);
    if (known.length < open.length) return false;
    for (const { adds } of known) this.#add(adds, 1);
    this.#current = known;
    if (this.#fits([])) return true;
    for (const { adds } of known) this.#add(adds, -1);
    return false;
  }

  #startFromLosses(): boolean {
    this.#current = [];
    for (const choices of this.#choices) {
      const first =
        choices.find((choice) => this.#fits([choice])) ??
        choices.find(({ configuration }) => configuration.coreW === 0);
      if (first === undefined) return false;
      this.#add(first.adds, 1);
      this.#current.push(first);
    }
    return this.#fits([]);
  }

  improve(): void {
    const count = this.#current.length;
    if (count === 1 && this.#goesOn()) this.#exchange([0]);
    for (let improved = true; improved && this.#goesOn();) {
      improved = false;
      for (let n = 0; n < count; n++) {
        for (let m = n + 1; m < count && this.#goesOn(); m++) if (this.#exchange([n, m])) improved = true;
      }
      for (let n = 0; n < count && !improved; n++) {
        for (let m = n + 1; m < count && !improved; m++) {
          for (let l = m + 1; l < count && !improved && this.#goesOn(); l++) improved = this.#exchange([n, m, l]);
        }
      }
    }
  }

  #goesOn(): boolean {
    return this.#rewardPerS < this.#input.goalRewardPerS && this.#combinations < MAX_COMBINATIONS;
  }

  /** Replaces the choices of these open nodes by the best combination; returns false if none earns more. */
  #exchange(nodes: readonly number[]): boolean {
    const before = nodes.map((n) => this.#current[n]!);
    for (const { adds } of before) this.#add(adds, -1);
    const lossBefore = before.reduce((sum, { loss }) => sum + loss, 0);
    const better = this.#bestOf(nodes, this.#input.bound.value - (this.#losses - lossBefore));
    for (const [k, choice] of (better?.choices ?? before).entries()) {
      this.#add(choice.adds, 1);
      this.#current[nodes[k]!] = choice;
    }
    if (better === null) return false;
    this.#rewardPerS = better.rewardPerS;
    this.#losses += better.choices.reduce((sum, { loss }) => sum + loss, 0) - lossBefore;
    return true;
  }

  /**
   * Returns the feasible choices for these open nodes with the largest reward; null if none earn more than now.
   *
   * @param most upper bound on the reward, reward/s: the bound minus the losses of all other nodes
   */
  #bestOf(
    nodes: readonly number[],
    most: number,
  ): { readonly choices: readonly Choice[]; readonly rewardPerS: number } | null {
    const { rewardPerTask, arrivalRatePerS } = this.#input.model;
    const last = nodes.length - 1;
    const chosen: Choice[] = [];
    const best: Choice[] = [];
    let bestPerS = this.#rewardPerS + MIN_GAIN * this.#input.bound.value;
    let othersPerS = 0;
    for (let i = 0; i < this.#tasks; i++) {
      const served = Math.min(this.#state[i]!, arrivalRatePerS[i]!);
      othersPerS += rewardPerTask[i]! * served;
      this.#unserved[0]![i] = rewardPerTask[i]! * (arrivalRatePerS[i]! - served);
    }
    const descend = (depth: number, loss: number, soFarPerS: number): void => {
      const { losses, first, tasks, rewards } = this.#earnings[nodes[depth]!]!;
      const unserved = this.#unserved[depth]!;
      const left = this.#unserved[depth + 1];
      for (let c = 0; c < losses.length; c++) {
        const lossToo = loss + losses[c]!;
        if (lossToo >= most - bestPerS) return;
        let rewardPerS = soFarPerS;
        const end = first[c + 1]!;
        for (let e = first[c]!; e < end; e++) rewardPerS += Math.min(rewards[e]!, unserved[tasks[e]!]!);
        if (depth < last) {
          left!.set(unserved);
          for (let e = first[c]!; e < end; e++) left![tasks[e]!] = Math.max(0, left![tasks[e]!]! - rewards[e]!);
          chosen[depth] = this.#choices[nodes[depth]!]![c]!;
          descend(depth + 1, lossToo, rewardPerS);
          continue;
        }
        this.#combinations++;
        if (rewardPerS <= bestPerS) continue;
        chosen[depth] = this.#choices[nodes[depth]!]![c]!;
        if (!this.#fits(chosen)) continue;
        bestPerS = rewardPerS;
        best.splice(0, best.length, ...chosen);
      }
    };
    descend(0, 0, othersPerS);
    return best.length === 0 ? null : { choices: best, rewardPerS: bestPerS };
  }

  #add(adds: Float64Array, sign: 1 | -1): void {
    for (let k = 0; k < adds.length; k++) this.#state[k]! += sign * adds[k]!;
  }

  /** Returns true if some set-point satisfies all rows once these further choices are added. */
  #fits(more: readonly Choice[]): boolean {
    return this.#keeps(this.#failed, more) && this.#keeps(this.#allRows, more);
  }

  /** Returns true if some set-point satisfies the given rows with these further choices. */
  #keeps(rows: readonly number[], more: readonly Choice[]): boolean {
    const [setPoint] = this.#input.limits.side;
    let coldest = setPoint?.lower ?? 0;
    let warmest = setPoint?.upper ?? 0;
    let lowestRow = 0;
    let highestRow = 0;
    for (const r of rows) {
      const at = this.#tasks + r;
      let left = this.#limit[r]! - this.#state[at]!;
      for (const { adds } of more) left -= adds[at]!;
      const perSetPoint = this.#perSetPoint[r]!;
      if (perSetPoint > 0 && left < warmest * perSetPoint) {
        warmest = left / perSetPoint;
        highestRow = r;
      } else if (perSetPoint < 0 && left < coldest * perSetPoint) {
        coldest = left / perSetPoint;
        lowestRow = r;
      }
      if (coldest <= warmest && (perSetPoint !== 0 || left >= 0)) continue;
      this.#failed = perSetPoint === 0 ? [r, r] : [lowestRow, highestRow];
      return false;
    }
    return true;
  }
}

/** Returns what each choice earns with each task type; entries of 0 are left out. */
function earningsOf(choices: readonly Choice[], rewardPerTask: Float64Array | readonly number[]): Earnings {
  const first = new Int32Array(choices.length + 1);
  const tasks: number[] = [];
  const rewards: number[] = [];
  for (const [c, { adds }] of choices.entries()) {
    for (const [i, reward] of rewardPerTask.entries()) {
      if (adds[i] === 0 || reward === 0) continue;
      tasks.push(i);
      rewards.push(reward * adds[i]!);
    }
    first[c + 1] = tasks.length;
  }
  return {
    losses: Float64Array.from(choices, ({ loss }) => loss),
    first,
    tasks: Int32Array.from(tasks),
    rewards: Float64Array.from(rewards),
  };
}
