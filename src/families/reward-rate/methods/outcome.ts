import { type Configuration, configurationKey, isWithoutWork } from '../../../../models/facility/configuration.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { CoreShare } from '../../../../models/facility/core-share.js';
import type { ConstantAssignment, NodeAssignment, StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import type { PlanConstraint } from '../../../../models/families/reward-rate/plan-constraint.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { standbyNodes } from '../../../../models/families/reward-rate/standby.js';
import type { RandomStream } from '../../../random/stream.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import type { RunControl } from '../../../methods/control.js';
import type { PricingOracle } from '../../../pricing/pricing.js';
import type { Population } from './genetic/populations.js';
import type { WholeCoreConfiguration } from '../../../pricing/whole-core-configurations.js';

export interface MethodRequest {
  readonly model: RewardRateModel;
  readonly engine: LpEngine;
  readonly control: RunControl;
  /** Random number stream of the run. A method forks one stream for each purpose. */
  readonly random: RandomStream;
  /** Warm start from a similar model's run, or null. It may speed a method up and cannot invalidate a bound. */
  readonly start: WarmStart | null;
  /**
   * Says when the outcome also contains `shared`, a plan whose nodes alternate between configurations. 'always':
   * whenever such a plan is found. 'auto': if it may earn at least a thousandth more than the method's own plan.
   * Absent: never. Methods without such plans ignore this option.
   */
  readonly shares?: 'always' | 'auto';
  /**
   * True if the plan `shared` must have an integer number of nodes on standby, and a bound on such plans is wanted.
   * Methods without such plans ignore this option.
   */
  readonly wholeStandby?: true;
  /**
   * Reduced effort for rounding to whole nodes; absent: full effort. 'brief': only the cheapest mixed-integer programs
   * are solved. 'none': nothing is rounded; the plan is that of the warm start if it keeps the limits, otherwise idle
   * nodes. Methods without rounding ignore this option.
   */
  readonly effort?: 'brief' | 'none';
  /**
   * Maximum number of LPs in the search for the best plan with one configuration per node; absent: no such search.
   * Methods without this search ignore it.
   */
  readonly oneConfiguration?: number;
  /** Rule for the population of the genetic algorithm; absent: `printed`. Other methods ignore it. */
  readonly population?: Population;
  /**
   * The user's own limits. A method that cannot handle them ignores them; only the final plan is then checked against
   * them.
   */
  readonly constraints?: readonly PlanConstraint[];
}

export type BoundMethodRequest = Pick<MethodRequest, 'model' | 'engine' | 'control' | 'start'>;

/**
 * Data of a run that speed up a similar model's run. They refer to names and P-state numbers, so they fit models with
 * other limits, rates or deadlines.
 */
export interface WarmStart {
  /** Configurations to start with, by zone name, as assignments. */
  readonly assignments: ReadonlyMap<string, readonly NodeAssignment[]>;
  readonly plan: DraftPlan | null;
  /**
   * Pricing oracles (which find the best configuration at given prices). They can be reused if node types share the
   * very same task objects.
   */
  readonly pricing?: { readonly nodeTypes: RewardRateModel['nodeTypes']; readonly oracles: readonly PricingOracle[] };
}

/** Result of a reward-rate method. The checker decides whether the plan is feasible and what reward it earns. */
export interface MethodOutcome {
  readonly plan: DraftPlan | null;
  readonly claimedRewardPerS: number | null;
  /** Proven bound on the reward of all plans; null if the method proves none. */
  readonly certificate: Certificate | null;
  /** The LP engine's message if it gave no answer and so there is no plan. */
  readonly failure?: string;
  readonly stoppedEarly: boolean;
  /** Name of the method that made this plan, if it is not the method that was run. */
  readonly planFrom?: string;
  /**
   * Plan in which some nodes alternate, all cores together, between configurations; absent if none or not asked for.
   */
  readonly shared?: SharedPlan;
  /** Best plan found in which no node divides its time over configurations; present if nodes of the main plan do. */
  readonly withoutSharing?: WithoutSharing;
  /** Bound on plans in which every node keeps one configuration; absent if it was not computed. */
  readonly ofOneConfiguration?: ClassBound;
  /**
   * Upper bound on the reward of plans in which each node is always on or always on standby, reward/s. Plenum returns
   * no other plans. Absent if it was not computed.
   */
  readonly wholeStandbyRewardPerS?: number;
  /** Names of other methods whose plans for this model are known to be no better. */
  readonly atLeast?: readonly string[];
  readonly warnings: readonly string[];
  readonly next?: WarmStart;
  readonly work: Readonly<Record<string, number>>;
}

/**
 * A plan whose nodes divide their time over configurations is preferred only if it earns more by at least this
 * fraction. Ours: the same as the gap from which cheaper methods are tried.
 */
export const SHARES_PAY = 1e-3;

/** Proven bound on the plans that `scope` describes. */
export interface ClassBound {
  readonly boundRewardPerS: number;
  readonly scope: string;
}

/**
 * Returns the lowest known upper bound that holds for every plan returned, reward/s; null without a bound on all plans.
 * The bound on plans whose nodes are each always on or always on standby counts, too.
 */
export function overallBound(
  certificate: Certificate | null,
  { wholeStandbyRewardPerS }: MethodOutcome,
): number | null {
  return certificate === null ? null : Math.min(certificate.boundRewardPerS, wholeStandbyRewardPerS ?? Infinity);
}

/** Plan whose nodes alternate between configurations, with its reward as computed by the method. */
export interface SharedPlan {
  readonly plan: DraftPlan;
  readonly claimedRewardPerS: number;
}

export interface WithoutSharing {
  /** Reward rate computed by the checker, reward/s. */
  readonly rewardPerS: number;
  /** Set-point of each CRAC, failed ones included, C. */
  readonly setPointsC: readonly number[];
}

export interface DraftPlan {
  /** Set-point of each CRAC, failed ones included, C. */
  readonly setPointsC: readonly number[];
  readonly assignments: readonly NodeAssignment[];
  /** Nodes on standby; absent if there are none. */
  readonly standby?: readonly StandbyNodes[];
}

/** Proven bound, with its dual values in the units of the instance. */
export interface Certificate {
  readonly boundRewardPerS: number;
  readonly scope: string;
  readonly marginal: MarginalValues;
  /** Relative gap of the relaxation, (bound - its value) / bound; null if it was not solved to the end. */
  readonly relaxationGap: number | null;
  /**
   * How the bound changes with the limits. Null or absent if the bound does not come from a single Lagrangian with
   * fixed dual values.
   */
  readonly lines?: BoundLines | null;
  /** Set-points in the relaxation's answer, C, one for each working CRAC, or a single common one. */
  readonly setPointsC?: readonly number[];
  readonly work: Readonly<Record<string, number>>;
}

/**
 * How a proven bound changes with the limits, at fixed dual values.
 *
 * The bound is linear in the red line, arrival rates, and rack, PDU and cooling limits: it changes by the difference of
 * the limit times the marginal value. The power cap also changes the coefficients of LP rows; its slopes are in `cap`.
 */
export interface BoundLines {
  /**
   * How the bound changes with the power cap; null if not proven. If the cap changes by d, the best reward is at most
   *
   * bound + (d < 0 ? belowPerW : abovePerW) d
   */
  readonly cap: CapLines | null;
}

/** Proven slopes of a bound for lower and for higher power caps, reward/s per W. */
export interface CapLines {
  readonly belowPerW: number;
  readonly abovePerW: number;
  /** Slope for higher power caps that stays valid if the red line rises too, reward/s per W. */
  readonly aboveAnyRedLinePerW: number;
}

/** Change of the bound if a limit rises by one unit, at the bound's dual values, reward/s per unit. */
export interface MarginalValues {
  readonly perCapW: number;
  readonly perRedLineC: number;
  /** Change of the bound, reward/s per kelvin, if the red line rises for one zone only. */
  readonly redLineZones: readonly { readonly zone: string; readonly perC: number }[];
  readonly arrivalPerTaskPerS: readonly number[];
  readonly limits: readonly Pick<BindingConstraint, 'constraint' | 'where' | 'marginalValue'>[];
}

/** [zone][node]: what each node runs. */
type Nodes = readonly (readonly (Configuration | WholeCoreConfiguration)[])[];

/** Returns the assignments and standby nodes of a plan, without its set-points. */
export function placementOf(model: RewardRateModel, nodes: Nodes): Omit<DraftPlan, 'setPointsC'> {
  const standby = standbyNodes(model, nodes);
  return { assignments: assignmentsOf(model, nodes), ...(standby.length === 0 ? {} : { standby }) };
}

/**
 * Returns the assignments of a plan. Each zone has one for each configuration that its nodes run, in order of first
 * appearance.
 */
export function assignmentsOf(model: RewardRateModel, nodes: Nodes): ConstantAssignment[] {
  return nodes.flatMap((zoneNodes, b) => {
    const counts = new Map<unknown, { readonly one: Configuration | WholeCoreConfiguration; nodes: number }>();
    for (const one of zoneNodes) {
      if (isWithoutWork(one)) continue;
      const key = 'cores' in one ? one : configurationKey(one);
      const alike = counts.get(key);
      if (alike === undefined) counts.set(key, { one, nodes: 1 });
      else alike.nodes++;
    }
    const zone = model.zones[b]!.name;
    return [...counts.values()].map(({ one, nodes: count }) => ({ zone, nodes: count, cores: coresOf(model, one) }));
  });
}

/** Returns what the cores of a node run as plan files state it; idle cores are left out. */
export function coresOf(model: RewardRateModel, one: Configuration | WholeCoreConfiguration): CoreShare[] {
  const { tasks } = model.nodeTypes[one.type]!;
  const cores =
    'cores' in one ? one.cores : tasks.map((_, k) => ({ task: k, state: one.choices[k]!, count: one.counts[k]! }));
  return cores.flatMap(({ task: k, state, count }) => {
    const { task, pStates } = tasks[k]!;
    const slice = { taskType: model.taskNames[task]!, pState: pStates[state]!, fraction: 1 };
    return count === 0 ? [] : [{ count, slices: [slice] }];
  });
}

/** Returns the common set-point to apply, C: the warmest (it needs the least power) less a margin for rounding. */
export function setPointToApply(coldestC: number, warmestC: number): number {
  return Math.max(Math.min(coldestC, warmestC), warmestC - 1e-9);
}

/** Returns a set-point for each CRAC, failed ones included, C: the common one, clamped to the CRAC's range. */
export function commonSetPoint(model: RewardRateModel, setPointC: number): number[] {
  const setPointsC = model.matrix.cracNames.map(() => setPointC);
  if (model.setPointMinC <= model.setPointMaxC) return setPointsC;
  for (const { index, setPointMinC, setPointMaxC } of model.cracs) {
    setPointsC[index] = Math.min(setPointMaxC, Math.max(setPointMinC, setPointC));
  }
  return setPointsC;
}
