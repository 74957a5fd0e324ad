import type { Violation } from '../../models/families/violation.js';
import type { LocalFault, Fault, Refused } from '../instances/fault.js';
import type { Options } from './options.js';

/** Commands of a family's own, beside the verbs of all families: `plenum <name> <command>`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandSpec[];
}

/** A command as data; what it does is loaded when it is run. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** Files, in their order; one called "instance" takes names of bundled instances. */
  readonly arguments: readonly CommandArgument[];
  readonly options: Options;
  /** Words for what --json prints beyond the text for people, added to that option's help: ", also with ...". */
  readonly jsonAdds?: string;
  readonly load: () => Promise<RunCommand>;
}

export interface CommandArgument {
  readonly name: string;
  readonly help?: string;
  /** True for the last argument where it stands for one or more files. */
  readonly isList?: boolean;
}

export type RunCommand = (asked: Asked) => Promise<CommandAnswer | Refused>;

/** Data that a command is given. It takes no terminal and ends no process. */
export interface Asked {
  /** Arguments of the command, in their order. */
  readonly files: readonly string[];
  /** Options as read, by name. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Version of Plenum, for files that name it. */
  readonly plenumVersion: string;
  /** Monotonic seconds. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly watcher: CommandWatcher;
  readonly places: Places;
  /** What earlier commands on the same instance have opened; absent where every command begins anew. */
  readonly kept?: Kept;
  /** Returns the text of a file that holds a record as --json prints it. */
  readonly recordText: (record: CommandRecord) => string;
}

/** What commands on one instance have opened or solved, by name, so that the next one need not. */
export type Kept = Map<string, unknown>;

/** Returns what is kept under a name, or makes and keeps it; the same name always stands for the same type. */
export async function keptIn<Made>(kept: Kept, name: string, make: () => Promise<Made>): Promise<Made> {
  if (!kept.has(name)) kept.set(name, await make());
  return kept.get(name) as Made;
}

/** Answer of a command in the form of every verb (docs/results.md); what is absent it does not say, and `details` holds what only it has. */
export interface CommandRecord {
  /** Name of the instance. */
  readonly instance: string;
  /** Name of the family, known without it. */
  readonly family?: string;
  readonly seed?: number;
  readonly termination?: 'finished' | 'interrupted' | 'failed';
  readonly feasible?: boolean;
  readonly objective?: number | null;
  readonly objectiveUnit?: string;
  readonly bound?: number | null;
  readonly boundScope?: string;
  /** |bound - objective| / |bound|. */
  readonly gap?: number | null;
  readonly gapReason?: string | null;
  readonly violations?: readonly Violation[];
  readonly warnings?: readonly string[];
  readonly timeS?: Readonly<Record<string, number>>;
  readonly work?: Readonly<Record<string, number>>;
  /** Paths of the files written, by what is in them. */
  readonly files?: Readonly<Record<string, string>>;
  readonly details: object;
}

/** Receiver of news on how far a command is. */
export interface CommandWatcher {
  /** Display of a line in place of the last one, where that can be seen. */
  readonly line: (text: string) => void;
  readonly clear: () => void;
  /** A sentence that stays. */
  readonly say: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** Rules and means for writing the files of a command. */
export interface Places {
  /**
   * Returns the fault that would keep files from being written where `option` says: an input, a file that Plenum did
   * not write (unless forced), the disk.
   */
  readonly obstacle: (
    option: string,
    files: readonly string[],
    asked: { readonly inputs?: readonly string[]; readonly force?: boolean | undefined },
  ) => Fault | null;
  /**
   * Returns a failed write as a fault of the option that named the file.
   * @throws what is no error of the file system.
   */
  readonly failed: (option: string, file: string, error: unknown) => Fault;
  /** Writing of files as one set, the last one last; an Error or null is not there afterwards. Returns null if all is well. */
  readonly write: (directory: string, files: ReadonlyMap<string, string | Error | null>) => WritingFault | null;
}

/** Reason for which files were not written, or not all; the answer itself is whole. */
export interface WritingFault {
  readonly message: string;
  /** True for a mistake in the program, false for one of the place that was named. */
  readonly isOurs: boolean;
}

export interface CommandAnswer {
  readonly ok: true;
  /** End of the command; 'failed' is a mistake in the program. */
  readonly ended: 'done' | 'notFeasible' | 'stopped' | 'failed';
  /** Record of the answer, for programs. */
  readonly record: CommandRecord;
  /** Text of the answer, for people. */
  readonly text: string;
  /** Fault in writing the files; null or absent if there was none. */
  readonly fault?: WritingFault | null;
}

/** Termination that a record gives, by what became of its command. */
export const TERMINATIONS: Readonly<Record<CommandAnswer['ended'], NonNullable<CommandRecord['termination']>>> = {
  done: 'finished',
  notFeasible: 'finished',
  stopped: 'interrupted',
  failed: 'failed',
};

/** A word that cannot be used, thrown by whoever reads it; the command is refused with it. */
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
