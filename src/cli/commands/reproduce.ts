import { join } from 'node:path';
import type { REPRODUCE_OPTIONS } from '../../families/command-options.js';
import type { WordsOf } from '../../families/options.js';
import { durationText } from '../../reproduction/estimate.js';
import type { ReproduceWatcher } from '../../reproduction/run/figure-run.js';
import { estimateFigures, reproduce } from '../../reproduction/run/reproduce.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { note, printJson, printLines, refuse } from '../output.js';
import type { StudyWords } from '../study-surroundings.js';
import { printStudyWritten } from '../study-written.js';

export type ReproduceOptions = WordsOf<typeof REPRODUCE_OPTIONS>;

/**
 * Runs `plenum reproduce`, which repeats the experiments of published figures and judges the claims made with them.
 * Returns the exit code.
 */
export async function reproduceCommand(
  words: readonly string[],
  {
    full,
    trials,
    untilDecided,
    workers,
    out,
    estimate,
    judge,
    writeDocs,
    writeStudy,
    force,
    json,
    ...elsewhere
  }: ReproduceOptions,
  surroundings: StudyWords,
): Promise<number> {
  const { figures, behind } = figuresIn(words);
  const scale = full ? 'full' : 'reduced';
  const request = { figures, scale, trials: trials ?? null, workers, watcher: watcherOnStderr() } as const;
  if (writeStudy !== undefined) {
    const { writeReproduction } = await import('../../reproduction/run/figure-studies.js');
    return printStudyWritten(await writeReproduction(request, { to: writeStudy, force }), json);
  }
  if (elsewhere.engine !== undefined) {
    const { submitReproduction } = await import('./reproduce-elsewhere.js');
    const { engine } = elsewhere;
    return submitReproduction(request, behind, { ...elsewhere, engine, out, json }, surroundings);
  }
  if (behind.length > 0) {
    const remedy = 'Options of sbatch go with --engine slurm.';
    throw new OptionError('--', behind.join(' '), 'with --engine slurm', remedy);
  }
  const interrupt = interruptSwitch();
  try {
    const answer = estimate
      ? await estimateFigures(request)
      : await reproduce({
          ...request,
          out,
          writeDocs: writeDocs ?? null,
          judge: judge ? join(surroundings.packageDirectory, 'docs') : null,
          untilDecided,
          force,
          interrupted: interrupt.asked,
        });
    if (!answer.ok) return refuse(answer.faults, json);
    if (json) printJson(answer.record);
    else printLines(answer.lines.join('\n'));
    return 'complete' in answer && !answer.complete ? EXIT.limitWithoutPlan : EXIT.solved;
  } finally {
    interrupt.release();
  }
}

/**
 * Returns the names of the figures on the command line, and the words after "--", which are options for the scheduler.
 */
function figuresIn(words: readonly string[]): {
  readonly figures: readonly string[];
  readonly behind: readonly string[];
} {
  const first = words.findIndex((word) => word.startsWith('-'));
  return first < 0 ? { figures: words, behind: [] } : { figures: words.slice(0, first), behind: words.slice(first) };
}

/**
 * Returns callbacks that show progress on stderr. On a terminal they rewrite one line; otherwise they print a line for
 * each tenth of the work.
 */
function watcherOnStderr(): ReproduceWatcher {
  const say = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };
  let shown = { name: '', tenths: -1 };
  return {
    say,
    warn: note,
    progress: ({ name, done, total, leftS }) => {
      const text = `${name}: ${done} of ${total}, ${done === total ? 'done' : `${durationText(leftS)} left`}`;
      const tenths = Math.floor((10 * done) / total);
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}${done === total ? '\n' : ''}`);
      else if (name !== shown.name || tenths > shown.tenths) say(text);
      shown = { name, tenths };
    },
  };
}
