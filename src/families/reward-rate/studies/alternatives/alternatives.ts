import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { hasStandby } from '../../../../../models/families/reward-rate/standby.js';
import {
  type Alternative,
  type AlternativesRecord,
  CRITERIA,
  type Criterion,
  type NoAlternative,
} from '../../runs/alternatives.js';
import { type AlternativesRoom, type Candidate, evaluationOf, judgeOf, measuresOf } from './judge.js';
import { changedNodes, placementOfPlan } from './placement.js';
import { SEARCHES } from './searches.js';

/** Fraction of the best plan's reward that an alternative plan may lose. */
export const ALTERNATIVES_SHARE = 1e-3;
/** Maximum number of plans that the checker evaluates per criterion. Ours: some seconds with a thousand nodes. */
const MAX_JUDGED = 1000;
/** Relative improvement in a criterion that an alternative plan must exceed. Less is rounding error. */
const MIN_GAIN = 1e-9;

export interface Alternatives {
  readonly record: AlternativesRecord;
  readonly plans: ReadonlyMap<Criterion, RewardRatePlan>;
}

/**
 * Returns at most `most` alternatives to a feasible plan. Each earns nearly as much as the plan and is better in some
 * criterion. If more are found, those that differ most are returned.
 *
 * @param stop returns true to end the search early
 */
export function findAlternatives(room: AlternativesRoom, most: number, stop: () => boolean): Alternatives {
  const placement = placementOfPlan(room.matrix, room.plan);
  const evaluation = evaluationOf(room, room.plan);
  if (evaluation === null) throw new RangeError('alternatives are looked for to a feasible plan');
  const leastRewardPerS = evaluation.rewardPerS * (1 - ALTERNATIVES_SHARE);
  const { setPointsC } = room.plan;
  const measures = measuresOf(room, placement, evaluation);
  const start: Candidate = { placement, setPointsC, plan: room.plan, evaluation, measures };
  let judged = 0;
  let cut = false;
  const none: NoAlternative[] = [];
  const found = new Map<Criterion, Candidate>();
  for (const criterion of Object.keys(CRITERIA) as Criterion[]) {
    if (criterion === 'fewestNodesOn' && !hasStandby(room.model)) {
      none.push({ criterion, reason: 'no node may be on standby' });
      continue;
    }
    const judge = judgeOf(room, leastRewardPerS, MAX_JUDGED, stop);
    const candidate = SEARCHES[criterion](room, start, judge, found.get('coolest'));
    judged += judge.judged();
    cut ||= judge.isSpent();
    if (isBetter(criterion, candidate, start)) found.set(criterion, candidate);
    else none.push({ criterion, reason: 'no plan was found that is better in it and earns enough' });
  }
  const { chosen, left } = mostDifferent(found, start, most);
  return {
    record: {
      share: ALTERNATIVES_SHARE,
      leastRewardPerS,
      best: { ...measures, powerW: evaluation.power.totalW },
      plans: chosen.map((criterion) => alternativeOf(criterion, found.get(criterion)!, start)),
      none: [...none, ...left],
      judged,
      cut,
    },
    plans: new Map(
      chosen.map((criterion) => {
        const { plan, evaluation: own } = found.get(criterion)!;
        return [criterion, { ...plan, method: `${plan.method} --alternatives`, claimedRewardPerS: own.rewardPerS }];
      }),
    ),
  };
}

function isBetter(criterion: Criterion, { measures }: Candidate, start: Candidate): boolean {
  const { measure } = CRITERIA[criterion];
  const before = start.measures[measure];
  return measures[measure] < before - MIN_GAIN * Math.max(1, Math.abs(before));
}

function alternativeOf(
  criterion: Criterion,
  { evaluation, measures, placement }: Candidate,
  start: Candidate,
): Alternative {
  return {
    criterion,
    objective: evaluation.rewardPerS,
    lost: start.evaluation.rewardPerS - evaluation.rewardPerS,
    measures,
    powerW: evaluation.power.totalW,
    changedNodes: changedNodes(start.placement, placement),
  };
}

interface Choice {
  readonly chosen: readonly Criterion[];
  readonly left: readonly NoAlternative[];
}

/**
 * Returns at most `most` alternatives that differ much from each other and from the best plan. They are chosen one by
 * one. Each choice maximises the smallest distance to the best plan and the alternatives chosen before.
 */
function mostDifferent(found: ReadonlyMap<Criterion, Candidate>, start: Candidate, most: number): Choice {
  const chosen: Criterion[] = [];
  const left: NoAlternative[] = [];
  let open = [...found.keys()];
  while (open.length > 0) {
    const others = [start, ...chosen.map((criterion) => found.get(criterion)!)];
    const apart = (criterion: Criterion): number =>
      Math.min(...others.map((other) => difference(found.get(criterion)!, other)));
    const next = open.reduce((far, one) => (apart(one) > apart(far) ? one : far));
    open = open.filter((one) => one !== next);
    const same = chosen.find((one) => difference(found.get(one)!, found.get(next)!) === 0);
    if (same !== undefined) left.push({ criterion: next, reason: `the same plan as ${same}` });
    else if (chosen.length < most) chosen.push(next);
    else left.push({ criterion: next, reason: 'others differ more' });
  }
  return { chosen, left };
}

/**
 * Returns the number of nodes that differ in work or standby state between two plans, or 0.5 if only set-points differ.
 */
function difference(one: Candidate, other: Candidate): number {
  const nodes = changedNodes(one.placement, other.placement);
  const isSameAir = Object.entries(one.setPointsC).every(([name, setPointC]) => other.setPointsC[name] === setPointC);
  return nodes > 0 || isSameAir ? nodes : 0.5;
}
