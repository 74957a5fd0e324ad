import { greatestReward } from '../../../../models/families/reward-rate/greatest-reward.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import { standbySummary } from '../../../../models/families/reward-rate/standby.js';
import { endOfRun, type RunFacts, standing } from '../../../runs/end-of-run.js';
import { relativeGap } from '../../../runs/relative-gap.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import { withTotal } from '../../../runs/stop-watch.js';
import { loadLpEngine } from '../../../solvers/linear/load.js';
import { boundCaveat, boundCovers, boundScope, withoutRoundOff } from '../methods/bound/certificate.js';
import { type ClassBound, type MethodOutcome, overallBound, placementOf } from '../methods/outcome.js';
import { idleNodes } from '../methods/rounding/node-plan.js';
import { bindingConstraints } from './binding.js';
import { knownFixes } from './fixes.js';
import { judgeOf } from './judged.js';
import { isTimeShared, setPointsOf } from './least-power.js';
import { sharingOf } from './momentary.js';
import type { OpenedModel } from './open.js';
import { planFigures } from './plan-figures.js';
import type { RunRequest } from './request.js';
import { reserveUse } from './reserves.js';
import type { IdleRoom, LostBy, ProvenReward, RunRecord, RunResult } from './result.js';
import type { BrokenSearch, Search } from './search-state.js';

/** Unit of the objective in results. */
export const OBJECTIVE_UNIT = 'reward/s';
/** Relative difference at which rewards still count as equal. Ours: rounding error of sums in another order. */
const SAME = 1e-12;
/** Phases of a run until its method and the cheaper methods have ended. */
const UNTIL_METHOD_ENDS = ['load', 'airflow', 'model', 'method', 'siblings'];

/** Returns the record of a finished search as docs/reward-rate/results.md describes it. */
export function recordOf({ request, opened, driver, siblings, model, timeS, end, ownAir }: Search): RunRecord {
  const { instance, matrix } = opened;
  const { outcome, plan, evaluation, notJudged, certificate, proofs, wasHurried, steps, settings, robust = null } = end;
  const { leastPower, money, isRefuted } = proofs;
  const objective = evaluation?.rewardPerS ?? null;
  const { overall, ofClass, proven, covered } = boundsOf({ model, opened, end });
  const caveat = proven === null ? null : boundCaveat(model);
  const isWithout = outcome.plan === null && driver.stopReason === null;
  const { result } = endOfRun(
    {
      ...named(request, opened),
      objective,
      verdict: evaluation,
      boundScope: ofClass === null ? boundScope(model) : ofClass.scope,
      driver,
      stoppedEarly: outcome.stoppedEarly,
      isFailed: outcome.failure !== undefined,
      wasHurried,
      withoutPlan: 'the run ended without a plan',
      uncovered: covered ? null : 'the plan has set-points of its own, the bound does not cover them',
      wasStopped: driver.stopReason !== null,
      warnings: [
        ...opened.warnings,
        ...outcome.warnings,
        ...(proofs.warnings ?? []),
        ...(notJudged === null ? [] : [`The plan was not judged, so it counts as infeasible. ${notJudged}`]),
        ...(isWithout
          ? [
              `Method ${request.method.name} found no plan, although leaving every node idle is one: try another method.`,
            ]
          : []),
        ...(caveat === null ? [] : [caveat]),
        ...(ownAir?.warnings ?? []),
      ],
      work: {
        steps: driver.steps,
        ...(certificate === null || certificate.relaxationGap === null
          ? {}
          : { relaxationGap: certificate.relaxationGap }),
        ...certificate?.work,
        ...outcome.work,
      },
    },
    {
      objective: {
        proven,
        own: covered ? objective : null,
        isUpper: true,
        scale: greatestReward(instance),
        says: `earns ${objective} reward/s`,
        proof: `a proven bound of ${proven}`,
      },
    },
  );
  const { bound } = result;
  const { withoutSharing: whole, planFrom } = outcome;
  const sharing = plan === null || evaluation === null ? null : sharingOf(model, plan, evaluation.zoneNodePowerW);
  const allOn = ownAir?.allOn ?? null;
  const marginal = covered ? (certificate?.marginal ?? null) : null;
  const whyNoGap = notJudged === null ? end.whyNoGap : 'the plan was not judged: the checker cannot finish exactly';
  const isScoped = steps !== undefined && ofClass === null && certificate !== null;
  const adopted = siblings === null || planFrom === undefined ? null : { phase: planFrom, bound, incumbent: objective };
  const methodEndS = UNTIL_METHOD_ENDS.reduce((sum, phase) => sum + (timeS[phase] ?? 0), 0);
  return {
    result: {
      ...result,
      ...ownFields(request, opened, evaluation),
      colocationLoss: colocationLoss(evaluation),
      ...(evaluation === null ? {} : { averagedRewardPerS: evaluation.averagedRewardPerS }),
      claimedObjective: outcome.claimedRewardPerS,
      ...(planFrom === undefined ? {} : { planFrom }),
      ...(whole === undefined ? {} : { withoutSharing: withoutSharing(whole, model, bound) }),
      ...planFigures(instance, matrix, plan, evaluation),
      ...(sharing === null ? {} : { sharing }),
      ...(plan?.standby === undefined
        ? {}
        : { standby: { ...standbySummary(instance, matrix, plan.standby), ...(allOn === null ? {} : { allOn }) } }),
      ...(ofClass === null || overall === null ? {} : { boundWithSharing: Math.max(overall, bound ?? overall) }),
      binding:
        evaluation === null
          ? []
          : bindingConstraints(instance, matrix, evaluation, marginal, plan?.standby, model.limits),
      ...(leastPower === undefined ? {} : { leastPower }),
      ...(money === undefined ? {} : { money }),
      ...(steps === undefined ? {} : { setPointSteps: steps }),
      ...(isScoped ? { boundScope: certificate.scope } : {}),
      ...(settings === undefined ? {} : { distinctSettings: settings }),
      ...(isRefuted === true ? { termination: 'failed' as const } : {}),
      ...(robust === null ? {} : { robust }),
      ...(whyNoGap === undefined ? {} : { gapReason: whyNoGap }),
      timeS: withTotal({ ...ownAir?.timeS, ...timeS }),
      ...(ownAir === undefined ? {} : { air: ownAir.rounds }),
    },
    evaluation,
    trajectory: trajectoryOf(driver, adopted, methodEndS),
  };
}

