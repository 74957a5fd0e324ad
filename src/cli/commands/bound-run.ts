import { oneLine } from '../../reports/format.js';
import { type Driver, runDriver } from '../../runs/control.js';
import type { Refused } from '../../runs/open.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { printJson, printLines, unopened } from '../output.js';
import { airTimeIsUp } from '../run-request.js';
import { progressLine } from '../progress.js';

export interface BoundRunOptions {
  readonly timeLimit?: number;
  readonly json: boolean;
}

/** What was proven. */
export interface Proven {
  /** Why nothing is feasible; null where something may be. */
  readonly infeasibility: string | null;
  /** Whether it bounds nothing. */
  readonly isEmpty: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** What a family proves, and in which words. */
export interface BoundOfFamily<Opened> {
  /** Unit of bounds on the progress line, '' for that of the objective. */
  readonly progressUnit: string;
  /** Some of it may take long: asked again and again, `shouldStop` says when the time is up. */
  readonly open: (shouldStop: () => boolean) => Opened | Refused;
  readonly prove: (opened: Opened, control: Driver) => Promise<Proven>;
  /** What more time may do to the bound. */
  readonly tightens: 'raise' | 'lower';
  /** What a run stopped too early has not proven. */
  readonly least: string;
  /** Exit code where a run that was not stopped bounds nothing. */
  readonly emptyExit: number;
}

/**
 * `plenum bound` of an instance of some family. Exit code 3 where nothing is feasible, 4 where stopped before anything was proven.
 */
export async function boundRun<Opened extends { readonly ok: true; readonly warnings: readonly string[] }>(
  { timeLimit, json }: BoundRunOptions,
  family: BoundOfFamily<Opened>,
): Promise<number> {
  const interrupt = interruptSwitch();
  const progress = progressLine(family.progressUnit);
  try {
    const control = runDriver({
      limits: { timeLimitS: timeLimit ?? null, workLimit: null },
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    });
    const opened = family.open(airTimeIsUp(timeLimit));
    if (!opened.ok) return unopened(opened, json);
    const { infeasibility, isEmpty, fields, lines } = await family.prove(opened, control);
    progress.clear();
    const isStopped = infeasibility === null && control.stopReason !== null;
    const stopped = isEmpty
      ? `Stopped before ${family.least} was proven.`
      : `Stopped before the bound was as tight as it can be made: it holds, but more time may ${family.tightens} it.`;
    const warnings = [...opened.warnings, ...(isStopped ? [stopped] : [])];
    if (json) printJson({ ...fields, warnings });
    else printLines(infeasibility ?? lines.join('\n'));
    if (!json) for (const warning of warnings) process.stderr.write(`Note: ${oneLine(warning)}\n`);
    if (infeasibility !== null) return EXIT.noFeasiblePlan;
    if (!isEmpty) return EXIT.solved;
    return isStopped ? EXIT.limitWithoutPlan : family.emptyExit;
  } finally {
    interrupt.release();
  }
}
