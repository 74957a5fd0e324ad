import { S_PER_H } from '../../models/units.js';
import type { RunRecord } from '../studies/plan/record.js';
import type { StudyState } from '../workbench/study/run.js';

/** Time between two updates of the progress line, s. Our choice: nobody reads faster. */
const REDRAW_S = 0.1;

/**
 * Returns callbacks that rewrite and clear a study's progress line on stderr. They do nothing unless stderr is a
 * terminal.
 */
export function studyProgress(stderr: NodeJS.WriteStream = process.stderr): {
  readonly show: (record: RunRecord, state: StudyState) => void;
  readonly clear: () => void;
} {
  if (!stderr.isTTY) return { show: () => undefined, clear: () => undefined };
  const best = new Map<string, RunRecord>();
  let latest = '';
  let shownS = -Infinity;
  return {
    show(record, state) {
      const better = bestSoFar(best, record);
      if (better !== null) latest = better;
      if (state.elapsedS - shownS < REDRAW_S && state.done < state.total) return;
      shownS = state.elapsedS;
      const text = `${progressText(state)}${latest}`;
      stderr.write(`\r\u001b[2K${text.slice(0, Math.max(20, (stderr.columns || 80) - 1))}`);
    },
    clear() {
      stderr.write('\r\u001b[2K');
    },
  };
}

/** Returns the numbers of finished and failed runs, their rate, and the remaining time at this rate, as text. */
export function progressText({ done, failed, total, made, elapsedS }: StudyState): string {
  const perS = made / elapsedS;
  const rate = perS >= 1 ? `${perS.toPrecision(3)} runs/s` : `${(60 * perS).toPrecision(2)} runs/min`;
  const leftS = (total - done) / perS;
  return `${done}/${total} runs, ${failed} failed, ${rate}, ${duration(leftS)} left`;
}

/**
 * Returns a sentence on the run of `record` if its plan is the best so far for its instance, and stores the record in
 * `best`. Otherwise returns null.
 */
function bestSoFar(best: Map<string, RunRecord>, record: RunRecord): string | null {
  const { run, outcome } = record;
  const { objective, better, feasible } = outcome;
  if (objective === null || better === null || feasible !== true) return null;
  const change = run.instance.changes.map(({ field, value }) => `${field}=${String(value)}`).join(' ');
  const name = `${run.instance.name}${change === '' ? '' : ` ${change}`}`;
  const before = best.get(name)?.outcome.objective ?? null;
  const isBetter = before === null || (better === 'more' ? objective > before : objective < before);
  if (!isBetter) return null;
  best.set(name, record);
  const unit = outcome.objectiveUnit ?? '';
  const gap = outcome.gap === null ? '' : `, gap ${(100 * outcome.gap).toPrecision(3)} %`;
  return `; best of ${name}: ${objective.toPrecision(5)} ${unit} by ${run.method ?? run.verb}${gap}`;
}

function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown';
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / S_PER_H).toPrecision(2)} h`;
}
