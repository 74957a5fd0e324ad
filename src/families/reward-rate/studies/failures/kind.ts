import type { CompiledNodeType, CompiledTask } from '../../../../../models/facility/compiled.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { Doing } from '../alternatives/placement.js';

/** The work of a node in a plan and what may remain of it, described as a node type. */
export interface Kind {
  readonly nodeType: CompiledNodeType;
  /** Configuration of the node in the plan; null if it cannot run in this room. */
  readonly before: Configuration | null;
  /** Pricing of the work that may remain; if absent, the pricing of the node type's configurations is used. */
  readonly oracle?: PricingOracle;
  /** Sentence on what may remain, if that is less than the work on any number of cores in any slower P-states. */
  readonly only?: string;
  doingOf(configuration: Configuration): Doing;
}

/** Returns the task with only this P-state and all slower ones. */
export function slowed(task: CompiledTask, choice: number): CompiledTask {
  return {
    ...task,
    pStates: task.pStates.slice(choice),
    timeS: task.timeS.slice(choice),
    powerW: task.powerW.slice(choice),
    frequencyGHz: task.frequencyGHz.slice(choice),
  };
}
