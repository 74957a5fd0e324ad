import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Candidate, Filter, FilterBranches, MappingEvent } from '../policy.js';
import { type Leniency, leniencyNow } from './leniency.js';

/** Returns a filter that lets everything pass: only the energy budget limits. */
export const noFilter = (): Filter => ({ begin: () => undefined, allows: () => true });

/**
 * Returns a filter that refuses candidates that draw more than a limit, which is computed when an event begins. Without
 * a budget it accepts everything.
 * @param limitOf returns the limit, from the energy remaining times the leniency, J
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
 * Returns the energy filter of 001 (Eq. 2): a candidate may draw its fair share of the energy that is left, times the
 * leniency,
 *
 *     EEC <= leniency x energy remaining / (free machine-seconds of the day / mean execution time).
 *
 * The mean is that of all options. If no machine is free any more today, nothing passes.
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
 * Returns the energy-per-resource filter of 000 (Eq. 9): a candidate may draw per core-second that it takes
 *
 *     EEC / (ETC x cores) <= leniency x energy remaining / free core-seconds of the day.
 *
 * If no core is free any more today, nothing passes.
 */
export function perResourceFilter(model: UtilityModel, leniency: Leniency): Filter {
  const drawOf = ({ energyJ, timeS, cores }: Candidate): number => energyJ / (timeS * cores);
  return fairShare(model, leniency, drawOf, (lenientJ, { freeCoreS }) => (freeCoreS > 0 ? lenientJ / freeCoreS : -1));
}

/**
 * Returns the energy-per-task filter of 000 (Eqs. 6-8): a candidate may draw
 *
 *     EEC <= leniency x energy remaining / min(free core-seconds / mean core-seconds, energy remaining / mean energy)
 *
 * of a task. The paper leaves the means open: of all options of a kind of work, over the kinds of each task type, over
 * task types. If energy is the minimum the limit is leniency x mean energy, independent of what is left.
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

/** Returns the mean core-seconds and energy (J) of a task: over options, then kinds of a type, then task types. */
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
