import { endOfRuns, refusedFor, type SweepOfFamily, terminationOf } from '../studies.js';
import { foundBySweep, SWEEP_FILES } from '../sweep.js';
import { sweepTexts, sweepWarnings } from './report/sweep.js';
import { readRunWords } from './run-words.js';
import { unplannedStandbyFault } from './runs/standby-air.js';
import { openSeries, runOfSeries, UNKNOWN_TO_SOME } from './series.js';
import { prepareSweep, runSweep } from './studies/sweep/run.js';

export const sweepOfRewardRate: SweepOfFamily = {
  readWords: readRunWords,
  files: SWEEP_FILES,
  prepare: (request) => {
    const opened = openSeries(request);
    if (!opened.ok) return opened;
    const prepared = prepareSweep(opened, request.file, request.over);
    if (!prepared.ok) return prepared;
    const run = runOfSeries(request);
    const unplanned = prepared.points.flatMap(({ instance }) => unplannedStandbyFault(run, instance) ?? []);
    if (unplanned.length > 0) return refusedFor(unplanned[0]!);
    return {
      ok: true,
      instance: opened.instance.name,
      parts: { count: prepared.points.length, called: 'points' },
      run: async (store) => {
        const result = await runSweep({ ...run, store }, prepared);
        const { instance: _, method, seed, objectiveUnit, boundScope, warnings, timeS, ...details } = result;
        return foundBySweep({
          ended: endOfRuns(result.points, request.interrupted(), UNKNOWN_TO_SOME),
          failure: result.points.find((one) => one.failure !== undefined)?.failure,
          record: {
            method,
            seed,
            termination: terminationOf(result.points, result.pointsLeft),
            objectiveUnit,
            boundScope: boundScope === '' ? null : boundScope,
            gapReason: 'a sweep has a plan, a bound and a gap per point (details)',
            warnings,
            timeS,
            details,
          },
          notes: sweepWarnings(result),
          texts: sweepTexts(result),
          page: async () => (await import('./report/html/sweep-page.js')).sweepPageOf(result),
        });
      },
    };
  },
};
