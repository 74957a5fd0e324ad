import { idleAwake, isOnStandby } from '../../../../../models/families/reward-rate/minimum-on.js';
import { isWithoutWork } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../../methods/control.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { commonSetPointColumn } from '../room-program/cap-rows.js';
import type { ConfigurationLpResult } from '../room-program/configuration-lp.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import type { SharedPlan } from '../outcome.js';
import { keepsCommonSetPoint } from '../rounding/node-plan.js';
import { sharedPlan } from '../sharing/shared-plan.js';
import {
  type BestFirstResult,
  BestFirstSearch,
  type Branch,
  type Examined,
  type Proven,
  type SolvedBranch,
} from '../whole-numbers/best-first.js';
import { type AwakeBound, awakeBound } from './awake-bound.js';
import { type AwakeAnswer, AwakeProgram, type NodeConfiguration } from './awake-program.js';
import {
  allRanges,
  type AwakeRanges,
  type AwakeSet,
  awakeSetsOf,
  bestCut,
  countsOf,
  divided,
  isPossible,
  WHOLE,
} from './awake-sets.js';

/** Maximum number of LPs in a search. Ours: about a second with tens of nodes. */
const MAX_PROGRAMS = 1000;
/** Limit on the number of LPs times the number of zones. */
const LP_WORK = 60_000;
/** Maximum number of zones for which the search is made. Ours: with more, LP_WORK leaves too few LPs. */
const MAX_ZONES = 500;
/** A branch is closed if its bound exceeds the incumbent's reward by at most this fraction. Ours: the LPs' accuracy. */
const SAME = 3e-7;
/** Relative gap between an LP's value and its bound at which column generation ends. */
const LP_GAP = 3e-8;
/** Maximum number of LPs of a branch, each with new columns and rows. */
const ROUNDS = 60;
/** Number of initial LP columns per zone besides the best configuration and those that the configuration LP used. */
const SEEDS = 4;

export interface WholeStandbyRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  /** Result of the configuration LP, in which nodes may be on standby for part of the time. */
  readonly lp: ConfigurationLpResult;
  /** Reward of the best plan known before, reward/s. */
  readonly incumbentRewardPerS: number;
  readonly engine: LpEngine;
  readonly control: RunControl;
}

/** Returns true if nodes may be on standby, there is one common set-point and not too many zones. */
export function canSearchStandby(model: RewardRateModel): boolean {
  const isCommon = model.cracs.length === 1 || keepsCommonSetPoint(model);
  return isCommon && model.zones.length <= MAX_ZONES && awakeSetsOf(model).length > 0;
}

/**
 * Searches by branch and bound for the best plan with an integer number of running nodes in each zone, and for a bound
 * on such plans (docs/reward-rate/whole-standby.md). The branch with the largest bound comes first.
 *
 * Running nodes may divide their time over configurations. So the LP's answer is a plan once the numbers of running
 * nodes are integer.
 */
export async function searchWholeStandby(
  input: WholeStandbyRequest,
): Promise<BestFirstResult<AwakeRanges, SharedPlan>> {
  const search = new StandbySearch(input);
  try {
    return await search.run();
  } finally {
    search.program.session.dispose();
  }
}

class StandbySearch {
  readonly program: AwakeProgram;
  readonly #input: WholeStandbyRequest;
  readonly #sets: readonly AwakeSet[];
  readonly #root: AwakeRanges;
  readonly #tree: BestFirstSearch<AwakeRanges, SharedPlan>;