/** Returns the record of a run in which even the idle facility violates a limit, so that no plan is searched. */
export async function brokenRecord({
  request,
  opened,
  model,
  conflict,
  timeS,
  ownAir,
}: BrokenSearch): Promise<RunRecord> {
  const draft = { setPointsC: conflict.setPointsC, ...placementOf(model, idleNodes(model)) };
  const judge = judgeOf({ ...request, constraints: [] }, opened);
  const { plan, evaluation } = judge.tried({ plan: draft, claimedRewardPerS: 0 });
  const engine = request.withNodeFixes === true ? (request.started ?? (await loadLpEngine(request.engine))) : undefined;
  const { result } = endOfRun(
    {
      ...named(request, opened),
      objective: null,
      verdict: null,
      boundScope: boundScope(model),
      driver: { stopReason: null },
      stoppedEarly: false,
      infeasibility: { ...conflict, ...(ownAir === undefined ? knownFixes(opened, engine) : { fixes: [] }) },
      withoutPlan: 'there is no feasible plan',
      warnings: [...opened.warnings, ...(ownAir?.warnings ?? [])],
      work: {},
    },
    { objective: { proven: null, own: null, isUpper: true, says: '', proof: '' } },
  );
  const idle: { readonly idle?: IdleRoom } = plan === null || evaluation === null ? {} : { idle: { plan, evaluation } };
  const own = {
    ...ownFields(request, opened, null),
    timeS: withTotal({ ...ownAir?.timeS, ...timeS }),
    ...(ownAir === undefined ? {} : { air: ownAir.rounds, gapReason: 'no feasible plan was found' }),
  };
  return { result: { ...result, ...own }, evaluation: null, ...idle, trajectory: [] };
}

/**
 * Returns the proven bounds on the reward of plans, reward/s, as far as they concern a search's plan: the one on all
 * plans (`overall`), the one on plans with one configuration per node (`ofClass`; null if the plan is not of this kind or
 * none was searched), and the lower of the two. `covered` is false if the plan's set-points are not covered by it.
 */
