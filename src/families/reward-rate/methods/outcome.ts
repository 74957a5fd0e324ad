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

/** Input of every reward-rate method. */
export interface MethodRequest {
  readonly model: RewardRateModel;
  readonly engine: LpEngine;
  readonly control: RunControl;
  /** Random number stream, seeded by the run. A method forks one stream for each purpose. */
  readonly random: RandomStream;
  /** Warm start from the run of a similar model, or null. It may speed a method up and cannot invalidate a bound. */
  readonly start: WarmStart | null;
  /**
   * When to return `shared` as well, a plan whose nodes alternate between configurations. 'always': if there is one.
   * 'auto': if it may earn at least a thousandth more than the method's own plan. Absent: never. Methods without such
   * plans ignore this.
   */
  readonly shares?: 'always' | 'auto';
  /**
   * True to search, for the plan `shared`, over integer numbers of nodes on standby, and to prove a bound on such
   * plans. Methods without such plans ignore this.
   */
  readonly wholeStandby?: true;
  /**
   * Reduced effort for rounding to whole nodes. 'brief': only the cheapest programs. 'none': only the plan of the warm
   * start if it keeps the limits, otherwise idle nodes. Methods without rounding ignore this.
   */
  readonly effort?: 'brief' | 'none';
  /**
   * Maximum number of LPs in the search for the best plan with one configuration per node and for its bound. If absent,
   * there is no such search. Methods without this search ignore it.
   */
  readonly oneConfiguration?: number;
  /** The user's own limits. If a method does not support them, they are only checked in the final plan. */
  readonly constraints?: readonly PlanConstraint[];
}

/** The part of a method's input that finding a bound needs. */
export type BoundMethodRequest = Pick<MethodRequest, 'model' | 'engine' | 'control' | 'start'>;

/**
 * Warm start for a similar model. It uses names and P-state numbers, so that it fits models with other limits, rates or
 * deadlines.
 */
export interface WarmStart {
  /** Initial configurations by zone name, as assignments. */
  readonly assignments: ReadonlyMap<string, readonly NodeAssignment[]>;
  readonly plan: DraftPlan | null;
  /** Pricing oracles of the earlier run. They can be reused if node types share the very same task objects. */
  readonly pricing?: { readonly nodeTypes: RewardRateModel['nodeTypes']; readonly oracles: readonly PricingOracle[] };
}

/** Result of every reward-rate method. The checker decides whether the plan is feasible and what reward it earns. */
export interface MethodOutcome {
  readonly plan: DraftPlan | null;
  readonly claimedRewardPerS: number | null;
  /** Proven bound, if the method gives one as a by-product. */
  readonly certificate: Certificate | null;
  /** Message of the LP engine if it gave no answer, so that there is no plan. */
  readonly failure?: string;
  /** True if the run was stopped before the method finished. */
  readonly stoppedEarly: boolean;
  /** Name of the method that made this plan, if it is not the method that was run. */
  readonly planFrom?: string;
  /** Plan in which some nodes alternate as a whole between configurations. */
  readonly shared?: SharedPlan;
  /** Best plan found in which no node divides its time over configurations, if nodes of the main plan do. */
  readonly withoutSharing?: WithoutSharing;
  /** Bound on plans in which every node keeps one configuration. */
  readonly ofOneConfiguration?: ClassBound;
  /**
   * Upper bound on the reward of plans in which each node is always on or always on standby, as in every plan returned,
   * reward/s.
   */
  readonly wholeStandbyRewardPerS?: number;
  /** Names of methods whose plans are known to be no better than this one. */
  readonly atLeast?: readonly string[];
  readonly warnings: readonly string[];
  /** Warm start for the run of a similar model. */
  readonly next?: WarmStart;
  readonly work: Readonly<Record<string, number>>;
}

/**
 * Relative gain in reward from which a plan whose nodes divide their time justifies the changes of configuration. Our
 * choice: as for cheaper methods.
 */
export const SHARES_PAY = 1e-3;

/** Proven bound on the plans that `scope` describes. */
export interface ClassBound {
  readonly boundRewardPerS: number;
  /** Words that say which plans the bound covers. */
  readonly scope: string;
}

/**
 * Returns the lowest known bound that holds for every plan returned. Of the bound on all plans and the bound on plans
 * whose nodes are each always on or always on standby, this is the lower one. Null without a bound on all plans.
 */
export function overallBound(
  certificate: Certificate | null,
  { wholeStandbyRewardPerS }: MethodOutcome,
): number | null {
  return certificate === null ? null : Math.min(certificate.boundRewardPerS, wholeStandbyRewardPerS ?? Infinity);
}

/** Plan whose nodes alternate between configurations, with the reward that the method computed. */
export interface SharedPlan {
  readonly plan: DraftPlan;
  readonly claimedRewardPerS: number;
}

/** Plan in which no node divides its time over configurations, with its reward. */
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

