import type { WordsOf } from '../../options.js';
import type { ARRIVAL_OPTIONS } from '../options.js';
import { basename } from 'node:path';
import type { ArrivalSequence } from '../../../online/arrivals.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import type { Fault } from '../../../instances/fault.js';
import { drawArrivals, MAX_TASKS } from '../../../online/draw-arrivals.js';
import {
  type ArrivalPattern,
  greatestRatePerS,
  PATTERN_DEFAULTS,
  patternText,
} from '../../../online/arrival-pattern.js';
import { traceArrivals } from '../../../instances/swf/trace-arrivals.js';
import type { TraceWindow } from '../../../instances/swf/window.js';
import { arrivalsRecord } from '../studies/day/arrivals-record.js';
import type { ArrivalsRecord } from '../studies/day/record.js';
import { RefusedOption } from '../../commands.js';
import { type Kept, lastKeptIn } from '../../../runs/kept.js';
import { unknownName } from './unknown-name.js';

/** Command-line options for the task arrivals of a simulated day. */
export type ArrivalsOptions = WordsOf<typeof ARRIVAL_OPTIONS>;

export type NamedArrivals =
  | {
      readonly ok: true;
      readonly arrivals: ArrivalSequence;
      readonly record: ArrivalsRecord;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

type Kind = ArrivalPattern['kind'] | 'trace';

/**
 * Options that only some kinds of arrivals accept. Each entry has the key of the option, its flag, and the kinds that
 * accept it.
 */
const TAKEN_BY: readonly (readonly [keyof ArrivalsOptions, string, readonly Kind[]])[] = [
  ['rate', '--rate', ['constant', 'bursty', 'sinusoidal']],
  ['burstS', '--burst-s', ['bursty']],
  ['amplitude', '--amplitude', ['sinusoidal']],
  ['traceStartS', '--trace-start-s', ['trace']],
  ['taskPer', '--task-per', ['trace']],
  ['taskTimes', '--task-times', ['trace']],
];

/**
 * Returns the arrival pattern, or the section of a trace, that the options describe. No file is read yet.
 *
 * @throws RefusedOption for invalid options or too many tasks
 */
export function arrivalsAsked(options: ArrivalsOptions): ArrivalPattern | TraceWindow {
  const { arrivals, durationS } = options;
  const kind = kindOf(arrivals);
  for (const [key, option, kinds] of TAKEN_BY) {
    if (options[key] === undefined || kinds.includes(kind)) continue;
    throw new RefusedOption(option, `with ${arrivals}`, `only with ${kinds.join(', ')}`, 'Leave the option out.');
  }
  if (kind === 'trace') {
    const taskPer = oneOf('--task-per', options.taskPer, ['job', 'processor']);
    const taskTimes = oneOf('--task-times', options.taskTimes, ['type', 'trace']);
    return { startS: options.traceStartS ?? 0, durationS, taskPer, taskTimes };
  }
  const pattern = patternOf(kind, options);
  const tasks = greatestRatePerS(pattern) * durationS;
  if (tasks > MAX_TASKS) {
    const remedy = 'Take a lower --rate or a shorter --duration-s.';
    throw new RefusedOption('--rate', `up to ${Math.round(tasks)} tasks`, `at most ${MAX_TASKS} tasks`, remedy);
  }
  return pattern;
}

/**
 * Returns the arrivals of a day: drawn at random from a pattern, or read from a trace file.
 *
 * @param kept cache of the tasks drawn last, shared by several days
 */
export function arrivalsNamed(
  options: ArrivalsOptions,
  model: TemplatesModel,
  kept: Kept = new Map<string, unknown>(),
): NamedArrivals {
  const { arrivals: words, seed, durationS } = options;
  const asked = arrivalsAsked(options);
  const types = model.instance.taskTypes.length;
  if ('kind' in asked) {
    const key = JSON.stringify({ asked, durationS, types, seed });
    const arrivals = lastKeptIn(kept, 'drawn arrivals', key, () => drawArrivals(asked, durationS, types, seed));
    return {
      ok: true,
      arrivals,
      record: arrivalsRecord(asked.kind, patternText(asked), arrivals, model),
      warnings: [],
    };
  }
  const read = traceArrivals(words, asked, types, seed);
  if (!read.ok) return read;
  const { jobsInTrace, jobsUsed, sha256, runS } = read;
  const { timeS } = model.middle;
  // A job's run time is that of its tasks on the average core in the middle P-state (Eq. 57).
  const length = runS?.map((own, n) => own / timeS[read.arrivals.taskType[n]!]!);
  const arrivals = length === undefined ? read.arrivals : { ...read.arrivals, length };
  const what =
    `${basename(words)} (sha256 ${sha256.slice(0, 12)}), seconds ${asked.startS} to ${asked.startS + durationS}: ` +
    `${jobsUsed} of ${jobsInTrace} jobs, a task per ${asked.taskPer}` +
    (runS === null ? '' : ', as long as its job');
  const { jobsWithoutSubmitTime, jobsInWindow, skipped } = read;
  const counts = { jobsInTrace, jobsWithoutSubmitTime, jobsInWindow, jobsUsed, skipped };
  const trace = { ...counts, ...asked, sha256 };
  const record = { ...arrivalsRecord('trace', what, arrivals, model), trace };
  return { ok: true, arrivals, record, warnings: read.warnings.map((warning) => `${words}: ${warning}`) };
}

function kindOf(words: string): Kind {
  if (Object.hasOwn(PATTERN_DEFAULTS, words)) return words as ArrivalPattern['kind'];
  if (/\.swf(\.gz)?$/i.test(words)) return 'trace';
  throw unknownName('--arrivals', words, [...Object.keys(PATTERN_DEFAULTS), '<file.swf>', '<file.swf.gz>']);
}

/** Returns the value of an option that must be one of `names`; the first name if the option is not given. */
function oneOf<T extends string>(option: string, word: string | undefined, names: readonly [T, ...T[]]): T {
  const found = word === undefined ? names[0] : names.find((name) => name === word);
  if (found === undefined) throw unknownName(option, word!, names);
  return found;
}

function patternOf(kind: ArrivalPattern['kind'], { rate, burstS, amplitude }: ArrivalsOptions): ArrivalPattern {
  const wanted = kind === 'bursty' ? 2 : 1;
  if (rate !== undefined && rate.length !== wanted) {
    const allowed = wanted === 2 ? 'two numbers with bursty: high,low' : `one number with ${kind}`;
    throw new RefusedOption('--rate', rate.join(','), allowed, 'Correct the list.');
  }
  if (amplitude !== undefined && amplitude > 1) {
    throw new RefusedOption('--amplitude', amplitude, 'a share from 0 to 1', 'Correct the value.');
  }
  const [first, second] = rate ?? [];
  switch (kind) {
    case 'constant': {
      const preset = PATTERN_DEFAULTS.constant;
      return { kind, ratePerS: first ?? preset.ratePerS };
    }
    case 'bursty': {
      const preset = PATTERN_DEFAULTS.bursty;
      const [highPerS, lowPerS] = [first ?? preset.highPerS, second ?? preset.lowPerS];
      return { kind, highPerS, lowPerS, intervalS: burstS ?? preset.intervalS };
    }
    case 'sinusoidal': {
      const preset = PATTERN_DEFAULTS.sinusoidal;
      return { ...preset, meanPerS: first ?? preset.meanPerS, amplitude: amplitude ?? preset.amplitude };
    }
  }
}
