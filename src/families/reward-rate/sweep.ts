import { timeIsUp } from '../../runs/control.js';
import type { Refused } from '../../instances/fault.js';
import { endOfRuns, orError, type PreparedStudy, type StudyFound, type SweepOfFamily } from '../studies.js';
import type { SweepRequest } from '../studies.js';
import { sweepCsv } from './report/sweep-csv.js';
import { sweepText, sweepWarnings } from './report/sweep-summary.js';
import { directoryOf, openModel } from './runs/open.js';
import { readRunWords } from './run-words.js';
import { runOfSeries, UNKNOWN_TO_SOME } from './series.js';
import { prepareSweep, runSweep } from './studies/sweep/run.js';
import type { SweepResult } from './studies/sweep/result.js';
import { terminationOf } from '../studies.js';
import { unplannedStandbyFault } from './runs/standby-air.js';

export const sweepOfRewardRate: SweepOfFamily = {
  readWords: readRunWords,
  files: { sweep: 'sweep.json', csv: 'sweep.csv', report: 'sweep.html' },
  prepare,
};

function prepare(request: SweepRequest): PreparedStudy | Refused {
  const { file, words, over, limits, nowS, interrupted } = request;
  // Air that many runs share may take as long as one of them.
  const opened = openModel(file, undefined, timeIsUp({ limits: { ...limits, workLimit: null }, nowS }), words);
  if (!opened.ok) return opened;
  const prepared = prepareSweep(opened, file, directoryOf(file), over);
  if (!prepared.ok) return prepared;
  const run = runOfSeries(request);
  const unplanned = prepared.grid.points
    .map(({ instance }) => unplannedStandbyFault(run, instance))
    .find((fault) => fault !== null);
  if (unplanned !== undefined) return { ok: false, faults: [unplanned] };
  return {
    ok: true,
    instance: opened.instance.name,
    parts: { count: prepared.grid.points.length, called: 'points' },
    run: async (store) => foundBy(await runSweep({ ...run, store }, prepared), interrupted()),
  };
}

function foundBy(result: SweepResult, interrupted: boolean): StudyFound {
  const { points, pointsLeft, method, seed, objectiveUnit, boundScope, warnings, timeS } = result;
  const { sha256, naive, choices, axes, pareto, frontier, matrixProvenance } = result;
  const broken = points.find(({ failure }) => failure !== undefined);
  return {
    ended: endOfRuns(points, interrupted, UNKNOWN_TO_SOME),
    ...(broken?.failure === undefined ? {} : { failure: broken.failure }),
    record: {
      method,
      seed,
      termination: terminationOf(points, pointsLeft),
      feasible: null,
      objective: null,
      objectiveUnit,
      bound: null,
      boundScope: boundScope === '' ? null : boundScope,
      gap: null,
      gapReason: 'a sweep has a plan, a bound and a gap per point (details)',
      warnings,
      timeS,
      details: {
        sha256,
        naive,
        choices,
        axes,
        points,
        pointsLeft,
        pareto,
        ...(frontier === undefined ? {} : { frontier }),
        matrixProvenance,
      },
    },
    notes: sweepWarnings(result),
    text: (files) => sweepText({ ...result, files }),
    texts: async (files) => {
      const { renderSweepReport } = await import('./report/sweep-report.js');
      const named = { ...result, files };
      return { csv: sweepCsv(named), report: orError(() => renderSweepReport(named)) };
    },
  };
}
