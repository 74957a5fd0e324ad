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
  /** Stream of random numbers, seeded by the run; a method forks one stream per purpose. */
  readonly random: RandomStream;
  /**
   * Result of a neighbouring model's run to start from, or null. It may make a method faster; it never makes a bound
   * wrong.
   */
  readonly start: WarmStart | null;
  /**
   * When to return `shared` in the outcome too: always if there is such a plan, or only if it could earn a thousandth
   * more than the method's own; never if absent. Methods without such plans ignore it.
   */
  readonly shares?: 'always' | 'auto';
  /**
   * True if `shared` is to be searched over whole numbers of nodes on standby, and bounded; absent for false. Methods
   * without such plans ignore it.
   */
  readonly wholeStandby?: true;
  /**
   * Effort for whole nodes if it is to be less than usual. brief: the cheapest programs; none: only the plan of the
   * start if it keeps the limits, else idle nodes. Methods without rounding ignore it.
   */
  readonly effort?: 'brief' | 'none';
  /**
   * Maximum number of LPs of a search for the best plan of one configuration per node, and for a bound on such plans;
   * no search if absent. Methods without it ignore it.
   */
  readonly oneConfiguration?: number;
  /** The user's own limits. Methods that do not know them leave them to the final judgement. */
  readonly constraints?: readonly PlanConstraint[];
}

/** The part of a method's input that finding a bound needs. */
export type BoundMethodRequest = Pick<MethodRequest, 'model' | 'engine' | 'control' | 'start'>;

/**
 * Start for a neighbouring model, in plan terms (names and P-state numbers), so that it can be used with other limits,
 * rates or deadlines.
 */
export interface WarmStart {
  /** Assignments by zone name whose nodes run configurations worth starting from. */
  readonly assignments: ReadonlyMap<string, readonly NodeAssignment[]>;
  readonly plan: DraftPlan | null;
  /** Pricing tables, for a model whose node types run the very same tasks (by identity). */
  readonly pricing?: { readonly nodeTypes: RewardRateModel['nodeTypes']; readonly oracles: readonly PricingOracle[] };
}

/** Outcome of every reward-rate method. Whether the plan is feasible, and its reward, is decided by the checker. */
export interface MethodOutcome {
  readonly plan: DraftPlan | null;
  readonly claimedRewardPerS: number | null;
  /** A proven bound, when the method gives one as a by-product. */
  readonly certificate: Certificate | null;
  /** The LP engine's word if it gave no answer and there is therefore no plan. */
  readonly failure?: string;
  /** True if it stopped because the control said so. */
  readonly stoppedEarly: boolean;
  /** Name of the method whose plan this is, if it is not its own. */
  readonly planFrom?: string;
  /** Plan in which some nodes change as a whole from one configuration to another. */
  readonly shared?: SharedPlan;
  /** The best plan found in which no node shares time, if this one's do. */
  readonly withoutSharing?: WithoutSharing;
  /** Bound on the plans in which every node keeps one configuration. */
  readonly ofOneConfiguration?: ClassBound;
  /**
   * Upper bound on the reward of plans whose nodes are each always on standby or always on, as in every plan returned,
   * reward/s.
   */
  readonly wholeStandbyRewardPerS?: number;
  /** Methods that this plan is known to be at least as good as. */
  readonly atLeast?: readonly string[];
  readonly warnings: readonly string[];
  /** Start for a neighbouring model's run. */
  readonly next?: WarmStart;
  readonly work: Readonly<Record<string, number>>;
}

/**
 * Share of the reward by which a plan whose nodes share time must earn more to be worth its changes, if the user does
 * not ask for it: the same small share as with cheaper methods.
 */
export const SHARES_PAY = 1e-3;

/** A proven bound on some of the plans. */
export interface ClassBound {
  readonly boundRewardPerS: number;
  /** Plans that it covers, in words. */
  readonly scope: string;
}

/**
 * Returns the bound on all plans: over mixtures, or over those whose nodes are always on standby or always on, if
 * known.
 */
export function overallBound(
  certificate: Certificate | null,
  { wholeStandbyRewardPerS }: MethodOutcome,
): number | null {
  return certificate === null ? null : Math.min(certificate.boundRewardPerS, wholeStandbyRewardPerS ?? Infinity);
}

