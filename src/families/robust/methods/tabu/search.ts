import type { Mapping } from '../../../../../models/families/robust/mapping.js';
import { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import { minMinBalanceSchedule, Rebalancer } from '../greedy/min-min-balance.js';
import { ConstraintHandler } from '../handling.js';
import type { RobustMethodRequest } from '../outcome.js';
import { BestPlan } from './best-plan.js';
import { ArbitraryTasks, exchangeTasks } from './long-hops.js';
import type { TabuOptions } from './options.js';
import { nodePreference } from './preference.js';
import { createShortHops, type ShortHops } from './short-hops.js';
import { Stall } from './stall.js';
import { TabuList } from './tabu-list.js';

/** A tabu search that makes one hop per call, so that the caller decides when to stop. */
export class TabuSearch {
  readonly best: BestPlan;
  readonly schedule: Schedule;
  readonly handler: ConstraintHandler;
  /**
   * Counts of the work done, which are the same on every machine. `refusals` counts long hops that were refused as tabu
   * or because they broke the limit.
   */
  readonly work = {
    iterations: 0,
    longHops: 0,
    refusals: 0,
    taskSwaps: 0,
    taskReassignments: 0,
    pStateReassignments: 0,
  };

  private readonly hops: ShortHops;
  private readonly stall: Stall;
  private readonly list: TabuList;
  private readonly arbitrary: ArbitraryTasks;
  private readonly random: RandomStream;
  /** Min-Min Balance for the long hops. It is null until it is first needed, because its lists are large. */
  private rebalancer: Rebalancer | null = null;
  private readonly keepsFeasible: boolean;
  private idleLongHops = 0;
  private improvedSinceHop = true;

  constructor(
    { model, goal, handling, improvements, random, start }: RobustMethodRequest,
    private readonly options: TabuOptions,
  ) {
    const { taskCount } = model;
    this.handler = new ConstraintHandler(model, goal, handling, improvements);
    this.handler.weight = options.penaltyWeight;
    this.keepsFeasible = improvements.keepFeasible;
    this.best = new BestPlan(model, goal);
    this.hops = createShortHops({
      handler: this.handler,
      preference: nodePreference(model, goal),
      random: random.fork('short-hops'),
      moved: (task) => {
        this.best.taskMoved(task);
      },
    });
    this.random = random.fork('long-hops');
    this.stall = new Stall(this.handler, options.stallHops, options.leastGain);
    this.list = new TabuList(taskCount, options.leastDifference, options.remembered);
    this.arbitrary = new ArbitraryTasks(taskCount);
    this.schedule = start?.mapping
      ? new Schedule(model, start.mapping)
      : minMinBalanceSchedule(model, goal, random.fork('min-min-balance'));
    this.begin();
  }

  /**
   * Makes one short hop (loop of Algorithm 1). Returns true if the last short hops gained too little, so that a long
   * hop should follow.
   */
  shortHop(): boolean {
    const { schedule, hops, work } = this;
    if (hops.taskSwap(schedule)) this.solutionImproved('taskSwaps');
    if (hops.taskReassignment(schedule)) this.solutionImproved('taskReassignments');
    if (hops.pStateReassignment(schedule)) this.solutionImproved('pStateReassignments');
    work.iterations++;
    this.handler.adapt(this.handler.keeps(schedule.makespanZ, schedule.energyZ));
    return this.stall.hopEnds(schedule);
  }

  /**
   * Makes a long hop to another region. If a hop is refused, the next one starts from its result. Returns false if the
   * search is over: too many hops were refused, or the last long hops led to no better plan.
   */
  longHop(): boolean {
    const { options, schedule, work } = this;
    this.idleLongHops = this.improvedSinceHop ? 0 : this.idleLongHops + 1;
    if (this.idleLongHops >= options.idleLongHops) return false;
    for (let tries = 0; tries <= options.mostRefusals; tries++) {
      this.hopOnce();
      const admissible = this.handler.handling !== 'limit' || this.handler.keeps(schedule.makespanZ, schedule.energyZ);
      if (admissible && !this.list.isTabu(schedule)) {
        work.longHops++;
        this.begin();
        return true;
      }
      work.refusals++;
      // No place to begin, but a plan that was met.
      if (this.best.consider(schedule)) this.improvedSinceHop = true;
    }
    return false;
  }

  private begin(): void {
    const { schedule } = this;
    this.list.remember(schedule);
    this.stall.restart(schedule);
    this.improvedSinceHop = this.best.consider(schedule);
  }

  private solutionImproved(by: 'taskSwaps' | 'taskReassignments' | 'pStateReassignments'): void {
    this.work[by]++;
    if (this.best.consider(this.schedule)) this.improvedSinceHop = true;
  }

  private hopOnce(): void {
    const { handler, schedule, best, random } = this;
    const count = Math.ceil(this.options.hopShare * schedule.model.taskCount);
    if (this.keepsFeasible && best.isFeasible) {
      if (!handler.keeps(schedule.makespanZ, schedule.energyZ)) this.replace(best.mapping);
      exchangeTasks(schedule, handler, count, random, (task) => {
        this.best.taskMoved(task);
      });
      return;
    }
    this.rebalancer ??= new Rebalancer(schedule.model, handler.goal);
    this.rebalancer.reassign(schedule, this.arbitrary.draw(count, random), random);
    best.scheduleReplaced();
  }

  private replace(mapping: Mapping): void {
    this.schedule.load(mapping);
    this.best.scheduleReplaced();
  }
}
