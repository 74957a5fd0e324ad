import { resolve } from 'node:path';
import { readJson } from '../../instances/json-reader.js';
import type { Fault, Refused } from '../../instances/fault.js';
import { valueAt } from '../../instances/draft.js';
import { outsideFault } from '../../instances/outside.js';
import { readTextFile } from '../../instances/text-file.js';
import { isThere } from '../../runs/files.js';
import { instanceId } from '../../studies/plan/expand.js';
import type { RunInstance } from '../../studies/plan/run.js';
import type { InstanceSource, Study } from '../../studies/plan/study.js';
import { familyOfFile } from '../find-family.js';
import { bundledInstance } from './bundled-instance.js';
import type { FoundInstance, FoundInstances, InstanceSurroundings } from './found-instance.js';
import { generatedText } from './generated.js';
import { withFields } from './instance-changes.js';
import { factsOf, writeOwnInstance } from './instance-files.js';
import { refusalBy } from './instance-refusal.js';
import { nameBySeed, sampledSeeds } from './sample.js';
import { refusedVariant, uncertainText } from './uncertain.js';

/**
 * Returns the instances of a study. New ones and variants are generated and written to the study folder. Each is
 * validated once by its family.
 */
export async function findInstances(study: Study, around: InstanceSurroundings): Promise<FoundInstances> {
  const faults: Fault[] = [];
  const found: Unlabelled[] = [];
  const digests = new Map<string, string>();
  for (const [n, source] of study.instances.entries()) {
    const path = `instances[${n}]`;
    const answer = await instancesOf(source, (seed) => instanceOf(source, seed, path, around, digests), around);
    if (answer.ok) for (const one of answer.instances) found.push(one);
    else faults.push(...answer.faults);
    if (faults.length > 100) break;
  }
  if (faults.length > 0) return { ok: false, faults };
  return withFields(study, labelled(found), around);
}

type Unlabelled = Omit<FoundInstance, 'label' | 'fields'>;
type Answer = { readonly ok: true; readonly instance: Unlabelled } | Refused;

/** Returns the instances of a source, one per seed. Instances outside a sample are not generated. */
async function instancesOf(
  source: InstanceSource,
  make: (seed: number | null) => Promise<Answer>,
  { isSample, fileOf, version, turn }: InstanceSurroundings,
): Promise<{ readonly ok: true; readonly instances: readonly Unlabelled[] } | Refused> {
  const seeds = source.from === 'generate' || source.from === 'variants' ? source.seeds : [null];
  const made = new Map<number | null, Unlabelled>();
  const makeAll = async (wanted: readonly (number | null)[]): Promise<Refused | null> => {
    for (const seed of wanted) {
      await turn();
      const answer = made.has(seed) ? null : await make(seed);
      // What one seed is refused for, the others mostly are, too.
      if (answer?.ok === false) return answer;
      if (answer !== null) made.set(seed, answer.instance);
    }
    return null;
  };
  const refused = await makeAll(isSample ? sampledSeeds(seeds) : seeds);
  if (refused !== null) return refused;
  const [first] = made.values();
  const nameOf = nameBySeed([...made].map(([seed, one]) => [seed, one.made.name]));
  // Names that do not follow from seeds are only known once all are made.
  const rest = nameOf === null ? await makeAll(seeds) : null;
  if (rest !== null) return rest;
  const instances: Unlabelled[] = [];
  for (const seed of seeds) {
    await turn();
    const own = made.get(seed);
    if (own !== undefined) instances.push(own);
    else {
      const { generated } = first!.made;
      const like = { ...first!.made, name: nameOf!(seed!), generated: { ...generated!, seed: seed! } };
      const file = fileOf(instanceId({ ...like, changes: [] }, version));
      instances.push({ ...first!, made: like, file, isMade: false });
    }
  }
  return { ok: true, instances };
}