/** Plan whose nodes share time among configurations, with the method's claim. */
export interface SharedPlan {
  readonly plan: DraftPlan;
  readonly claimedRewardPerS: number;
}

/** Plan in which no node shares time, with its reward. */
export interface WithoutSharing {
  /** Reward rate by the checker, reward/s. */
  readonly rewardPerS: number;
  /** Set-points by CRAC of the influence matrix, C. */
  readonly setPointsC: readonly number[];
}

export interface DraftPlan {
  /** Set-points by CRAC of the influence matrix, C. */
  readonly setPointsC: readonly number[];
  readonly assignments: readonly NodeAssignment[];
  /** Nodes on standby; absent where there are none. */
  readonly standby?: readonly StandbyNodes[];
}

/** A bound, its prices in the user's terms, and how tight the relaxation was solved. */
export interface Certificate {
  readonly boundRewardPerS: number;
  readonly scope: string;
  readonly marginal: MarginalValues;
  /** (bound - value of the relaxation) / bound; null if the relaxation was not solved to the end. */
  readonly relaxationGap: number | null;
  /** Lines along which the bound moves with the limits; present when it is one Lagrangian with fixed prices. */
  readonly lines?: BoundLines | null;
  /** Set-points of the relaxation's answer by CRAC at work, C; a single one if it is common to all. */
  readonly setPointsC?: readonly number[];
  readonly work: Readonly<Record<string, number>>;
}

/**
 * How a proven bound changes with the limits. The bound is L(prices) with prices fixed, so every limit that enters its
 * right-hand sides linearly moves it linearly, whatever the new value: red line, arrival rates, rack, PDU and cooling
 * limits, each by its marginal value. The power cap also turns its tangents; `cap` has the proven slopes for it.
 */
export interface BoundLines {
  /**
   * Slopes such that reward* at cap + d <= bound + (d < 0 ? belowPerW : abovePerW) d, for every d. Null if nothing is
   * proven.
   */
  readonly cap: CapLines | null;
}

/** Slopes of a bound along the cap, reward/s per W. */
export interface CapLines {
  readonly belowPerW: number;
  readonly abovePerW: number;
  /**
   * The same slope for larger caps, valid whatever the red line is raised to at the same time, as the warmest set-point
   * of plans rises with it.
   */
  readonly aboveAnyRedLinePerW: number;
}

/** d(reward/s) / d(limit) at the certified prices. */
export interface MarginalValues {
  readonly perCapW: number;
  readonly perRedLineC: number;
  /** Worth of the red line of each zone alone, by zone name. */
  readonly redLineZones: readonly { readonly zone: string; readonly perC: number }[];
  readonly arrivalPerTaskPerS: readonly number[];
  readonly limits: readonly Pick<BindingConstraint, 'constraint' | 'where' | 'marginalValue'>[];
}

/** Returns the work and standby of a plan nodes[zone][n]. */
export function placementOf(
  model: RewardRateModel,
  nodes: readonly (readonly Configuration[])[],
): Omit<DraftPlan, 'setPointsC'> {
  const standby = standbyNodes(model, nodes);
  return { assignments: assignmentsOf(model, nodes), ...(standby.length === 0 ? {} : { standby }) };
}

/**
 * Returns the assignments of a plan: nodes of one zone with one configuration become one assignment, in order of first
 * appearance.
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

/** Returns the cores of a node in plan terms, those without work left out. */
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
 * Returns the set-point to apply: the warmest that the red line and the common range allow (it costs least), slightly
 * reduced so that rounding in another program's temperatures does not exceed the red line.
 */
export function setPointToApply(coldestC: number, warmestC: number): number {
  return Math.max(Math.min(coldestC, warmestC), warmestC - 1e-9);
}

/** Returns one set-point for all CRACs, by CRAC of the matrix; for each as near to it as its range allows. */
export function commonSetPoint(model: RewardRateModel, setPointC: number): number[] {
  const setPointsC = model.matrix.cracNames.map(() => setPointC);
  if (model.setPointMinC <= model.setPointMaxC) return setPointsC;
  for (const { index, setPointMinC, setPointMaxC } of model.cracs) {
    setPointsC[index] = Math.min(setPointMaxC, Math.max(setPointMinC, setPointC));
  }
  return setPointsC;
}
