import { availableParallelism } from 'node:os';
import { type CommandAnswer, type CommandSpec, RefusedOption } from '../families/commands.js';
import { flagOf, type NamedOption, optionsOf } from '../families/options.js';
import { FAMILIES } from '../families/registry.js';
import { COMMAND_LINE, type Fault, type Refused } from '../instances/fault.js';
import { monotonicS } from '../runs/clock.js';
import type { CommandEnvelope } from '../workbench/envelope.js';
import { commandGroups, type OwnedCommand } from '../workbench/command-groups.js';
import { runFamilyCommand } from '../workbench/family-command.js';
import { outsideOf } from '../workbench/outside.js';
import { readVersion } from '../workbench/version.js';
import type { Aborted, Memory } from './options.js';
import { instanceOfCall, packageDirectory } from './package-directory.js';
import { answered, nameFaults } from './prepared.js';
import { CALL, COMMAND_RULES, commandRule, optionFaults, type Rules } from './rules.js';

/** Options of all library functions for commands of a single family, such as `templates.build`. */
export interface CommandOptions {
  /** True if the instance may name files outside its own folder; default false. */
  readonly allowOutside?: boolean;
  /** Signal to stop; the command then ends with the best result so far. */
  readonly signal?: Aborted;
  /**
   * Cache of data that earlier calls read from files or computed from them. The files must not change between the
   * calls. Without a cache, the call reads all files.
   */
  readonly memory?: Memory;
  /** Called with each warning, and with a sentence if results of an earlier run are reused. */
  readonly onNote?: (text: string) => void;
}

/** Result of a command that only one family has. */
export interface CommandAnswered {
  readonly ok: true;
  /** How the command ended. `notFeasible`: the request cannot be fulfilled. `failed`: a mistake in Plenum. */
  readonly ended: CommandAnswer['ended'];
  /** Record that the command prints with `--json`. */
  readonly record: CommandEnvelope;
  /** Result of the command as text for people. */
  readonly text: string;
}

/** Call of a command that only one family has. */
export interface CommandCall {
  /** Name of the group of commands, e.g. "templates". */
  readonly group: string;
  /** Name of the command in its group, e.g. "build". */
  readonly command: string;
  /** Paths of the command's positional arguments, in order. */
  readonly files: readonly string[];
  /** Options by name. */
  readonly options: CommandOptions;
}

/**
 * Runs a command that only one family has. Returns its result, or all faults of the call, with options named as library
 * users write them.
 */
export async function commandAnswer(call: CommandCall): Promise<CommandAnswered | Refused> {
  const { spec, family } = commandNamed(call);
  const rules: Rules = {
    ...COMMAND_RULES,
    ...Object.fromEntries(optionsOf(spec, '').map((option) => [nameOf(option), commandRule(option)])),
  };
  const unfit = [...call.files.flatMap(nameFaults), ...optionFaults(call.options, rules)];
  if (unfit.length > 0) return { ok: false, faults: unfit };
  const { allowOutside = false, signal, onNote = () => undefined, memory: kept } = call.options;
  return answered(rules, async () => {
    const read = wordsOfCommand(spec, call.options as Readonly<Record<string, unknown>>);
    const found = call.files.map((file, n) => fileOf(spec, file, n));
    const faults = [
      ...read.faults,
      ...found.flatMap((one) => (one.ok ? (allowOutside || !one.isInstance ? [] : outsideOf(one.path)) : [one.fault])),
    ];
    if (faults.length > 0) return { ok: false, faults };
    const answer = await runFamilyCommand(spec, family, {
      files: found.flatMap((one) => (one.ok ? [one.path] : [])),
      words: read.words,
      plenumVersion: readVersion(packageDirectory()),
      nowS: monotonicS,
      interrupted: () => signal?.aborted === true,
      watcher: { line: () => undefined, clear: () => undefined, say: onNote, warn: onNote },
      ...(kept === undefined ? {} : { kept }),
    });
    if (!answer.ok) return answer;
    const { ended, record, text, fault = null } = answer;
    if (fault?.isOurs === true) throw new Error(fault.message);
    if (fault !== null) return { ok: false, faults: [unwritten(fault.message)] };
    return { ok: true, ended, record, text };
  });
}

/**
 * Returns the declaration of a command.
 *
 * @throws TypeError for a command that nobody declares
 */
function commandNamed({ group, command }: CommandCall): OwnedCommand {
  const own = commandGroups(FAMILIES).find(({ name }) => name === group);
  const found = own?.commands.find(({ spec }) => spec.name === command);
  if (found === undefined) throw new TypeError(`There is no command ${group} ${command}`);
  return found;
}

type Found =
  | { readonly ok: true; readonly path: string; readonly isInstance: boolean }
  | { readonly ok: false; readonly fault: Fault };

function fileOf({ arguments: named }: CommandSpec, file: string, n: number): Found {
  if (named[n]?.name !== 'instance') return { ok: true, path: file, isInstance: false };
  const found = instanceOfCall(file);
  return found.ok ? { ...found, isInstance: true } : { ok: false, fault: found.faults[0] };
}

/** Returns an option's name in library calls. */
function nameOf({ name }: NamedOption): string {
  return name === 'force' ? 'overwrite' : name;
}

/**
 * Returns a call's option values as the command reads them, with defaults, and the faults of missing and invalid
 * options.
 */
function wordsOfCommand(
  spec: CommandSpec,
  given: Readonly<Record<string, unknown>>,
): { readonly words: Readonly<Record<string, unknown>>; readonly faults: readonly Fault[] } {
  const words: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const option of optionsOf(spec, '')) {
    const { name, flags, read, preset, presetFor, isRequired = false } = option;
    const value = given[nameOf(option)];
    if (value === undefined) {
      if (isRequired) faults.push(lacking(nameOf(option)));
      const own = presetFor?.(availableParallelism()) ?? preset;
      if (own !== undefined) words[name] = own;
      continue;
    }
    try {
      words[name] = read === undefined ? value : read(textOf(value), flagOf({ flags }));
    } catch (error) {
      if (!(error instanceof RefusedOption)) throw error;
      faults.push({ file: COMMAND_LINE, ...error.fault });
    }
  }
  return { words, faults };
}

/**
 * Returns an option's value as the text that a user would write on the command line. Commas separate the numbers of a
 * list.
 */
function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : [value]
        .flat()
        .map((one) => `${one as number}`)
        .join(',');
}

function lacking(name: string): Fault {
  return { file: CALL, path: name, value: undefined, allowed: 'a value', remedy: 'Give one.' };
}

function unwritten(message: string): Fault {
  return { file: CALL, path: 'out', value: message, allowed: 'a place that can be written', remedy: 'Name another.' };
}
