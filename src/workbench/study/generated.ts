import { dirname } from 'node:path';
import type { Family } from '../../families/family.js';
import type { Generated } from '../../families/generate.js';
import { allowedBy, isOfKind, type NamedOption } from '../../families/options.js';
import { makingsOf } from '../../families/generate.js';
import { readJson } from '../../instances/json-reader.js';
import { jsonText } from '../../instances/json-text.js';
import { didYouMean } from '../../instances/nearest-name.js';
import { COMMAND_LINE, type Fault, type Refused } from '../../instances/fault.js';
import type { InstanceSource } from '../../studies/plan/study.js';
import { familyOfFile, untaken } from '../find-family.js';
import { absoluteReferences } from './references.js';

interface Around {
  readonly families: readonly Family[];
  readonly studyFile: string;
}

/** Generates an instance of a study and returns its text, with absolute file names, or the faults. */
export async function generatedText(
  source: Extract<InstanceSource, { from: 'generate' | 'variants' }>,
  seed: number,
  base: string | null,
  path: string,
  around: Around,
): Promise<string | Refused> {
  const made =
    source.from === 'variants' ? await varied(base!, seed, around) : await anew(source.words, seed, path, around);
  if (!made.ok) return made;
  const [file] = made.files;
  const wrong = (value: string, allowed: string, remedy: string): Refused => {
    return { ok: false, faults: [{ file: around.studyFile, path, value, allowed, remedy }] };
  };
  if (file === undefined || made.files.length > 1)
    return wrong(`${made.files.length} instances`, 'one instance by seed', 'Leave "count" out: seeds say how many.');
  if ((made.beside?.size ?? 0) > 0) {
    const remedy = 'Make it with plenum generate --out, and name the file.';
    return wrong('an instance that needs files beside it', 'an instance in one file', remedy);
  }
  const json = readJson(file.text);
  if (!json.ok || base === null) return file.text;
  return jsonText(absoluteReferences(json.value, dirname(base)));
}

async function varied(file: string, seed: number, { families }: Around): Promise<Generated | Refused> {
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const parts = await found.family.load();
  const { vary } = (await parts.use(({ generate }) => generate)?.()) ?? {};
  if (vary === undefined) return { ok: false, faults: [untaken(file, found.family, 'generate', families)] };
  return vary({ file, seed, count: 1, out: dirname(file) });
}

/** Converts a fault of an option of `plenum generate` into a fault of the study file that contains the option. */
function inStudy(fault: Fault, options: readonly NamedOption[], path: string, studyFile: string): Fault {
  const option = options.find(({ flags }) => fault.path === flags.split(' ')[0]);
  if (fault.file !== COMMAND_LINE) return fault;
  return { ...fault, file: studyFile, path: `${path}.generate${option === undefined ? '' : `.${option.name}`}` };
}

async function anew(
  words: Readonly<Record<string, unknown>>,
  seed: number,
  path: string,
  { families, studyFile }: Around,
): Promise<Generated | Refused> {
  const makings = makingsOf(families);
  const refused = (at: string, value: unknown, allowed: string, remedy: string): Refused => {
    return { ok: false, faults: [{ file: studyFile, path: `${path}.generate${at}`, value, allowed, remedy }] };
  };
  const chosen = makings.find(({ asks }) => words[asks.name] !== undefined);
  if (chosen === undefined) {
    const asks = makings.map(({ asks: { name }, making }) => `"${name}" for ${making.makes}`);
    return refused('', words, asks.join(' or '), 'Say what is to be made.');
  }
  const { options } = chosen;
  for (const [name, value] of Object.entries(words)) {
    const option = options.find((one) => one.name === name);
    const names = options.map((one) => one.name);
    if (option === undefined)
      return refused(`.${name}`, value, names.join(', '), `${didYouMean(name, names)}Remove it.`);
    if (!isOfKind(option.kind, value)) {
      return refused(`.${name}`, value, allowedBy(option.kind), 'Correct the value.');
    }
  }
  const presets = options.flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset] as const]));
  const parts = await chosen.family.load();
  const { make } = (await parts.use(({ generate }) => generate)?.()) ?? {};
  if (make === undefined) throw new TypeError(`${chosen.family.name} declares a making and makes nothing`);
  const made = make({
    words: { ...Object.fromEntries(presets), ...words },
    isGiven: (name) => name !== 'seed' && Object.hasOwn(words, name),
    seed,
    count: 1,
  });
  if (made.ok) return made;
  return { ...made, faults: made.faults.map((fault) => inStudy(fault, options, path, studyFile)) };
}
