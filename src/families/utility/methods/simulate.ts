import type { UtilityProblem } from '../../../../models/problems/utility/problem.js';
import type { SimulationOutcome } from './outcome.js';
import type { Filter, Policy } from './policy.js';
import type { Preemption } from './preemptive/choosing.js';
import { simulatePreemptive } from './preemptive/simulate-preemptive.js';
import { simulateParallel } from './parallel/simulate-parallel.js';
import { simulateSerial } from './serial/simulate-serial.js';

export interface SimulateOptions {
  /** Moment at which a task of several nodes gets them: its start (by default), or the decision on its start. */
  readonly binding?: 'late' | 'early';
  /** Rule by which running tasks that may be preempted make room for others; by default none does. */
  readonly preemption?: Preemption;
}

/** Simulation of a problem by a policy and a filter, each made for this run, on the engine of its environment. */
export function simulate(
  problem: UtilityProblem,
  policy: Policy,
  filter: Filter,
  options: SimulateOptions = {},
): SimulationOutcome {
  switch (problem.environment) {
    case 'serial':
      return simulateSerial(problem, policy, filter);
    case 'parallel':
      return simulateParallel(problem, { policy, filter, ...options });
    case 'preemptive':
      return simulatePreemptive(problem, { policy, filter, ...options });
  }
}
