import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Candidate, Filter, FilterBranches, MappingEvent } from '../policy.js';
import { type Leniency, leniencyNow } from './leniency.js';

/**
 * Returns a filter that accepts every candidate (pool, P-state and start of a task), so that only the budget limits
 * energy.
 */
export const noFilter = (): Filter => ({ begin: () => undefined, allows: () => true });

/**
 * Returns a filter that refuses candidates (pool, P-state and start of a task) whose energy exceeds a limit computed
 * when a mapping event begins. On a day without a budget it accepts everything.
 *
 * @param drawOf returns the energy of a candidate, in the unit of the limit (J, or J per core-second)
 * @param limitOf returns the limit; `lenientJ` is the day's remaining energy times the leniency
 */
function fairShare(
  model: UtilityModel,
  leniency: Leniency,
  drawOf: (candidate: Candidate) => number,
  limitOf: (lenientJ: number, event: MappingEvent) => number,
): Filter {
  const lenient = leniencyNow(model, leniency);
  let limit = Infinity;
  return {
    begin(event) {
      const factor = lenient(event);
      const { budgetJ } = event.day;
      limit = budgetJ === Infinity ? Infinity : limitOf(factor * (budgetJ - event.committedJ), event);
    },
    allows: (candidate) => drawOf(candidate) <= limit,
  };
}

/**
 * Returns the energy filter of the paper on serial tasks (Eq. 2). It limits a candidate's energy EEC to its fair share
 * of the remaining energy, times the leniency:
 *
 * EEC <= leniency x energy remaining / (free machine-seconds of the day / mean execution time).
 *
 * The mean is over all options. If no machine is free for the rest of the day, every candidate is refused.
 */
export function taskFilter(model: UtilityModel, leniency: Leniency): Filter {
  const { timeS } = model.options;
  const meanTimeS = timeS.reduce((sum, one) => sum + one, 0) / timeS.length;
  const drawOf = ({ energyJ }: Candidate): number => energyJ;
  return fairShare(model, leniency, drawOf, (lenientJ, { freeNodeS }) =>
    freeNodeS > 0 ? (lenientJ * meanTimeS) / freeNodeS : -1,
  );
}

/**
 * Returns the energy-per-resource filter of the paper on parallel tasks (Eq. 9). It limits a candidate's energy EEC per
 * core-second, where ETC is its execution time:
 *
 *     EEC / (ETC x cores) <= leniency x energy remaining / free core-seconds of the day.
 *
 * If no core is free for the rest of the day, every candidate is refused.
 */
export function perResourceFilter(model: UtilityModel, leniency: Leniency): Filter {
  const drawOf = ({ energyJ, timeS, cores }: Candidate): number => energyJ / (timeS * cores);
  return fairShare(model, leniency, drawOf, (lenientJ, { freeCoreS }) => (freeCoreS > 0 ? lenientJ / freeCoreS : -1));
}

/**
 * Returns the energy-per-task filter of the paper on parallel tasks (Eqs. 6-8). It limits a candidate's energy EEC:
 *
 * EEC <= leniency x energy remaining / min(free core-seconds / mean core-seconds, energy remaining / mean energy)
 *
 * The means are per task. The paper does not define them; ours are over the options of a kind of work (task type and
 * cores), then over the kinds of a type, then over types. If the second term of the minimum is the smaller one, the
 * limit is leniency x mean energy, whatever energy remains.
 */
export function perTaskFilter(
  model: UtilityModel,
  leniency: Leniency,
): Filter & { readonly branches: () => FilterBranches } {
  const { coreS, energyJ } = meansOf(model);
  const branches = { resources: 0, energy: 0 };
  const drawOf = (candidate: Candidate): number => candidate.energyJ;
  const filter = fairShare(model, leniency, drawOf, (lenientJ, { day, committedJ, freeCoreS }) => {
    const [byResources, byEnergy] = [freeCoreS / coreS, (day.budgetJ - committedJ) / energyJ];
    branches[byResources < byEnergy ? 'resources' : 'energy']++;
    const count = Math.min(byResources, byEnergy);
    // No time or no energy is left: nothing can start.
    return count > 0 ? lenientJ / count : -1;
  });
  return { ...filter, branches: () => ({ ...branches }) };
}

/**
 * Returns the mean core-seconds and mean energy (J) of a task: over the options of a kind of work (task type and
 * cores), then over the kinds of a type, then over types.
 */
function meansOf({ options, tasks, pools }: UtilityModel): { coreS: number; energyJ: number } {
  const kindsOfType = new Map<number, Set<number>>();
  for (let n = 0; n < tasks.count; n++) {
    const kinds = kindsOfType.get(tasks.type[n]!) ?? new Set();
    kindsOfType.set(tasks.type[n]!, kinds.add(tasks.kind[n]!));
  }
  let [coreS, energyJ] = [0, 0];
  for (const kinds of kindsOfType.values()) {
    for (const kind of kinds) {
      const [first, end] = [options.first[kind]!, options.first[kind + 1]!];
      const weight = 1 / (kindsOfType.size * kinds.size * (end - first));
      for (let o = first; o < end; o++) {
        const timeS = options.timeS[o]!;
        coreS += weight * timeS * options.nodes[o]! * pools[options.pool[o]!]!.coresPerNode;
        energyJ += weight * timeS * options.powerW[o]!;
      }
    }
  }
  return { coreS, energyJ };
}
