import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Filter, FilterBranches } from '../policy.js';
import { type Leniency, leniencyNow } from './leniency.js';

/**
 * Returns the energy-per-task filter of 000 (Eqs. 6-8). It limits the energy of a candidate to
 *
 * EEC <= leniency x energy remaining / min(free core-seconds / mean core-seconds, energy remaining / mean energy)
 *
 * of a task. The paper leaves the means open: here over all options of a kind of work, then over the kinds of a task
 * type, then over task types. If energy is the smaller term, the limit is leniency x mean energy, whatever is left.
 * Without a budget everything passes.
 */
export function perTaskFilter(
  model: UtilityModel,
  leniency: Leniency,
): Filter & { readonly branches: () => FilterBranches } {
  const lenient = leniencyNow(model, leniency);
  const { coreS, energyJ } = meansOf(model);
  const branches = { resources: 0, energy: 0 };
  let limitJ = Infinity;
  return {
    begin(event) {
      const { day, committedJ, freeCoreS } = event;
      const factor = lenient(event);
      limitJ = Infinity;
      if (day.budgetJ === Infinity) return;
      const leftJ = day.budgetJ - committedJ;
      const [byResources, byEnergy] = [freeCoreS / coreS, leftJ / energyJ];
      branches[byResources < byEnergy ? 'resources' : 'energy']++;
      const count = Math.min(byResources, byEnergy);
      // No time or no energy is left: nothing can start.
      limitJ = count > 0 ? (factor * leftJ) / count : -1;
    },
    allows: ({ energyJ: drawsJ }) => drawsJ <= limitJ,
    branches: () => ({ ...branches }),
  };
}

/**
 * Returns the mean core-seconds and energy (J) of a task, averaged over options, then over kinds of a type, then over
 * task types.
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
