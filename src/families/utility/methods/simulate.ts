import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { RunControl } from '../../../methods/control.js';
import { outcomeOf, type SimulationOutcome, type SimulationRun } from './outcome.js';
import { parallelRun } from './parallel/simulate-parallel.js';
import type { Filter, Policy } from './policy.js';
import type { Preemption } from './preemptive/choosing.js';
import { preemptiveRun } from './preemptive/simulate-preemptive.js';
import { serialRun } from './serial/simulate-serial.js';

export interface SimulateOptions {
  /**
   * When a task of several nodes gets specific nodes: `late` at its start (default), `early` when its start is decided.
   */
  readonly binding?: 'late' | 'early';
  /** Rule by which waiting tasks preempt running ones; by default they never do. */
  readonly preemption?: Preemption;
}

/**
 * Simulates a model to its end. Policy and filter must have been created for this simulation, because they have state.
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
 * Runs a simulation with a step of `control` after every mapping event. Returns null if it was stopped, because the
 * utility earned up to some moment does not show what a policy earns in a day
 * (docs/decisions/utility-stopped-simulation.md).
 *
 * @param phase name of the policy, for progress reports
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

/** Returns a simulation that has not started, of the kind for the model's environment. */
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