  constructor(input: WholeStandbyRequest) {
    const { model, lp } = input;
    this.#input = input;
    this.#sets = awakeSetsOf(model);
    this.#root = allRanges(this.#sets);
    this.program = new AwakeProgram(model, this.#sets, input.engine);
    this.program.addConfigurations(firstConfigurations(input, this.#sets));
    this.program.addRows(lp.rows);
    this.#tree = new BestFirstSearch({
      ...input,
      phase: 'whole standby',
      bound: lp.bound,
      same: SAME,
      most: Math.min(MAX_PROGRAMS, Math.ceil(LP_WORK / model.zones.length)),
    });
  }

  async run(): Promise<BestFirstResult<AwakeRanges, SharedPlan>> {
    return this.#tree.run(this.#root, async (branch) => this.#examined(branch));
  }

  async #examined(branch: Branch<AwakeRanges>): Promise<Examined<AwakeRanges>> {
    const [{ model }, sets] = [this.#input, this.#sets];
    const { value, by, last } = await this.#solved(branch);
    if (last === null) return { value, by, parts: null };
    const cut = bestCut(model, sets, countsOf(sets, last.answer.awake), last.bound.zonePowerPrice);
    if (cut === null) {
      this.#consider(last.answer);
      return { value, by, parts: null };
    }
    if (branch.ranges === this.#root) await this.#tryRoundedUp(last.answer);
    return { value, by, parts: divided(branch.ranges, cut).filter((ranges) => isPossible(sets, ranges)) };
  }

  /** Solves the LP of a branch with new columns and rows until its value meets the bound. */
  async #solved(branch: Branch<AwakeRanges>): Promise<SolvedBranch<AwakeAnswer, AwakeBound & Proven>> {
    const { model, oracles } = this.#input;
    const { program } = this;
    const side = commonSetPointColumn(model);
    program.setRanges(branch.ranges);
    return this.#tree.solved(branch, {
      rounds: ROUNDS,
      solve: () => program.solveAwake(),
      boundAt: ({ prices }) => {
        const by = { rows: program.rows, prices, side };
        return { ...awakeBound(model, oracles, this.#sets, branch.ranges, by), by };
      },
      grow: ({ objective, setPointC, zoneKW }, { zonePowerPrice, envelopes }, lowest) => {
        const broken = program.brokenRows(setPointC, zoneKW);
        const isTight = lowest - objective <= LP_GAP * Math.abs(lowest);
        const best = model.zones.map(({ type }, zone) => {
          const { configuration } = envelopes[type]!.bestOnAt(zonePowerPrice[zone]!);
          return { zone, configuration };
        });
        const added = isTight ? 0 : program.addConfigurations(best);
        program.addRows(broken);
        return broken.length > 0 || added > 0;
      },
    });
  }

  #consider(answer: AwakeAnswer): void {
    const { model } = this.#input;
    const plan = sharedPlan(model, wholeSolution(model, answer), [], true);
    if (plan !== null && plan.claimedRewardPerS > this.#tree.incumbent) this.#tree.keep(plan, plan.claimedRewardPerS);
  }

  /** Looks for the best plan with an answer's numbers of running nodes rounded up, as a first plan to beat. */
  async #tryRoundedUp({ awake }: AwakeAnswer): Promise<void> {
    const counts = countsOf(this.#sets, new Map([...awake].map(([b, nodes]) => [b, Math.ceil(nodes - WHOLE)])));
    const ranges = { lower: counts, upper: counts };
    if (this.#tree.isOver || !isPossible(this.#sets, ranges)) return;
    const { bound } = this.#input.lp;
    const { last } = await this.#solved({ ranges, value: bound.value, by: bound });
    if (last !== null) this.#consider(last.answer);
  }
}

/**
 * Returns the initial columns: configurations that the configuration LP used, idling, and those that are best at its
 * price of power or at neighbouring prices.
 */
function firstConfigurations({ model, lp }: WholeStandbyRequest, sets: readonly AwakeSet[]): NodeConfiguration[] {
  const wakes = new Set(sets.flatMap(({ zones }) => zones));
  return model.zones.flatMap(({ type }, zone) => {
    const envelope = lp.bound.envelopes[type]!;
    const price = lp.bound.zonePowerPrice[zone]!;
    const near = [...envelope.points].sort((p, q) => Math.abs(p.price - price) - Math.abs(q.price - price));
    return [
      ...lp.solution.used[zone]!.flatMap(({ configuration }) => (isOnStandby(configuration) ? [] : [configuration])),
      ...(wakes.has(zone) ? [idleAwake(model, zone)] : []),
      ...[envelope.bestOnAt(price), ...near.slice(0, SEEDS)].map(({ configuration }) => configuration),
    ].map((configuration) => ({ zone, configuration }));
  });
}

/**
 * Returns the LP's answer with the number of running nodes in each zone made integer. A node that runs only because of
 * this is idle.
 */
function wholeSolution(model: RewardRateModel, { awake, used }: AwakeAnswer): Pick<MasterSolution, 'used'> {
  const kept = used.map((ofZone, b): AwakeAnswer['used'][number] => {
    if (!awake.has(b)) return ofZone;
    const whole = Math.round(awake.get(b)!);
    const busy = ofZone.filter(({ configuration }) => !isWithoutWork(configuration));
    const sum = busy.reduce((total, { units }) => total + units, 0);
    const factor = sum > whole ? whole / sum : 1;
    const idle = { configuration: idleAwake(model, b), units: Math.max(0, whole - sum) };
    return [...busy.map(({ configuration, units }) => ({ configuration, units: units * factor })), idle];
  });
  return { used: kept };
}
