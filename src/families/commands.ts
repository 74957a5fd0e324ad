import type { Violation } from '../../models/families/violation.js';
import type { LocalFault, Fault, Refused } from '../instances/fault.js';
import type { Kept } from '../runs/kept.js';
import type { Options } from './options.js';

/** Commands that only one family has, besides the verbs of all families: `plenum <name> <command>`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandSpec[];
}

/** Description of a command; its code is loaded when it runs. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** Files, in their order. A file called "instance" may be the name of a bundled instance. */
  readonly arguments: readonly CommandArgument[];
  readonly options: Options;
  /** Text on what --json prints in addition, which is added to that option's help: ", also with ...". */
  readonly jsonAdds?: string;
  readonly load: () => Promise<RunCommand>;
}

export interface CommandArgument {
  readonly name: string;
  readonly help?: string;
  /** True for a last argument that takes one or more files. */
  readonly isList?: boolean;
}

export type RunCommand = (asked: Asked) => Promise<CommandAnswer | Refused>;

/** What a command is given. A command uses no terminal and never ends the process. */
export interface Asked {
  /** Arguments of the command, in their order. */
  readonly files: readonly string[];
  /** Options after parsing, by name. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Version of Plenum, for files that name it. */
  readonly plenumVersion: string;
  /** Returns the time of a clock that never goes back, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly watcher: CommandWatcher;
  readonly places: Places;
  /** Data that earlier commands on the same instance loaded; absent if every command starts afresh. */
  readonly kept?: Kept;
  /** Returns the text of a file that holds a record as --json prints it. */
  readonly recordText: (record: CommandRecord) => string;
}

/**
 * Record of a command with the keys of all verbs (docs/results.md). Absent values are unknown; `details` holds what
 * only this command has.
 */
export interface CommandRecord {
  /** Name of the instance. */
  readonly instance: string;
  /** Name of the family; if absent, it is known from the command. */
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
  /** Paths of the files written, by content. */
  readonly files?: Readonly<Record<string, string>>;
  readonly details: object;
}

/** Shows the progress of a command. */
export interface CommandWatcher {
  /** Shows a line in place of the last one, if that is possible. */
  readonly line: (text: string) => void;
  readonly clear: () => void;
  /** Shows a sentence that stays. */
  readonly say: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** Rules and functions for writing the files of a command. */
export interface Places {
  /**
   * Returns the fault that keeps files from being written to the place that `option` names: an input, a file that
   * Plenum did not write (unless forced), the disk.
   */
  readonly obstacle: (
    option: string,
    files: readonly string[],
    asked: { readonly inputs?: readonly string[]; readonly force?: boolean | undefined },
  ) => Fault | null;
  /**
   * Returns a failed write as a fault of the option that named the file.
   *
   * @throws errors that are not of the file system.
   */
  readonly failed: (option: string, file: string, error: unknown) => Fault;
  /**
   * Writes files as one set, the last one last. Files that are null or could not be made are removed. Returns null if
   * all went well.
   */
  readonly write: (directory: string, files: ReadonlyMap<string, string | Error | null>) => WritingFault | null;
}

/** Why files were not written, or not all. The answer itself is complete. */
export interface WritingFault {
  readonly message: string;
  /** True if it is a mistake in the program, false if the named place cannot be written to. */
  readonly isOurs: boolean;
}

export interface CommandAnswer {
  readonly ok: true;
  /** How the command ended; 'failed' means a mistake in the program. */
  readonly ended: 'done' | 'notFeasible' | 'stopped' | 'failed';
  /** Record of the answer, for programs. */
  readonly record: CommandRecord;
  /** Text of the answer, for people. */
  readonly text: string;
  /** Fault in writing the files; null or absent if there was none. */
  readonly fault?: WritingFault | null;
}

/** Termination in the record, by how the command ended. */
export const TERMINATIONS: Readonly<Record<CommandAnswer['ended'], NonNullable<CommandRecord['termination']>>> = {
  done: 'finished',
  notFeasible: 'finished',
  stopped: 'interrupted',
  failed: 'failed',
};

/** Thrown by readers of options for a value that cannot be used; the command is then refused. */
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
