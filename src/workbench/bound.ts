import {
  type BoundOfFamily,
  type Family,
  type FamilyParts,
  isRefused,
  type NamesInstance,
  type Opened,
  type Proven,
  type Words,
} from '../families/family.js';
import { type Driver, runDriver, timeIsUp } from '../runs/control.js';
import type { Refused } from '../instances/fault.js';
import type { TrajectoryPoint } from '../runs/result.js';
import { phases, withTotal } from '../runs/stop-watch.js';
import { type Envelope, envelope } from './envelope.js';
import { familyOfFile, untaken } from './find-family.js';
import { judgedWords } from './judged-words.js';

export interface BoundRequest {
  readonly file: string;
  readonly words: Words;
  readonly timeLimitS: number | null;
  /** Monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Called with progress, and the unit of its bounds ('' for that of the objective). */
  readonly onProgress: (point: TrajectoryPoint, unit: string) => void;
}

export interface BoundAnswer {
  readonly ok: true;
  /** How the run ended; 'empty' means that the run was completed without proving a bound. */
  readonly ended: 'proven' | 'infeasible' | 'stopped' | 'empty';
  readonly record: Envelope;
  readonly lines: readonly string[];
  /** Paths of the files that the user asked for, by what they contain. */
  readonly files: NonNullable<Proven['files']>;
}

/** Computes a proven bound on an instance's objective, without searching for a plan. */
export async function bound(request: BoundRequest, families?: readonly Family[]): Promise<BoundAnswer | Refused> {
  const { file } = request;
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const { family } = found;
  const parts = await family.load();
  return (
    parts.use((own) => boundBy(own, family, request)) ?? {
      ok: false,
      faults: [untaken(file, family, 'bound', families)],
    }
  );
}

function boundBy<Instance extends Opened, Ready extends Opened, Plan extends NamesInstance>(
  { open, bound: own }: FamilyParts<Instance, Ready, Plan>,
  family: Family,
  request: BoundRequest,
): Promise<BoundAnswer | Refused> | null {
  if (own === undefined) return null;
  const { file, nowS, interrupted } = request;
  return (async () => {
    const words = judgedWords(family, 'bound', request.words);
    if (isRefused(words)) return words;
    const timeS: Record<string, number> = {};
    const phase = phases(nowS, timeS);
    const limits = { timeLimitS: request.timeLimitS, workLimit: null };
    const control = runDriver({
      limits,
      nowS,
      interrupted,
      onProgress: (point) => {
        request.onProgress(point, own.progressUnit);
      },
    });
    const opened = open(file, { words, phase, shouldStop: timeIsUp({ limits, nowS }) });
    if (!opened.ok) return opened;
    const fault = own.unknownOf?.(opened, file) ?? null;
    if (fault !== null) return { ok: false, faults: [fault] };
    const proven = await own.prove(opened, control, words);
    phase('bound');
    return answerOf(proven, { control, own, opened, family: family.name, timeS });
  })();
}

function answerOf(
  proven: Proven,
  asked: {
    readonly control: Driver;
    readonly own: Pick<BoundOfFamily<Opened>, 'least' | 'tightens' | 'mayBeEmpty'>;
    readonly opened: Opened;
    readonly family: string;
    readonly timeS: Readonly<Record<string, number>>;
  },
): BoundAnswer {
  const { control, own, opened, family, timeS } = asked;
  const { infeasibility, objectiveUnit, boundScope, work, details, lines } = proven;
  const isEmpty = proven.isEmpty ?? proven.bound === null;
  const isStopped = infeasibility === undefined && control.stopReason !== null;
  const stopped = isEmpty
    ? `Stopped before ${own.least} was proven.`
    : `Stopped before the bound was as tight as it can be made: it holds, but more time may ${own.tightens} it.`;
  const isAnswer = !isEmpty || (own.mayBeEmpty && !isStopped);
  const ended = infeasibility !== undefined ? 'infeasible' : isAnswer ? 'proven' : isStopped ? 'stopped' : 'empty';
  const gapReason = isEmpty && !isStopped ? (proven.reason ?? null) : null;
  const record = envelope({
    instance: opened.instance.name,
    family,
    termination:
      infeasibility !== undefined ? 'infeasible' : (control.stopReason ?? (ended === 'empty' ? 'failed' : 'finished')),
    feasible: infeasibility?.record.proven === true ? false : null,
    objectiveUnit,
    bound: proven.bound,
    boundScope,
    gapReason: gapReason ?? 'bound alone: there is no plan',
    infeasibility: infeasibility?.record ?? null,
    warnings: [...opened.warnings, ...proven.warnings, ...(isStopped ? [stopped] : [])],
    timeS: withTotal(timeS),
    work,
    details,
  });
  const told = infeasibility?.lines ?? (gapReason === null ? lines : [`There is no bound: ${gapReason}.`]);
  return { ok: true, ended, record, lines: told, files: proven.files ?? {} };
}
