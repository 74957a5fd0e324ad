import type { Violation } from '../../models/families/violation.js';
import type { LocalFault, Fault, Refused } from '../instances/fault.js';
import type { Kept } from '../runs/kept.js';
import type { Options } from './options.js';

/** Group of commands that only one family has, called as `plenum <group> <command>`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandSpec[];
}

/** Description of a command. `load` imports the command's code, only when the command runs. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /**
   * Positional arguments, in order; all are files. An argument named "instance" also accepts the name of a bundled
   * instance.
   */
  readonly arguments: readonly CommandArgument[];
  readonly options: Options;
  /** Text appended to the help of `--json` on what else the JSON contains, such as ", also with ...". */
  readonly jsonAdds?: string;
  readonly load: () => Promise<RunCommand>;
}

export interface CommandArgument {
  readonly name: string;
  readonly help?: string;
  /** True if the argument takes one or more files; allowed only for the last argument. */
  readonly isList?: boolean;
}

export type RunCommand = (asked: Asked) => Promise<CommandAnswer | Refused>;

/** Request to a command: files, option values, and functions that it may call. A command never ends the process. */
export interface Asked {
  /** Paths of the positional arguments, in order. */
  readonly files: readonly string[];
  /** Parsed option values, by name of the option. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Version of Plenum for output files. */
  readonly plenumVersion: string;
  /** Monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly watcher: CommandWatcher;
  readonly places: Places;
  /** Cache of instance data of earlier commands. Without it, every command loads its instance. */
  readonly kept?: Kept;
  /** Returns the text of a record for a file, in the format of --json. */
  readonly recordText: (record: CommandRecord) => string;
}

/**
 * Record of a command for --json, with the same keys for all commands (docs/results.md). A value is unknown if its key
 * is absent. Values that only this command has are in `details`.
 */
export interface CommandRecord {
  /** Name of the instance; absent if the command concerns none. */
  readonly instance?: string;
  /** Name of the family. Absent if the command exists in only one family. */
  readonly family?: string;
  readonly seed?: number;
  readonly termination?: 'finished' | 'interrupted' | 'failed';
  readonly feasible?: boolean;
  readonly objective?: number | null;
  readonly objectiveUnit?: string;
  readonly bound?: number | null;
  readonly boundScope?: string;
  /** Relative gap, |bound - objective| / |bound|. */
  readonly gap?: number | null;
  readonly gapReason?: string | null;
  readonly violations?: readonly Violation[];
  readonly warnings?: readonly string[];
  readonly timeS?: Readonly<Record<string, number>>;
  readonly work?: Readonly<Record<string, number>>;
  /** Paths of the written files by content, such as "plan". */
  readonly files?: Readonly<Record<string, string>>;
  readonly details: object;
}

/** Functions that show a command's progress and messages. */
export interface CommandWatcher {
  /** Shows a progress line, on a terminal in place of the previous one. */
  readonly line: (text: string) => void;
  readonly clear: () => void;
  /** Shows a sentence that later progress lines do not replace. */
  readonly say: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** Functions that check whether a command may write its output files, and write them. */
export interface Places {
  /**
   * Returns a fault if `files` cannot be written to the path given with `option`; null if they can. Files in `inputs`
   * must not be overwritten. Without `force`, files that Plenum did not write must not be overwritten either.
   */
  readonly obstacle: (
    option: string,
    files: readonly string[],
    asked: { readonly inputs?: readonly string[]; readonly force?: boolean | undefined },
  ) => Fault | null;
  /**
   * Returns the fault for a file-system error, which names the option of the file.
   *
   * @throws the error itself if it does not come from the file system
   */
  readonly failed: (option: string, file: string, error: unknown) => Fault;
  /**
   * Writes several files into one directory, in order. If an entry is null or an Error, the old file is deleted.
   * Returns null if all were written.
   */
  readonly write: (
    directory: string,
    files: ReadonlyMap<string, string | Uint8Array | Error | null>,
  ) => WritingFault | null;
}

/** Why some output files were not written. The command's result is nevertheless complete. */
export interface WritingFault {
  readonly message: string;
  /** True if a mistake in Plenum is the cause; false if the directory or file cannot be written. */
  readonly isOurs: boolean;
}

export interface CommandAnswer {
  readonly ok: true;
  /** How the command ended; 'failed' means a mistake in Plenum. */
  readonly ended: 'done' | 'notFeasible' | 'stopped' | 'failed';
  /** The record that --json prints. */
  readonly record: CommandRecord;
  /** Result as text for a terminal. */
  readonly text: string;
  /** Fault in writing the files; null or absent if all files were written. */
  readonly fault?: WritingFault | null;
}

/** Value of `termination` in a record, for each way in which a command ends. */
export const TERMINATIONS: Readonly<Record<CommandAnswer['ended'], NonNullable<CommandRecord['termination']>>> = {
  done: 'finished',
  notFeasible: 'finished',
  stopped: 'interrupted',
  failed: 'failed',
};

/** Thrown for an option value that cannot be used; the command is then refused. */
export class RefusedOption extends Error {
  readonly fault: LocalFault;

  constructor(path: string, value: unknown, allowed: string, remedy: string) {
    super(`${path}: ${allowed}`);
    this.name = 'RefusedOption';
    this.fault = { path, value, allowed, remedy };
  }

  static of({ path, value, allowed, remedy }: LocalFault): RefusedOption {
    return new RefusedOption(path, value, allowed, remedy);
  }
}
