import { withSeed } from '../../instances/seeded.js';
import { MAX_SEED } from '../../../models/fields/fields.js';
import { compareBySolving } from '../compare-by-solving.js';
import type { Contestant } from '../contestants.js';
import { boundOfUtility } from './bound.js';
import { figures } from './figures.js';
import { loadedVariant, type LoadedUtility } from './instances/load.js';
import { drawsNothing } from './instances/trial.js';
import { POLICIES } from './methods/registry.js';
import { UTILITY_OPTIONS } from './options.js';
import { choicesOn, utilityAsked } from './runs/choices.js';
import { openUtility, problemOf } from './runs/open.js';
import { solveOfUtility } from './solve.js';
import { comparedFacts, courseOf, type UtilityCompareRun } from './studies/compare/facts.js';

/** Compares policies in the forms that their labels name. */
export const compareOfUtility = compareBySolving<LoadedUtility>({
  of: { methods: POLICIES, options: UTILITY_OPTIONS, better: 'more' },
  open: (file, { words: { trace }, phase }) => {
    const opened = openUtility(file, trace as string | undefined, phase);
    const known = opened.ok ? problemOf(opened, file) : opened;
    return known.ok ? opened : known;
  },
  solve: solveOfUtility,
  bound: boundOfUtility,
  objectiveUnit: 'utility',
  figures,
  choicesOf: ({ instance }, { asked }) => choicesOn(instance, utilityAsked(asked)),
  variants: {
    mostSeed: MAX_SEED,
    fault: ({ instance }) =>
      drawsNothing(instance)
        ? {
            path: 'seed',
            value: instance.seed,
            allowed: 'with --vary an instance in which something is drawn: types, arrivals, utilities or flags',
            remedy: 'Every seed gives the same here: leave --vary out.',
          }
        : null,
    drawn: (opened, seed, { file, words: { trace } }) =>
      loadedVariant(withSeed(opened.instance, seed), opened, { file, trace }),
  },
  isRunOnce: drawsNone,
  certificates: { others: [{ key: 'utilityPerMJ', isUpper: true }] },
  against: ({ values }) => ({ course: courseOf(values) }),
  facts: (runs, { opened, contestants }) =>
    comparedFacts(
      opened.model!,
      contestants.map(({ label }) => label),
      runs as readonly UtilityCompareRun[],
    ),
  report: async () => (await import('./report/compare.js')).utilityCompareReport,
});

/** Returns true if a policy uses no random numbers, so that the seed has no effect. */
function drawsNone({ asked }: Contestant): boolean {
  return asked['method'] !== 'random';
}