function boundsOf({ model, opened, end: { outcome, plan, certificate } }: Pick<Search, 'model' | 'opened' | 'end'>) {
  const { ofOneConfiguration } = outcome;
  const overall = overallBound(certificate, outcome);
  const ofClass: ClassBound | null =
    ofOneConfiguration === undefined || plan === null || overall === null || isTimeShared(plan)
      ? null
      : { ...ofOneConfiguration, boundRewardPerS: Math.min(ofOneConfiguration.boundRewardPerS, overall) };
  const least = ofClass?.boundRewardPerS ?? overall;
  const proven = least === null ? null : withoutRoundOff(model, least);
  const covered = proven === null || plan === null || boundCovers(model, setPointsOf(opened, plan));
  return { overall, ofClass, proven, covered };
}

/** Returns the bound that the record of a search reports, reward/s; null if nothing is proven. */
export function heldBoundOf(search: Search): number | null {
  const { proven, covered } = boundsOf(search);
  const { evaluation } = search.end;
  const own = covered && evaluation?.violations.length === 0 ? evaluation.rewardPerS : null;
  return standing(proven, own, true, greatestReward(search.opened.instance)).bound;
}

/** Returns a search's reward with the bound that applies to its plan, for comparison with plans under further limits. */
export function provenOf(search: Search, objective: number): ProvenReward {
  const { proven: bound } = boundsOf(search);
  return { objective, bound, gap: bound === null ? null : relativeGap(bound, objective) };
}

/**
 * Returns the reward lost because of a limit, reward/s, and as a fraction of the reward without it.
 *
 * @param same relative difference at which the two rewards count as equal
 */
export function lossOf(withoutLimitPerS: number, rewardPerS: number, same = SAME): LostBy {
  const less = withoutLimitPerS - rewardPerS;
  const lost = less > same * withoutLimitPerS ? less : 0;
  return { lost, lostShare: withoutLimitPerS > 0 ? lost / withoutLimitPerS : null };
}

function withoutSharing(
  { rewardPerS: objective, setPointsC }: NonNullable<MethodOutcome['withoutSharing']>,
  model: RewardRateModel,
  bound: number | null,
): NonNullable<RunResult['withoutSharing']> {
  const gap = bound !== null && boundCovers(model, setPointsC) ? relativeGap(bound, objective) : null;
  return { objective, gap };
}

/** Returns the fields that identify a run: instance, method, seed and the like. */
function named(
  { method, seed }: RunRequest,
  { instance }: OpenedModel,
): Pick<RunFacts<'reward-rate'>, 'instance' | 'family' | 'method' | 'seed' | 'objectiveUnit'> {
  return { instance: instance.name, family: 'reward-rate', method: method.name, seed, objectiveUnit: OBJECTIVE_UNIT };
}

/** Returns the fields that every reward-rate result has, with or without a plan. */
function ownFields(
  { naive, population }: RunRequest,
  { instance, matrix }: OpenedModel,
  evaluation: PlanEvaluation | null,
) {
  const reserves = reserveUse(instance, matrix, evaluation);
  return {
    naive,
    ...(population === undefined ? {} : { population }),
    colocationLoss: null,
    claimedObjective: null,
    ...(reserves.length === 0 ? {} : { reserves }),
    binding: [],
    matrixProvenance: matrix.provenance.summary,
  };
}

/** Returns the fraction of the reward that co-location costs, by the estimate of Eq. 23; null without a plan. */
function colocationLoss(evaluation: PlanEvaluation | null): number | null {
  if (evaluation === null) return null;
  const { naiveRewardPerS, rewardPerS } = evaluation;
  return naiveRewardPerS > 0 ? (naiveRewardPerS - rewardPerS) / naiveRewardPerS : 0;
}

/** Returns the progress of the run over time. A plan adopted from a cheaper method is the last point, at `endS`. */
function trajectoryOf(
  { trajectory, steps }: Search['driver'],
  adopted: Pick<TrajectoryPoint, 'phase' | 'bound' | 'incumbent'> | null,
  endS: number,
): readonly TrajectoryPoint[] {
  if (adopted === null) return trajectory;
  return [...trajectory, { timeS: Math.max(endS, trajectory.at(-1)?.timeS ?? 0), work: steps, ...adopted }];
}
