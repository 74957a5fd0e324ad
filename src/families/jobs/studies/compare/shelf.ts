import { formatFaults } from '../../../../instances/fault.js';
import { type LoadedJobs, loadJudgedJobs } from '../../instances/load.js';
import { withSeed } from '../../../../instances/seeded.js';
import { type MadeProfiles, profilesFor, type ProfileSource } from '../../runs/profiles.js';
import { lastDrawn } from '../../../../studies/compare/last-drawn.js';

/** Month of a trial, and profiles for all who run it. */
export interface TrialMonth {
  readonly opened: LoadedJobs;
  readonly profilesOf: ProfileSource;
}

/**
 * Function from a trial's seed to its month; it keeps the one drawn last and its profiles, for the other runs of that trial. A run counts the steps of
 * profiles that it finds made, and one whose limit of steps would have cut them short makes its own.
 */
export function monthShelf(
  original: LoadedJobs,
  { file, variants }: { readonly file: string; readonly variants: boolean },
): (seed: number, workLimit: number | null) => TrialMonth {
  let kept: { readonly seed: number; readonly nodeLimit: number; readonly made: MadeProfiles } | null = null;
  const drawn = lastDrawn((seed): LoadedJobs => {
    const loaded = loadJudgedJobs(withSeed(original.instance, seed), file, new Uint8Array());
    if (!loaded.ok) throw new RangeError(formatFaults(loaded.faults));
    return loaded;
  });
  return (trialSeed, workLimit) => ({
    opened: variants ? drawn(trialSeed) : original,
    profilesOf: async (month, effort, driver, isTimeUp) => {
      const { seed, nodeLimit } = effort;
      const count = month.types.length * month.nodeTypes.length;
      if (kept?.seed === seed && kept.nodeLimit === nodeLimit && (workLimit === null || workLimit > count)) {
        const { made } = kept;
        for (let n = 0; n < count; n++) await driver.step({ phase: 'profiles', bound: null, incumbent: null });
        return made;
      }
      const made = await profilesFor(month, effort, driver, isTimeUp);
      if (!made.isCut) kept = { seed, nodeLimit, made };
      return made;
    },
  });
}
