import type { CompiledNodeType, CompiledTask } from '../../../../../models/facility/compiled.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { Doing } from '../alternatives/placement.js';

/** Node type that describes the work of a node in a plan, and the parts of it that can continue after a failure. */
export interface Kind {
  readonly nodeType: CompiledNodeType;
  /** Configuration of the node in the plan; null if the node cannot run this work. */
  readonly before: Configuration | null;
  /** Pricing oracle for column generation over the work that can continue; absent: the standard one for `nodeType`. */
  readonly oracle?: PricingOracle;
  /**
   * Sentence on how the choice of work to continue is restricted. Absent if any number of cores may continue in any
   * slower P-states.
   */
  readonly only?: string;
  doingOf(configuration: Configuration): Doing;
}

/** Returns a task restricted to its P-state with index `choice` and all slower ones. */
export function slowed(task: CompiledTask, choice: number): CompiledTask {
  return {
    ...task,
    pStates: task.pStates.slice(choice),
    timeS: task.timeS.slice(choice),
    powerW: task.powerW.slice(choice),
    frequencyGHz: task.frequencyGHz.slice(choice),
  };
}
