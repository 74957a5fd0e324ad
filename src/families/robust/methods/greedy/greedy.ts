import { evaluateMapping } from '../../../../../models/families/robust/evaluate.js';
import type { Mapping } from '../../../../../models/families/robust/mapping.js';
import { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RobustMethodRequest, RobustMethodOutcome } from '../outcome.js';
import { Balancing, balancedFrom } from './balance.js';
import { minEnergyMapping } from './min-energy.js';
import { minMinMapping, type PStatePolicy } from './min-min.js';

/** Number of accepted changes of Min-Min Balance between two checks of the run's limits. */
const CHANGES_PER_STEP = 10_000;

/** Runs `min-energy` (thesis 2.5.2). Its mapping is the same for both goals. */
export async function minEnergy(input: RobustMethodRequest): Promise<RobustMethodOutcome> {
  return constructed(input, 'min-energy', minEnergyMapping(input.model));
}

/** Runs `min-min-pmin` (thesis 2.5.3). Its mapping is the same for both goals. */
export async function minMinPmin(input: RobustMethodRequest): Promise<RobustMethodOutcome> {
  return minMin(input, 'pmin');
}

/** Runs `min-min-pmax` (thesis 2.5.3). Its mapping is the same for both goals. */
export async function minMinPmax(input: RobustMethodRequest): Promise<RobustMethodOutcome> {
  return minMin(input, 'pmax');
}

/** Runs `min-min-balance` (thesis 2.5.4). */
export async function minMinBalance(input: RobustMethodRequest): Promise<RobustMethodOutcome> {
  const { model, goal, random } = input;
  const schedule = new Schedule(model, minMinMapping(model, balancedFrom(goal)));
  const balancing = new Balancing(schedule, goal, random.fork('min-min-balance'));
  let done = false;
  let stopped = await report(input, 'min-min', schedule);
  while (!done && !stopped) {
    done = balancing.advance(CHANGES_PER_STEP);
    stopped = await report(input, 'balance', schedule);
  }
  return {
    mapping: { core: schedule.core, pState: schedule.pState },
    certificate: null,
    stoppedEarly: !done,
    warnings: [],
    work: { tasks: model.taskCount, transfers: balancing.transfers, pStateChanges: balancing.pStateChanges },
  };
}

function minMin(input: RobustMethodRequest, policy: PStatePolicy): Promise<RobustMethodOutcome> {
  return constructed(input, 'min-min', minMinMapping(input.model, policy));
}

async function constructed(input: RobustMethodRequest, phase: string, mapping: Mapping): Promise<RobustMethodOutcome> {
  await report(input, phase, evaluateMapping(input.model, mapping));
  return { mapping, certificate: null, stoppedEarly: false, warnings: [], work: { tasks: input.model.taskCount } };
}

/**
 * Reports to the run the quantile of the measure that the goal maximizes, or null if the limit is not kept. Returns
 * true if the run should end.
 */
function report(
  { model, goal, control }: RobustMethodRequest,
  phase: string,
  { makespanZ, energyZ }: { readonly makespanZ: number; readonly energyZ: number },
): Promise<boolean> {
  const feasible = goal === 'mo-ec' ? energyZ >= model.energyZ : makespanZ >= model.makespanZ;
  const incumbent = feasible ? (goal === 'mo-ec' ? makespanZ : energyZ) : null;
  return control.step({ phase, bound: null, incumbent });
}
