import type { LimitName } from '../../../../../models/facility/limits.js';
import { type DesignPoint, execute } from '../../../../../models/families/jobs/design-point.js';
import { type Front, isProductProven } from '../../../../../models/families/jobs/profile.js';
import type { Violation } from '../../../../../models/families/violation.js';
import { balancedSchedule } from '../../methods/profiles/list-schedule.js';
import { lowerLevels } from '../../methods/profiles/lower-levels.js';
import type { StatedContent } from './form.js';

/** Goals that a query can minimize: response time x energy, response time, or energy. */
export const GOALS = ['product', 'time', 'energy'] as const;
export type Goal = (typeof GOALS)[number];

/** Query for a design of a job type in a profile database. */
export interface ProfileRequest {
  /** Index of the job type. */
  readonly type: number;
  /** Indices of the node types that may run the job. */
  readonly nodeTypes: readonly number[];
  /** Required number of cores; null for any. */
  readonly cores: number | null;
  readonly goal: Goal;
  /** Upper limit on response time, s; Infinity for none. */
  readonly withinS: number;
  /** Upper limit on energy, J; Infinity for none. */
  readonly withinJ: number;
}

/** Stored design that answers a query, with two list schedules for comparison. */
export interface AnswerDesign {
  readonly nodeType: string;
  readonly cores: number;
  readonly point: number;
  readonly timeS: number;
  readonly energyJ: number;
  readonly productSJ: number;
  readonly dominated: boolean;
  readonly leastProduct: boolean;
  readonly proof: Front['proof']['kind'];
  /** True if it is proven that no design on as many cores has a lower product of time and energy. */
  readonly isProductProven: boolean;
  /**
   * Time and energy of the list schedule at the highest level on as many cores, by which the method val-opt runs jobs.
   */
  readonly scheduled: DesignCost;
  /**
   * Time and energy of the list schedule with lowered levels on as many cores, by which the method val-en-sep-opt runs
   * jobs.
   */
  readonly lowered: DesignCost;
  /** Tasks, core by core in order of start. Start and end are s after the start of the job. */
  readonly tasks: readonly AnswerTask[];
}

export interface DesignCost {
  readonly timeS: number;
  readonly energyJ: number;
}

export interface AnswerTask {
  readonly task: string;
  readonly core: number;
  readonly level: number;
  readonly startS: number;
  readonly endS: number;
}

export interface ProfileAnswer {
  /** Design within the limits that minimizes the goal; null if no stored point is within them. */
  readonly design: AnswerDesign | null;
  /** Proven lower bound on the goal over all designs that the query allows, stored or not; null if none is proven. */
  readonly bound: number | null;
  /** Limits that no stored point keeps, each with the value of the point that comes closest. */
  readonly violations: readonly Violation[];
  /** Number of fronts searched for the design. */
  readonly fronts: number;
  /** Number of points searched for the design. */
  readonly points: number;
}

interface Candidate {
  readonly nodeType: number;
  readonly front: Front;
  readonly place: number;
  readonly point: DesignPoint;
}

/**
 * Returns the answer to a query. Of equal designs it takes the first node type, then the fewest cores, then the least
 * time.
 */
export function answerOf({ content, marks }: StatedContent, question: ProfileRequest): ProfileAnswer {
  const { type, nodeTypes, cores, goal, withinS, withinJ } = question;
  const fronts = nodeTypes.flatMap((nodeType) =>
    content.profiles[type]![nodeType]!.fronts.flatMap((front) =>
      cores === null || cores === front.cores ? [{ nodeType, front }] : [],
    ),
  );
  const all = fronts.flatMap(({ nodeType, front }) =>
    front.points.map((point, place): Candidate => ({ nodeType, front, place, point })),
  );
  const kept = all.filter(({ point }) => point.timeS <= withinS && point.energyJ <= withinJ);
  const best = kept.reduce<Candidate | null>((least, one) => {
    return least === null || valueOf(goal, one.point) < valueOf(goal, least.point) ? one : least;
  }, null);
  return {
    design:
      best === null
        ? null
        : designOf(content, type, best, marks[type]![best.nodeType]![best.front.cores - 1]![best.place]!),
    bound: boundOf(
      goal,
      fronts.map(({ front }) => front),
      (point) => point.timeS <= withinS && point.energyJ <= withinJ,
    ),
    violations:
      best === null
        ? limitsBroken(
            all.map(({ point }) => point),
            withinS,
            withinJ,
          )
        : [],
    fronts: fronts.length,
    points: all.length,
  };
}

