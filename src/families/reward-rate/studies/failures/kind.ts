import type { CompiledNodeType, CompiledTask } from '../../../../../models/facility/compiled.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { Doing } from '../alternatives/placement.js';

/** Work of a node in a plan, and what may be left of it, as a node type of its own. */
export interface Kind {
  readonly nodeType: CompiledNodeType;
  /** Configuration of a node as in the plan; null if it cannot run in this room. */
  readonly before: Configuration | null;
  /** Pricing of what may be left; if absent, that of the node type's configurations. */
  readonly oracle?: PricingOracle;
  /**
   * Words for what may be left of it, if that is less than the work on any number of its cores in any slower P-states.
   */
  readonly only?: string;
  doingOf(configuration: Configuration): Doing;
}

/** Returns the task in a P-state and all slower ones. */
export function slowed(task: CompiledTask, choice: number): CompiledTask {
  return {
    ...task,
    pStates: task.pStates.slice(choice),
    timeS: task.timeS.slice(choice),
    powerW: task.powerW.slice(choice),
    frequencyGHz: task.frequencyGHz.slice(choice),
  };
}