async function instanceOf(
  source: InstanceSource,
  seed: number | null,
  path: string,
  around: InstanceSurroundings,
  digests: Map<string, string>,
): Promise<Answer> {
  if (source.from === 'generate') {
    const made = { name: '', sha256: null, generated: { words: source.words, seed: seed! } };
    const id = instanceId({ ...made, changes: [] }, around.version);
    const file = around.fileOf(id);
    const wrong = await writeOnce(file, () => generatedText(source, seed!, null, path, around));
    return wrong ?? (await judged(file, { ...made, aliases: [], id }, around));
  }
  const base = fileOf(source, path, around);
  if (!base.ok) return base;
  const facts = factsOf(base.file, path, around, digests);
  if (!facts.ok) return facts;
  const { sha256, named } = facts;
  const references = Object.keys(named).length === 0 ? {} : { named };
  if (source.from !== 'variants') {
    const made = { name: '', sha256, ...references, generated: null };
    const aliases = [source.from === 'file' ? source.file : source.name];
    return judged(base.file, { ...made, aliases, id: instanceId({ ...made, changes: [] }, '') }, around);
  }
  const { uncertainty } = source;
  const made = { name: '', sha256, ...references, generated: { words: uncertainty ?? {}, seed: seed! } };
  const id = instanceId({ ...made, changes: [] }, around.version);
  const file = around.fileOf(id);
  const wrong = await writeOnce(file, () => variantText(source, seed!, base.file, path, around));
  if (wrong !== null) return wrong;
  const answer = await judged(file, { ...made, aliases: [], id }, around);
  return answer.ok || uncertainty === undefined ? answer : refusedVariant(answer, seed!, base.file, path);
}

async function variantText(
  source: Extract<InstanceSource, { from: 'variants' }>,
  seed: number,
  file: string,
  path: string,
  around: InstanceSurroundings,
): Promise<string | Refused> {
  const { uncertainty } = source;
  if (uncertainty === undefined) return generatedText(source, seed, file, path, around);
  const found = familyOfFile(file, around.families);
  if (!found.ok) return found;
  const schema = await around.schemaOf(found.family);
  return uncertainText({ file, uncertainty, seed, schema, path, studyFile: around.studyFile, onNote: around.onNote });
}

/** Generates and writes an instance file unless it exists. Returns the faults if it cannot be generated. */
async function writeOnce(file: string, make: () => Promise<string | Refused>): Promise<Refused | null> {
  if (isThere(file)) return null;
  const text = await make();
  if (typeof text !== 'string') return text;
  writeOwnInstance(file, text);
  return null;
}

function fileOf(
  source: Exclude<InstanceSource, { from: 'generate' }>,
  path: string,
  { place, packageDirectory, studyFile, allowOutside }: InstanceSurroundings,
): { readonly ok: true; readonly file: string } | Refused {
  const word = source.from === 'file' ? source.file : source.from === 'bundled' ? source.name : source.of;
  if (source.from === 'file' || (source.from === 'variants' && word.endsWith('.json'))) {
    const outside = allowOutside ? null : outsideFault(word, place, 'study');
    if (outside !== null) return { ok: false, faults: [{ file: studyFile, path, ...outside }] };
    return { ok: true, file: resolve(place, word) };
  }
  const found = bundledInstance(word, packageDirectory);
  return typeof found === 'string'
    ? { ok: true, file: found }
    : { ok: false, faults: [{ file: studyFile, path, ...found }] };
}

/** Returns the instance in an existing file. The instance is validated unless that was done before. */
async function judged(
  file: string,
  { aliases, id, ...made }: Omit<RunInstance, 'changes'> & { readonly aliases: readonly string[]; readonly id: string },
  around: InstanceSurroundings,
): Promise<Answer> {
  const found = familyOfFile(file, around.families);
  if (!found.ok) return found;
  const of = found.family;
  const raw = onceRaw(file);
  if (!around.judged.has(id)) {
    const refused = await refusalBy(of, file);
    if (refused !== null) return refused;
    around.judged.add(id);
  }
  const name = String(valueAt(raw(), ['name']));
  return { ok: true, instance: { aliases, family: of.name, of, made: { ...made, name }, file, raw, isMade: true } };
}

function onceRaw(file: string): () => unknown {
  let kept: { readonly value: unknown } | null = null;
  return () => {
    if (kept !== null) return kept.value;
    const read = readTextFile(file);
    const json = read.ok ? readJson(read.text) : null;
    kept = { value: json?.ok === true ? json.value : null };
    return kept.value;
  };
}

/**
 * Gives the instances distinct labels: the names in their files if unique, otherwise the study file's words for them.
 */
function labelled(found: readonly Unlabelled[]): Omit<FoundInstance, 'fields'>[] {
  const count = new Map<string, number>();
  for (const { made } of found) count.set(made.name, (count.get(made.name) ?? 0) + 1);
  const taken = new Set<string>();
  return found.map((one) => {
    const { name, generated } = one.made;
    const other = one.aliases[0] ?? `${name} (seed ${generated?.seed ?? 0})`;
    let label = count.get(name) === 1 ? name : other;
    for (let n = 2; taken.has(label); n++) label = `${other} (${n})`;
    taken.add(label);
    return { ...one, label, aliases: [...one.aliases, name].filter((alias) => alias !== label) };
  });
}