export function valueOf(goal: Goal, { timeS, energyJ }: Pick<DesignPoint, 'timeS' | 'energyJ'>): number {
  return goal === 'time' ? timeS : goal === 'energy' ? energyJ : timeS * energyJ;
}

/**
 * Returns a lower bound on the goal over all designs that keep the limits and use as many cores as one of the fronts.
 * Null if nothing is proven, or if no design keeps the limits. An exact front contains the best design within any
 * limits; a bounded front only bounds the product.
 */
function boundOf(goal: Goal, fronts: readonly Front[], isWithin: (point: DesignPoint) => boolean): number | null {
  let bound = Infinity;
  for (const { points, proof } of fronts) {
    if (proof.kind === 'exact') {
      for (const point of points) if (isWithin(point)) bound = Math.min(bound, valueOf(goal, point));
    } else if (proof.kind === 'bounded' && goal === 'product') {
      bound = Math.min(bound, proof.productBoundSJ);
    } else return null;
  }
  return bound === Infinity ? null : bound;
}

function designOf(
  content: StatedContent['content'],
  type: number,
  { nodeType, front, place, point }: Candidate,
  marks: StatedContent['marks'][number][number][number][number],
): AnswerDesign {
  const { name, power } = content.nodeTypes[nodeType]!;
  const { tasks, graphs } = content.types[type]!;
  const graph = graphs[nodeType]!;
  const { startS, endS } = execute(graph, power, point);
  const scheduled = balancedSchedule(graph, power, front.cores);
  const lowered = lowerLevels(graph, power, scheduled, content.levelsOf);
  const { cores, timeS, energyJ, coreOf, levelOf, order } = point;
  return {
    nodeType: name,
    cores,
    point: place,
    timeS,
    energyJ,
    productSJ: timeS * energyJ,
    ...marks,
    proof: front.proof.kind,
    isProductProven: isProductProven(front),
    scheduled: { timeS: scheduled.timeS, energyJ: scheduled.energyJ },
    lowered: { timeS: lowered.timeS, energyJ: lowered.energyJ },
    tasks: Array.from(order, (task) => ({
      task: tasks[task]!,
      core: coreOf[task]!,
      level: levelOf[task]!,
      startS: startS[task]!,
      endS: endS[task]!,
    })),
  };
}

/**
 * Returns a list with the limit that no point keeps and the value of the point that comes closest; an empty list if
 * some point keeps both limits.
 *
 * If no point keeps the time limit, the list has the time limit and the time of the fastest point. Otherwise, if no
 * point within the time limit keeps the energy limit, it has the energy limit and the least energy of these points.
 */
function limitsBroken(points: readonly DesignPoint[], withinS: number, withinJ: number): Violation[] {
  const inTime = points.filter(({ timeS }) => timeS <= withinS);
  const broken = (
    constraint: LimitName,
    where: string,
    unit: string,
    values: readonly number[],
    limit: number,
  ): Violation[] => {
    const value = values.reduce((least, one) => Math.min(least, one), Infinity);
    return value > limit && value < Infinity ? [{ constraint, where, unit, value, limit, amount: value - limit }] : [];
  };
  if (inTime.length === 0) {
    return broken(
      'responseTime',
      'the fastest point',
      's',
      points.map(({ timeS }) => timeS),
      withinS,
    );
  }
  return broken(
    'energy',
    'the cheapest point in time',
    'J',
    inTime.map(({ energyJ }) => energyJ),
    withinJ,
  );
}
