import type { Refused } from '../../instances/fault.js';
import { timeIsUp } from '../../runs/control.js';
import {
  endOfRuns,
  type PreparedStudy,
  refusedFor,
  type SweepOfFamily,
  type SweepRequest,
  terminationOf,
} from '../studies.js';
import { foundBySweep, SWEEP_FILES } from '../sweep.js';
import { sweepTexts, sweepWarnings } from './report/sweep.js';
import { readRunWords } from './run-words.js';
import { directoryOf, openModel } from './runs/open.js';
import { unplannedStandbyFault } from './runs/standby-air.js';
import { runOfSeries, UNKNOWN_TO_SOME } from './series.js';
import { prepareSweep, runSweep } from './studies/sweep/run.js';

export const sweepOfRewardRate: SweepOfFamily = { readWords: readRunWords, files: SWEEP_FILES, prepare };

function prepare(request: SweepRequest): PreparedStudy | Refused {
  const { file, words, over, limits, nowS, interrupted } = request;
  // Air that many runs share may take as long as one of them.
  const opened = openModel(file, undefined, timeIsUp({ limits: { ...limits, workLimit: null }, nowS }), words);
  if (!opened.ok) return opened;
  const prepared = prepareSweep(opened, file, directoryOf(file), over);
  if (!prepared.ok) return prepared;
  const run = runOfSeries(request);
  const { points } = prepared;
  const unplanned = points.map(({ instance }) => unplannedStandbyFault(run, instance)).find((fault) => fault !== null);
  if (unplanned !== undefined) return refusedFor(unplanned);
  return {
    ok: true,
    instance: opened.instance.name,
    parts: { count: points.length, called: 'points' },
    run: async (store) => {
      const result = await runSweep({ ...run, store }, prepared);
      const { instance: _, method, seed, objectiveUnit, boundScope, warnings, timeS, ...details } = result;
      const failure = result.points.find((one) => one.failure !== undefined)?.failure;
      return foundBySweep({
        ended: endOfRuns(result.points, interrupted(), UNKNOWN_TO_SOME),
        ...(failure === undefined ? {} : { failure }),
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
}
