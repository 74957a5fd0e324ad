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

/** Description of a command. `load` imports its code, which is done only when it runs. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /**
   * Positional arguments, all files, in their order. An argument named "instance" also accepts the name of a bundled
   * instance.
   */
  readonly arguments: readonly CommandArgument[];
  readonly options: Options;
  /**
   * Text that is appended to the help of `--json`. It says what the JSON contains in addition, such as ", also with
   * ...".
   */
  readonly jsonAdds?: string;
  readonly load: () => Promise<RunCommand>;
}

export interface CommandArgument {
  readonly name: string;
  readonly help?: string;
  /** True if the argument takes one or more files. Only the last argument may do so. */
  readonly isList?: boolean;
}

export type RunCommand = (asked: Asked) => Promise<CommandAnswer | Refused>;

/** Request to a command: files, option values, and the functions that it may call. A command never ends the process. */
export interface Asked {
  /** Paths of the files given as positional arguments, in their order. */
  readonly files: readonly string[];
  /** Parsed option values, by name of the option. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Version of Plenum, which is written into output files. */
  readonly plenumVersion: string;
  /** Returns the time of a monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly watcher: CommandWatcher;
  readonly places: Places;
  /** Cache of instance data that earlier commands loaded. If absent, every command loads its instance again. */
  readonly kept?: Kept;
  /** Returns a record as the text of a file, formatted as --json prints it. */
  readonly recordText: (record: CommandRecord) => string;
}

/**
 * Record that a command prints for --json. All commands use the same keys (docs/results.md). A value is unknown if its
 * key is absent. `details` holds values that only this command has.
 */
export interface CommandRecord {
  /** Name of the instance. */
  readonly instance: string;
  /** Name of the family; absent if the command exists in only one family. */
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
  /** Paths of the files written. The key says what a file contains, such as "plan". */
  readonly files?: Readonly<Record<string, string>>;
  readonly details: object;
}

/** Functions that show progress and messages of a command to the user. */
export interface CommandWatcher {
  /** Shows a progress line. On a terminal it replaces the previous one. */
  readonly line: (text: string) => void;
  readonly clear: () => void;
  /** Shows a sentence that later progress lines do not replace. */
  readonly say: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** Functions that check whether a command may write its output files, and that write them. */
export interface Places {
  /**
   * Returns a fault if `files` cannot be written to the path that was given with `option`; null if they can. A file
   * that is also in `inputs` must not be overwritten. Without `force`, neither must a file that Plenum did not write.
   */
  readonly obstacle: (
    option: string,
    files: readonly string[],
    asked: { readonly inputs?: readonly string[]; readonly force?: boolean | undefined },
  ) => Fault | null;
  /**
   * Returns the fault to report for a file-system error: it names the option with which the file was given.
   *
   * @throws the error itself if it does not come from the file system
   */
  readonly failed: (option: string, file: string, error: unknown) => Fault;
  /**
   * Writes several files into one directory, in the given order. If an entry is null or an Error, the old file of that
   * name is deleted. Returns null if all files were written.
   */
  readonly write: (directory: string, files: ReadonlyMap<string, string | Error | null>) => WritingFault | null;
}

/** Reason why some output files were not written. The result of the command is nevertheless complete. */
export interface WritingFault {
  readonly message: string;
  /** True if a mistake in Plenum is the cause; false if the directory or file cannot be written to. */
  readonly isOurs: boolean;
}

export interface CommandAnswer {
  readonly ok: true;
  /** How the command ended; 'failed' means a mistake in Plenum. */
  readonly ended: 'done' | 'notFeasible' | 'stopped' | 'failed';
  /** Result of the command as data: the record that --json prints. */
  readonly record: CommandRecord;
  /** Result of the command as text for people. */
  readonly text: string;
  /** Fault in writing the files; null or absent if there was none. */
  readonly fault?: WritingFault | null;
}

/** Value of `termination` in a record, for every way in which a command can end. */
export const TERMINATIONS: Readonly<Record<CommandAnswer['ended'], NonNullable<CommandRecord['termination']>>> = {
  done: 'finished',
  notFeasible: 'finished',
  stopped: 'interrupted',
  failed: 'failed',
};

/** Thrown by a function that reads an option, for a value that cannot be used. The command is then refused. */
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
