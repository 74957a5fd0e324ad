import { basename, join } from 'node:path';
import type { Family, Words } from '../families/family.js';
import {
  type Generated,
  type GenerateOfFamily,
  makingOptions,
  type MakingOfFamily,
  makingsOf,
  type Seeds,
} from '../families/generate.js';
import { flagOf, type NamedOption } from '../families/options.js';
import { FAMILIES } from '../families/registry.js';
import { COMMAND_LINE, type Refused } from '../instances/fault.js';
import { writeFileSet } from '../runs/file-set.js';
import { commandEnvelope, type CommandEnvelope } from './envelope.js';
import { familyOfFile, untaken } from './find-family.js';
import { outputFault } from './places.js';
import { writingTo } from './refusal-of.js';

export interface GenerateRequest extends Seeds {
  /** Instance file to make variants of; null to make a new instance from `words`. */
  readonly file: string | null;
  /** Values of the options for all kinds of new instances, with defaults filled in. */
  readonly words: Words;
  /** Returns true if the user gave this option. */
  readonly isGiven: (name: string) => boolean;
  /** Directory to write to. */
  readonly out: string;
  /** True to also overwrite files that Plenum did not write. */
  readonly force: boolean;
}

export type GenerateAnswer =
  | {
      readonly ok: true;
      readonly record: CommandEnvelope;
      /** Paths of the written instances, in ascending order of their seeds. */
      readonly instances: readonly string[];
    }
  | Refused;

/** Generates and writes instances: new ones, or random variants of a given one. */
export function generate(request: GenerateRequest, families: readonly Family[] = FAMILIES): Promise<GenerateAnswer> {
  return writingTo('--out', () => generated(request, families));
}

async function generated(request: GenerateRequest, families: readonly Family[]): Promise<GenerateAnswer> {
  const { file, out, force } = request;
  if (out.trim() === '') return refused('--out', out, 'the name of a directory', 'Name one.');
  const made = await (file === null ? makeNew(request, families) : varied({ ...request, file }, families));
  if (!made.ok) return made;
  const { family, beside = new Map<string, string>(), warnings } = made;
  const instances = made.files.map(({ name }) => join(out, name));
  const all = [...[...beside.keys()].map((name) => join(out, name)), ...instances];
  const obstacle = outputFault('--out', all, { inputs: file === null ? [] : [file], force, root: out });
  if (obstacle !== null) return { ok: false, faults: [obstacle] };
  writeFileSet(out, new Map([...beside, ...made.files.map(({ name, text }) => [basename(name), text] as const)]));
  const record = commandEnvelope({
    family: family.name,
    seed: request.seed,
    termination: 'finished',
    warnings,
    files: Object.fromEntries(all.map((path) => [basename(path), path])),
    details: { instances },
  });
  return { ok: true, record, instances };
}

type Made = (Generated & { readonly family: Family }) | Refused;

async function varied(
  { file, seed, count, out, isGiven }: GenerateRequest & { readonly file: string },
  families: readonly Family[],
): Promise<Made> {
  const asked = makingsOf(families).map(({ asks }) => asks);
  const foreign = [...asked, ...makingOptions(families)].find(({ name }) => isGiven(name));
  if (foreign !== undefined) return unusedOption(foreign, 'with an instance to vary', 'only without one');
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const { family } = found;
  const { vary } = (await generateOf(family)) ?? {};
  if (vary === undefined) return { ok: false, faults: [untaken(file, family, 'generate', families)] };
  const made = vary({ file, seed, count, out });
  return made.ok ? { ...made, family } : made;
}

async function makeNew({ words, isGiven, seed, count }: GenerateRequest, families: readonly Family[]): Promise<Made> {
  const makings = makingsOf(families);
  const chosen = makings.filter(({ asks }) => words[asks.name] !== undefined).at(-1);
  if (chosen === undefined) return nothingAsked(makings);
  const { family, asks, options } = chosen;
  const option = flagOf(asks);
  const taken = options.map(({ name }) => name);
  const foreign = makingOptions(families).find(({ name }) => isGiven(name) && !taken.includes(name));
  if (foreign !== undefined) {
    const takers = makings.filter((other) => other.options.some(({ name }) => name === foreign.name));
    const allowed = `only with ${takers.map((other) => flagOf(other.asks)).join(' or ')}`;
    return unusedOption(foreign, `with ${option}`, allowed);
  }
  const { make } = (await generateOf(family)) ?? {};
  if (make === undefined) throw new TypeError(`${family.name} declares ${option} and does not make anything of it`);
  const made = make({ words, isGiven, seed, count });
  return made.ok ? { ...made, family } : made;
}

async function generateOf({ load }: Family): Promise<GenerateOfFamily | undefined> {
  const parts = await load();
  return parts.use(({ generate: own }) => own)?.();
}

/** Returns the refusal of a request with neither an instance nor an option that makes a new one. */
function nothingAsked([first, ...others]: readonly MakingOfFamily<Family>[]): Refused {
  if (first === undefined) return refused('<instance>', undefined, 'an instance to vary', 'Name one.');
  const also = others.map(({ asks, making }) => ` ${flagOf(asks)} for ${making.makes},`);
  const remedy = `Give it, or${also.join(' or')} or name an instance to vary.`;
  return refused(flagOf(first.asks), undefined, first.making.allowed, remedy);
}

/** Returns the refusal of an option that would have no effect. */
function unusedOption(option: NamedOption, value: string, allowed: string): Refused {
  return refused(flagOf(option), value, allowed, 'Leave the option out.');
}

function refused(path: string, value: unknown, allowed: string, remedy: string): Refused {
  return { ok: false, faults: [{ file: COMMAND_LINE, path, value, allowed, remedy }] };
}