/** A proven bound with its dual values in the user's units, and the remaining gap of the relaxation. */
export interface Certificate {
  readonly boundRewardPerS: number;
  readonly scope: string;
  readonly marginal: MarginalValues;
  /**
   * Relative gap of the relaxation, (bound - value of the relaxation) / bound; null if it was not solved to the end.
   */
  readonly relaxationGap: number | null;
  /**
   * Lines that bound the reward when limits change. Present if one Lagrangian with fixed dual values gives the bound.
   */
  readonly lines?: BoundLines | null;
  /** Set-points in the relaxation's answer, C, one for each working CRAC; a single one if it is common to all. */
  readonly setPointsC?: readonly number[];
  readonly work: Readonly<Record<string, number>>;
}

/**
 * How a proven bound changes with the limits, at fixed dual values. Red line, arrival rates, rack, PDU and cooling
 * limits appear only in right-hand sides, linearly. So the bound changes linearly with each of them, by its marginal
 * value, for any new value. The power cap also changes the slopes of its tangents; `cap` has the slopes proven for it.
 */
export interface BoundLines {
  /**
   * Slopes such that the best reward at power cap + d is at most bound + (d < 0 ? belowPerW : abovePerW) d for every
   * change d. Null if none are proven.
   */
  readonly cap: CapLines | null;
}

/** Slopes of a bound as a function of the power cap, reward/s per W. */
export interface CapLines {
  readonly belowPerW: number;
  readonly abovePerW: number;
  /**
   * Proven slope of the bound for larger power caps that is valid even if the red line is raised at the same time,
   * reward/s per W.
   */
  readonly aboveAnyRedLinePerW: number;
}

/** Change of the bound per unit of each limit at the bound's dual values, reward/s per unit. */
export interface MarginalValues {
  readonly perCapW: number;
  readonly perRedLineC: number;
  /** Change of the bound per kelvin of the red line of one zone alone. */
  readonly redLineZones: readonly { readonly zone: string; readonly perC: number }[];
  readonly arrivalPerTaskPerS: readonly number[];
  readonly limits: readonly Pick<BindingConstraint, 'constraint' | 'where' | 'marginalValue'>[];
}

/**
 * Returns what the nodes of a plan run, and which are on standby.
 *
 * @param nodes [zone][node]
 */
export function placementOf(
  model: RewardRateModel,
  nodes: readonly (readonly Configuration[])[],
): Omit<DraftPlan, 'setPointsC'> {
  const standby = standbyNodes(model, nodes);
  return { assignments: assignmentsOf(model, nodes), ...(standby.length === 0 ? {} : { standby }) };
}

/**
 * Returns the assignments of a plan. Nodes of one zone with the same configuration become one assignment, in order of
 * first appearance.
 */
export function assignmentsOf(
  model: RewardRateModel,
  nodes: readonly (readonly Configuration[])[],
): ConstantAssignment[] {
  return nodes.flatMap((zoneNodes, b) => {
    const zone = model.zones[b]!;
    const runs = new Map<string, { configuration: Configuration; nodes: number }>();
    for (const configuration of zoneNodes) {
      if (isWithoutWork(configuration)) continue;
      const key = configurationKey(configuration);
      const run = runs.get(key);
      if (run === undefined) runs.set(key, { configuration, nodes: 1 });
      else run.nodes++;
    }
    return [...runs.values()].map(({ configuration, nodes: count }) => ({
      zone: zone.name,
      nodes: count,
      cores: coresOf(model, configuration),
    }));
  });
}

/** Returns what the cores of a node run in the form of plan files; idle cores are left out. */
export function coresOf(model: RewardRateModel, { type, counts, choices }: Configuration): CoreShare[] {
  return model.nodeTypes[type]!.tasks.flatMap((task, k) =>
    counts[k] === 0
      ? []
      : [
          {
            count: counts[k]!,
            slices: [{ taskType: model.taskNames[task.task]!, pState: task.pStates[choices[k]!]!, fraction: 1 }],
          },
        ],
  );
}

/**
 * Returns the set-point to apply: the warmest allowed, because it needs the least power, minus a small margin for
 * rounding errors of other programs.
 */
export function setPointToApply(coldestC: number, warmestC: number): number {
  return Math.max(Math.min(coldestC, warmestC), warmestC - 1e-9);
}

/**
 * Returns one set-point for each CRAC, failed ones included, C: the common one, or the nearest value in the CRAC's
 * range.
 */
export function commonSetPoint(model: RewardRateModel, setPointC: number): number[] {
  const setPointsC = model.matrix.cracNames.map(() => setPointC);
  if (model.setPointMinC <= model.setPointMaxC) return setPointsC;
  for (const { index, setPointMinC, setPointMaxC } of model.cracs) {
    setPointsC[index] = Math.min(setPointMaxC, Math.max(setPointMinC, setPointC));
  }
  return setPointsC;
}
