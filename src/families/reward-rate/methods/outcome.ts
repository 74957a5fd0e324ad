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
   * Result of a neighbouring model's run to start from, or null. It may speed a method up and cannot make a bound
   * wrong.
   */
  readonly start: WarmStart | null;
  /**
   * When to return `shared` as well: always if there is such a plan, or only if it may earn a thousandth more than the
   * method's own plan; never if absent. Ignored by methods without such plans.
   */
  readonly shares?: 'always' | 'auto';
  /**
   * True to search `shared` over whole numbers of nodes on standby, with a bound. Ignored by methods without such
   * plans.
   */
  readonly wholeStandby?: true;
  /**
   * Reduced effort for whole nodes. 'brief': only the cheapest programs; 'none': only the start's plan if it keeps the
   * limits, otherwise idle nodes. Ignored by methods without rounding.
   */
  readonly effort?: 'brief' | 'none';
  /**
   * Maximum number of LPs in the search for the best plan with one configuration per node and its bound. If absent,
   * there is no such search. Methods without this search ignore it.
   */
  readonly oneConfiguration?: number;
  /** The user's own limits. If a method does not support them, only the final check applies them. */
  readonly constraints?: readonly PlanConstraint[];
}

/** The part of a method's input that finding a bound needs. */
export type BoundMethodRequest = Pick<MethodRequest, 'model' | 'engine' | 'control' | 'start'>;

/**
 * Starting point for a neighbouring model, by names and P-state numbers, so that it fits other limits, rates or
 * deadlines.
 */
export interface WarmStart {
  /** Assignments by zone name with configurations worth starting from. */
  readonly assignments: ReadonlyMap<string, readonly NodeAssignment[]>;
  readonly plan: DraftPlan | null;
  /** Pricing tables, for models whose node types run the very same task objects. */
  readonly pricing?: { readonly nodeTypes: RewardRateModel['nodeTypes']; readonly oracles: readonly PricingOracle[] };
}

/** Result of every reward-rate method. The checker decides whether the plan is feasible and what it earns. */
export interface MethodOutcome {
  readonly plan: DraftPlan | null;
  readonly claimedRewardPerS: number | null;
  /** Proven bound, if the method gives one as a by-product. */
  readonly certificate: Certificate | null;
  /** Message of the LP engine if it gave no answer, so that there is no plan. */
  readonly failure?: string;
  /** True if the control stopped the method. */
  readonly stoppedEarly: boolean;
  /** Name of the method that made this plan, if it is another one. */
  readonly planFrom?: string;
  /** Plan in which some nodes as a whole alternate between configurations. */
  readonly shared?: SharedPlan;
  /** Best plan found in which no node shares time, if nodes of the main plan do. */
  readonly withoutSharing?: WithoutSharing;
  /** Bound on plans in which every node keeps one configuration. */
  readonly ofOneConfiguration?: ClassBound;
  /**
   * Upper bound, reward/s, on plans in which each node is always on or always on standby, as in every plan returned.
   */
  readonly wholeStandbyRewardPerS?: number;
  /** Names of methods whose plans are known to be no better. */
  readonly atLeast?: readonly string[];
  readonly warnings: readonly string[];
  /** Start for a neighbouring model's run. */
  readonly next?: WarmStart;
  readonly work: Readonly<Record<string, number>>;
}

/**
 * Relative gain from which a plan whose nodes share time is worth its changes of configuration. Our choice: as for
 * cheaper methods.
 */
export const SHARES_PAY = 1e-3;

/** Proven bound on the plans that `scope` describes. */
export interface ClassBound {
  readonly boundRewardPerS: number;
  /** Plans that the bound covers, in words. */
  readonly scope: string;
}

/** Returns the bound on all plans; if known, the one on plans whose nodes are always on or always on standby. */
export function overallBound(
  certificate: Certificate | null,
  { wholeStandbyRewardPerS }: MethodOutcome,
): number | null {
  return certificate === null ? null : Math.min(certificate.boundRewardPerS, wholeStandbyRewardPerS ?? Infinity);
}

/** Plan whose nodes alternate between configurations, with the method's claimed reward. */
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

/** A bound with its prices in the user's units, and how precisely the relaxation was solved. */
export interface Certificate {
  readonly boundRewardPerS: number;
  readonly scope: string;
  readonly marginal: MarginalValues;
  /** Relative gap of the relaxation, (bound - its value) / bound; null if it was not solved to the end. */
  readonly relaxationGap: number | null;
  /** Lines that bound the reward when limits move; present if the bound is one Lagrangian with fixed prices. */
  readonly lines?: BoundLines | null;
  /** Set-points in the relaxation's answer by CRAC at work, C; a single one if common to all. */
  readonly setPointsC?: readonly number[];
  readonly work: Readonly<Record<string, number>>;
}

/**
 * How a proven bound changes with the limits. With prices fixed, every limit that enters right-hand sides linearly (red
 * line, arrival rates, rack, PDU and cooling limits) moves the bound linearly by its marginal value, whatever the new
 * value. The power cap also turns its tangents; `cap` has the slopes proven for it.
 */
export interface BoundLines {
  /**
   * Slopes such that the best reward at cap + d is at most bound + (d < 0 ? belowPerW : abovePerW) d for every d. Null
   * if none are proven.
   */
  readonly cap: CapLines | null;
}

/** Slopes of a bound along the cap, reward/s per W. */
export interface CapLines {
  readonly belowPerW: number;
  readonly abovePerW: number;
  /** As `abovePerW`, but valid even if the red line is raised at the same time. */
  readonly aboveAnyRedLinePerW: number;
}

/** Change of the bound per unit of each limit at the certified prices, reward/s per unit. */
export interface MarginalValues {
  readonly perCapW: number;
  readonly perRedLineC: number;
  /** Change per kelvin of each zone's red line alone, by zone name. */
  readonly redLineZones: readonly { readonly zone: string; readonly perC: number }[];
  readonly arrivalPerTaskPerS: readonly number[];
  readonly limits: readonly Pick<BindingConstraint, 'constraint' | 'where' | 'marginalValue'>[];
}

/** Returns what the nodes of a plan nodes[zone][n] run, and which are on standby. */
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
 * Returns the set-point to apply: the warmest allowed, because it costs least, minus a little for rounding in other
 * programs.
 */
export function setPointToApply(coldestC: number, warmestC: number): number {
  return Math.max(Math.min(coldestC, warmestC), warmestC - 1e-9);
}

/** Returns one set-point for each CRAC of the matrix: the common one, or the nearest in its range. */
export function commonSetPoint(model: RewardRateModel, setPointC: number): number[] {
  const setPointsC = model.matrix.cracNames.map(() => setPointC);
  if (model.setPointMinC <= model.setPointMaxC) return setPointsC;
  for (const { index, setPointMinC, setPointMaxC } of model.cracs) {
    setPointsC[index] = Math.min(setPointMaxC, Math.max(setPointMinC, setPointC));
  }
  return setPointsC;
}
