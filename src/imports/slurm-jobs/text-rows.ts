import type { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import type { SourceFile } from '../source-file.js';
import { type JobRow, runTimesOf } from './job-row.js';
import type { JobLog } from './job-log.js';
import { LogClock } from './log-clock.js';
import { formOf, isHeader, type TextForm } from './text-form.js';
import { durationS, gpusOfGres, gpusOfTres, jobNumber, measuredJ, stateOf, tresCount, wholeOf } from './words.js';

/** Words in place of the nodes of a job that has none. */
const NO_HOSTS: ReadonlySet<string> = new Set(['None assigned', '(null)', 'None', 'N/A']);

/** What reading a log came to, beside its jobs. */
export interface LogRead {
  readonly steps: number;
  readonly clockSkipped: number;
}

/** What a reader of one file is given. */
export interface LogFile {
  readonly source: SourceFile;
  readonly zone: string | undefined;
  /** Names of the columns of text without a header. */
  readonly columns: readonly string[] | undefined;
  readonly log: JobLog;
  readonly quarantine: Quarantine;
}

/**
 * Reads the output of `sacct --parsable2` or `--parsable`, with any separator, with or without a header.
 *
 * @throws RefusedSource for another text, and for times without a zone if none is named
 */
export async function readJobText({ source, zone, columns, log, quarantine }: LogFile): Promise<LogRead> {
  const { file } = source;
  const clock = new LogClock(zone);
  let form: TextForm | null = null;
  let steps = 0;
  for await (const { first, texts } of source.lines()) {
    for (const [n, text] of texts.entries()) {
      if (text === '') continue;
      const line = first + n;
      if (form === null || (text.includes('JobID') && isHeader(text))) {
        const found = formOf(text, columns);
        if (!found.ok) throw new RefusedSource(file, { path: `line ${line}`, ...found.fault });
        ({ form } = found);
        if (found.isHeader) continue;
      }
      const fields = text.split(form.separator);
      const isWider = fields.length === form.width + 1 && fields[form.width] === '';
      if (fields.length !== form.width && !isWider) {
        quarantine.add(`row of another width than ${form.width} columns`, file, line, text);
        continue;
      }
      const row = rowOf(fields, form.columns, clock);
      if (clock.fault !== null) throw new RefusedSource(file, { path: `line ${line}`, ...clock.fault });
      if (row === 'step') steps += 1;
      else if (row === 'time') quarantine.add('row with a time that cannot be read', file, line, text);
      else log.add(row, { file, line }, text);
    }
    await log.table.settle();
  }
  return { steps, clockSkipped: clock.skipped };
}

/** Returns the job that a row states; 'step' for a step of a job, 'time' if one of its times cannot be read. */
function rowOf(fields: readonly string[], columns: TextForm['columns'], clock: LogClock): JobRow | 'step' | 'time' {
  const of = (name: string): string => {
    const at = columns.get(name);
    return at === undefined ? '' : fields[at]!;
  };
  const shownId = of('jobid');
  const rawId = of('jobidraw');
  const { array, isWaitingArray, hetJob, part, isStep } = jobNumber(shownId || rawId);
  if (isStep) return 'step';
  const submits = clock.instants(of('submit'));
  const starts = clock.instants(of('start'));
  const ends = clock.instants(of('end'));
  if (submits === null || starts === null || ends === null) return 'time';
  const elapsed = wholeOf(of('elapsedraw')) ?? durationS(of('elapsed'));
  const times = runTimesOf(starts, ends, elapsed);
  const tres = of('alloctres');
  const list = of('nodelist');
  const hasNoHosts = NO_HOSTS.has(list);
  const nodes = wholeOf(of('nnodes')) ?? wholeOf(of('allocnodes')) ?? tresCount(tres, 'node') ?? 0;
  const cpus = wholeOf(of('ncpus')) ?? wholeOf(of('alloccpus')) ?? tresCount(tres, 'cpu') ?? 0;
  const gres = of('allocgres') || of('reqgres');
  const minutes = wholeOf(of('timelimitraw'));
  return {
    cluster: of('cluster'),
    id: rawId || shownId,
    array,
    isWaitingArray,
    hetJob,
    part,
    user: of('user'),
    account: of('account'),
    partition: of('partition'),
    qos: of('qos'),
    name: of('jobname'),
    state: stateOf(of('state')),
    submitS: submits[0] ?? null,
    ...times,
    isClockOpen: times.isClockOpen || submits.length > 1,
    nodes: hasNoHosts && (times.runTimeS ?? 0) === 0 ? 0 : nodes,
    hosts: hasNoHosts ? '' : list,
    cpus,
    gpus: tres === '' && gres !== '' ? gpusOfGres(gres) * Math.max(1, nodes) : gpusOfTres(tres),
    limitS: minutes === null ? durationS(of('timelimit')) : durationS(`${minutes}`),
    cpuTimeS: durationS(of('totalcpu')),
    energyJ: measuredJ(wholeOf(of('consumedenergyraw')) ?? tresCount(tres, 'energy')),
  };
}
