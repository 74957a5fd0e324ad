import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { RunControl } from '../../../methods/control.js';
import { outcomeOf, type SimulationOutcome, type SimulationRun } from './outcome.js';
import { parallelRun } from './parallel/simulate-parallel.js';
import type { Filter, Policy } from './policy.js';
import type { Preemption } from './preemptive/choosing.js';
import { preemptiveRun } from './preemptive/simulate-preemptive.js';
import { serialRun } from './serial/simulate-serial.js';

export interface SimulateOptions {
  /** When a task of several nodes gets them: when it starts (default), or when its start is decided. */
  readonly binding?: 'late' | 'early';
  /** When running tasks that may be preempted make room for others; never by default. */
  readonly preemption?: Preemption;
}

/**
 * Simulates a model to its end with a policy and a filter, both created for this run, on the engine of its environment.
 */
export function simulate(
  model: UtilityModel,
  policy: Policy,
  filter: Filter,
  options: SimulateOptions = {},
): SimulationOutcome {
  return outcomeOf(simulationRun(model, policy, filter, options));
}

/**
 * Runs a simulation with a step after every mapping event, at which it may be stopped; then returns null, because what
 * a policy has earned up to some moment does not show what it earns in the day
 * (docs/decisions/utility-stopped-simulation.md). @param phase name of the policy, for progress
 */
export async function simulateInSteps(
  run: SimulationRun,
  control: RunControl,
  phase: string,
): Promise<SimulationOutcome | null> {
  while (run.advance()) {
    if (await control.step({ phase, bound: null, incumbent: null })) return null;
  }
  return run.outcome();
}

/** Returns a simulation that has not started, on the engine of its environment. */
export function simulationRun(
  model: UtilityModel,
  policy: Policy,
  filter: Filter,
  options: SimulateOptions = {},
): SimulationRun {
  switch (model.environment) {
    case 'serial':
      return serialRun(model, policy, filter);
    case 'parallel':
      return parallelRun(model, policy, filter, options.binding);
    case 'preemptive':
      return preemptiveRun(model, policy, filter, options.preemption);
  }
}
