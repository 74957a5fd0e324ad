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
  /** Text such as ", also with ...": what --json prints in addition. It is appended to the help of --json. */
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

/** Input of a command and the functions that it may call. A command uses no terminal and never ends the process. */
export interface Asked {
  /** Paths of the files given as positional arguments, in their order. */
  readonly files: readonly string[];
  /** Parsed option values, by name of the option. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Version of Plenum, for files that name it. */
  readonly plenumVersion: string;
  /** Returns the time of a monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly watcher: CommandWatcher;
  readonly places: Places;
  /** Cache of data that earlier commands loaded from the same instance. If absent, every command loads anew. */
  readonly kept?: Kept;
  /** Returns a record as the text of a file, formatted as --json prints it. */
  readonly recordText: (record: CommandRecord) => string;
}

/**
 * Record that a command prints for --json. Its keys are common to all verbs (docs/results.md). A key without a value
 * means that the value is unknown. `details` holds the values that only this command has.
 */
export interface CommandRecord {
  /** Name of the instance. */
  readonly instance: string;
  /** Name of the family. It is absent if only one family has the command. */
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

/** Functions that check and write the output files of a command. */
export interface Places {
  /**
   * Returns the fault if files must not, or cannot, be written to the place that `option` names; null otherwise. They
   * must not replace an input. Without `force` they must not replace a file that Plenum did not write.
   */
  readonly obstacle: (
    option: string,
    files: readonly string[],
    asked: { readonly inputs?: readonly string[]; readonly force?: boolean | undefined },
  ) => Fault | null;
  /**
   * Turns an error of the file system into a fault of the option that named the file.
   *
   * @throws the error itself if it is not one of the file system
   */
  readonly failed: (option: string, file: string, error: unknown) => Fault;
  /**
   * Writes several files as one set, in the given order. A file that is null or an Error is removed instead. Returns
   * null if every file was written.
   */
  readonly write: (directory: string, files: ReadonlyMap<string, string | Error | null>) => WritingFault | null;
}

/** Reason why some output files were not written. The answer of the command is complete nevertheless. */
export interface WritingFault {
  readonly message: string;
  /** True if the cause is a mistake in the program; false if the named place cannot be written to. */
  readonly isOurs: boolean;
}

export interface CommandAnswer {
  readonly ok: true;
  /** How the command ended; 'failed' means a mistake in the program. */
  readonly ended: 'done' | 'notFeasible' | 'stopped' | 'failed';
  /** Answer as data: the record that --json prints. */
  readonly record: CommandRecord;
  /** Text of the answer, for people. */
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
