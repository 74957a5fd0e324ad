import type { GaldChoices, GeoMethodOutcome, GeoMethodRequest, SearchMemory } from '../outcome.js';
import { type Chosen, Day, settled } from './day.js';
import { createDistribution } from './distribution.js';
import type { Distributor } from './distributor.js';
import { type GaldSearchOptions, isBetter, isServed, type Judged, judge, searchEpoch } from './epoch-search.js';
import type { EfficiencyReading } from './greedy-tables.js';

export interface GaldOptions {
  readonly reading: EfficiencyReading;
  readonly search: GaldSearchOptions;
  readonly memory?: SearchMemory | undefined;
}

/** Settings of Algorithm 5 (section 4.4.3). Those that the thesis leaves open: docs/decisions/geo-gald-reading.md. */
export const GALD: GaldOptions = {
  reading: { power: 'node', order: 'relative' },
  search: {
    populationSize: 60,
    bias: 1.5,
    mutation: { perChromosome: 0.5, oneMore: 0.3, allTasks: 0.4, wholeShare: 0.15 },
    beyond: 0.1,
    mostGenerations: 1500,
    stallGenerations: 300,
    leastRelativeGain: 1e-4,
    advancesPerStep: 25,
  },
};

/** `gald-cl`: Algorithm 5 of the thesis, epoch by epoch (docs/geo/gald.md). */
export const galdCl = (input: GeoMethodRequest): Promise<GeoMethodOutcome> =>
  geneticDistribution(input, galdOptions(input.gald ?? {}));

/** Returns the settings of `gald-cl` with the user's options. With `generations`, searches do not end early. */
export function galdOptions({ generations, efficiency, memory }: GaldChoices): GaldOptions {
  return {
    reading: { ...GALD.reading, power: efficiency ?? GALD.reading.power },
    search:
      generations === undefined
        ? GALD.search
        : { ...GALD.search, mostGenerations: generations, stallGenerations: Infinity },
    memory,
  };
}

export async function geneticDistribution(
  { model, control, random }: GeoMethodRequest,
  options: GaldOptions,
): Promise<GeoMethodOutcome> {
  const { epochCount, centres } = model;
  const day = new Day(model, options.reading);
  const work: Record<string, number> = { searchedEpochs: 0, greedyFills: 0 };
  let stopped = false;
  const isStopped = (): boolean => stopped;

  const finish = (start: Chosen, found: Judged, done: Readonly<Record<string, number>>): Chosen => {
    for (const [key, count] of Object.entries(done)) work[key] = (work[key] ?? 0) + count;
    work['searchedEpochs']!++;
    const best = settled(start.distributor, found);
    return isBetter(best, start) ? best : start;
  };

  /**
   * Returns the better of two distributions: `start`, which was made by rules, and the best result of a search from it.
   */
  const search = async (epoch: number, start: Chosen, purpose: string): Promise<Chosen> => {
    const { distributor } = start;
    // With one centre there is nothing to divide.
    if (stopped || centres.length === 1) return start;
    const name = `${purpose} ${epoch}`;
    const known = options.memory?.recall(name);
    if (known !== undefined) return finish(start, judgeShares(distributor, known.shares), known.work);
    const found = await searchEpoch(distributor, day.seeds(distributor, epoch), {
      options: options.search,
      random: random.fork(name),
      step: async (best) => {
        const incumbent = day.billUsdWith(epoch, best);
        stopped = await control.step({ phase: `epoch ${epoch + 1} of ${epochCount}`, bound: null, incumbent });
        return stopped;
      },
    });
    const done = { ...found.work, greedyFills: distributor.work.fills };
    if (!isStopped()) options.memory?.keep(name, { shares: [...found.best.distribution.shares], work: done });
    return finish(start, found.best, done);
  };

  // A plan for every epoch first, so that there is one whenever the run ends.
  for (let epoch = 0; epoch < epochCount; epoch++) {
    let chosen = day.byRule(epoch);
    if (!isServed(chosen)) chosen = await search(epoch, chosen, 'rescue');
    if (!isServed(chosen)) return day.nothing(epoch, chosen, stopped, work);
    day.chosen[epoch] = chosen;
  }
  const ruled = [...day.chosen];
  for (let epoch = 0; epoch < epochCount; epoch++) {
    const chosen = await search(epoch, day.byRule(epoch), 'epoch');
    if (!isServed(chosen)) {
      // Its neighbours have become such that a power cap leaves no way.
      day.chosen = ruled;
      break;
    }
    day.chosen[epoch] = chosen;
  }
  if (day.billUsd(ruled) < day.billUsd(day.chosen)) day.chosen = ruled;
  return day.outcome(stopped, work);
}

function judgeShares(distributor: Distributor, shares: readonly number[]): Judged {
  const distribution = createDistribution(distributor.tables.model);
  distribution.shares.set(shares);
  return judge(distributor, distribution);
}
