import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Asking, Family, Opened } from '../../families/family.js';
import { resolveField, shortNames, withValues } from '../../instances/field-path.js';
import { readJson } from '../../instances/json-reader.js';
import { jsonText } from '../../instances/json-text.js';
import { outsideReferences } from '../../instances/outside.js';
import type { PathSegment, Problem, Refused } from '../../instances/problem.js';
import { valueAt } from '../../instances/draft.js';
import { type JsonSchemaNode, nodeAt } from '../../instances/schema-text.js';
import { readBytes, readTextFile } from '../../instances/text-file.js';
import { writeAtomically } from '../../runs/files.js';
import type { StudyInstance } from '../../studies/plan/axes.js';
import { instanceId } from '../../studies/plan/expand.js';
import type { RunChange, RunInstance, StudyRun } from '../../studies/plan/run.js';
import type { InstanceSource, Scalar, Study } from '../../studies/plan/study.js';
import { familyOfFile } from '../find-family.js';
import { bundledInstance } from './bundled-instance.js';
import { generatedText } from './generated.js';
import { absoluteReferences, referencesIn } from './references.js';
import { refusedVariant, schemaOf, uncertainText } from './uncertain.js';

/** Surroundings in which the instances of a study are found and made. */
export interface InstanceSurroundings {
  /** Absolute folder from which relative paths of the study count. */
  readonly place: string;
  /** Folder to which instances that exist in no file of the user are written. */
  readonly folder: string;
  readonly packageDirectory: string;
  readonly families: readonly Family[];
  readonly version: string;
  readonly allowOutside: boolean;
  /** Name of the study file in problems. */
  readonly studyFile: string;
  /** Instances that were judged before, by their ids. */
  readonly judged: Set<string>;
  /** Receiver of sentences on what was made, for people. */
  readonly onNote: (text: string) => void;
}

/** An instance of a study with its contents. */
export interface FoundInstance extends StudyInstance {
  readonly of: Family;
  /** Contents of its file; read once, when a change needs them. */
  readonly raw: () => unknown;
}

export type FoundInstances = { readonly ok: true; readonly instances: readonly FoundInstance[] } | Refused;

/** Greatest size of a file that an instance names, bytes: as large as any that is read. Ours. */
const MAX_NAMED_BYTES = 2e9;
/** Request for a file with no words, nobody told of phases and no limit of time. */
const UNHURRIED: Asking = { words: {}, phase: () => undefined, shouldStop: () => false };

/** The instances of a study, generated and varied ones written to the folder; each is judged by its family once. */
export async function findInstances(study: Study, around: InstanceSurroundings): Promise<FoundInstances> {
  const problems: Problem[] = [];
  const found: Omit<FoundInstance, 'label' | 'fields'>[] = [];
  const digests = new Map<string, string>();
  for (const [n, source] of study.instances.entries()) {
    const path = `instances[${n}]`;
    for (const seed of seedsOf(source)) {
      const answer = await instanceOf(source, seed, path, around, digests);
      if (answer.ok) found.push(answer.instance);
      else problems.push(...answer.problems);
      if (problems.length > 100) return { ok: false, problems };
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  return withFields(study, labelled(found), around);
}

function seedsOf(source: InstanceSource): readonly (number | null)[] {
  return source.from === 'generate' || source.from === 'variants' ? source.seeds : [null];
}

type Answer = { readonly ok: true; readonly instance: Omit<FoundInstance, 'label' | 'fields'> } | Refused;

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
    const file = join(around.folder, 'instances', `${id}.json`);
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
  const file = join(around.folder, 'instances', `${id}.json`);
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
  const schema = await schemaOf(found.family);
  return uncertainText({ file, uncertainty, seed, schema, path, studyFile: around.studyFile, onNote: around.onNote });
}

/** Writing of an instance unless it is there; problems where it cannot be made. */
async function writeOnce(file: string, make: () => Promise<string | Refused>): Promise<Refused | null> {
  if (existsSync(file)) return null;
  const text = await make();
  if (typeof text !== 'string') return text;
  writeAtomically(file, text);
  return null;
}

function fileOf(
  source: Exclude<InstanceSource, { from: 'generate' }>,
  path: string,
  { place, packageDirectory, studyFile }: InstanceSurroundings,
): { readonly ok: true; readonly file: string } | Refused {
  const word = source.from === 'file' ? source.file : source.from === 'bundled' ? source.name : source.of;
  if (source.from === 'file' || (source.from === 'variants' && word.endsWith('.json'))) {
    return { ok: true, file: resolve(place, word) };
  }
  const found = bundledInstance(word, packageDirectory);
  return typeof found === 'string'
    ? { ok: true, file: found }
    : { ok: false, problems: [{ file: studyFile, path, ...found }] };
}

/** Address of an instance file by itself: digests of its bytes and of the files that it names. */
export function instanceOfFile(file: string): Omit<RunInstance, 'name'> {
  const facts = factsOf(file, '', { allowOutside: true, studyFile: file }, new Map());
  if (!facts.ok) return { sha256: null, generated: null, changes: [] };
  const { sha256, named } = facts;
  return { sha256, ...(Object.keys(named).length === 0 ? {} : { named }), generated: null, changes: [] };
}

/** SHA-256 of bytes, hexadecimal. */
export function sha256OfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface FileFacts {
  readonly ok: true;
  readonly sha256: string;
  /** SHA-256 by the name under which the instance refers to a file. */
  readonly named: Readonly<Record<string, string>>;
}

/** Digests of an instance file and of the files that it names; a problem where it lies outside or cannot be read. */
function factsOf(
  file: string,
  path: string,
  { allowOutside, studyFile }: Pick<InstanceSurroundings, 'allowOutside' | 'studyFile'>,
  digests: Map<string, string>,
): FileFacts | Refused {
  const read = readTextFile(file);
  if (!read.ok) {
    const { value, allowed, remedy } = read.problem;
    return { ok: false, problems: [{ file: studyFile, path, value: `${file}: ${String(value)}`, allowed, remedy }] };
  }
  const named: Record<string, string> = {};
  const sha256 = sha256OfBytes(read.bytes);
  if (!read.text.includes('"file"')) return { ok: true, sha256, named };
  const json = readJson(read.text);
  if (!json.ok) return { ok: false, problems: json.problems.map((problem) => ({ file, ...problem })) };
  const outside = allowOutside ? [] : outsideReferences(json.value, dirname(file), file);
  if (outside.length > 0) return { ok: false, problems: outside };
  for (const name of referencesIn(json.value)) {
    const target = resolve(dirname(file), name);
    const known = digests.get(target) ?? digestOfFile(target);
    // One that cannot be read is refused by the instance's family, which says more.
    if (known === null) continue;
    digests.set(target, known);
    named[name] = known;
  }
  return { ok: true, sha256, named };
}

function digestOfFile(file: string): string | null {
  const read = readBytes(file, MAX_NAMED_BYTES);
  return read.ok ? sha256OfBytes(read.bytes) : null;
}

/** An instance whose file is there, judged by its family unless it was before. */
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
  return { ok: true, instance: { aliases, family: of.name, of, made: { ...made, name }, file, raw } };
}

/** Refusal by a family of an instance; null where it has nothing. */
async function refusalBy({ load }: Family, file: string): Promise<Refused | null> {
  const parts = await load();
  const opened: Opened | Refused = parts.use(({ open }) => open(file, UNHURRIED));
  return opened.ok ? null : opened;
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

/** Instances with names that tell them apart: their own where only one has it, else how the study calls them. */
function labelled(found: readonly Omit<FoundInstance, 'label' | 'fields'>[]): Omit<FoundInstance, 'fields'>[] {
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

async function withFields(
  study: Study,
  instances: readonly Omit<FoundInstance, 'fields'>[],
  { studyFile }: InstanceSurroundings,
): Promise<FoundInstances> {
  const problems: Problem[] = [];
  const schemas = new Map<Family, JsonSchemaNode | null>();
  const all: FoundInstance[] = [];
  const faults = study.changes.map(() => '');
  if (study.changes.length > 0)
    for (const { of } of instances) if (!schemas.has(of)) schemas.set(of, await schemaOf(of));
  for (const instance of instances) {
    const short = study.changes.length === 0 ? {} : shortNames(instance.raw());
    const schema = schemas.get(instance.of) ?? null;
    const fields = study.changes.map(({ field, factors }, c) => {
      const mayBeMissing = (place: readonly PathSegment[]): boolean =>
        !factors && schema !== null && nodeAt(schema, place) !== undefined;
      const found = resolveField(field, instance.raw(), {
        short,
        mayBeMissing,
        takesWords: !factors,
        entersMaps: true,
      });
      if (!('fault' in found)) return found.path;
      if (faults[c] === '') faults[c] = `${instance.label}: ${found.fault}`;
      return null;
    });
    all.push({ ...instance, fields });
  }
  for (const [c, { field }] of study.changes.entries()) {
    if (all.some(({ fields }) => fields[c] !== null)) continue;
    const allowed =
      'a field that an instance of the study has: a path such as limits.powerCapW or workload.taskTypes[*].deadlineS, or its last name alone where only one path ends in it';
    problems.push({
      file: studyFile,
      path: `changes["${field}"]`,
      value: field,
      allowed,
      remedy: `Correct the name: ${faults[c]!}.`,
    });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, instances: all };
}

/**
 * Writing of the changed instances that runs need, each once and each judged by its family; problems say at which point of the study.
 * Files that they name are made absolute. Nothing is left of one that is refused.
 */
export async function writeChanged(
  runs: readonly StudyRun[],
  instances: readonly FoundInstance[],
  around: InstanceSurroundings,
): Promise<Refused | null> {
  const byLabel = new Map(instances.map((one) => [one.label, one]));
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const { identity, cell, file } of runs) {
    const { changes } = identity.instance;
    if (changes.length === 0 || file === null || seen.has(file)) continue;
    seen.add(file);
    const id = instanceId(identity.instance, around.version);
    if (around.judged.has(id) && existsSync(file)) continue;
    const base = byLabel.get(cell['instance'] as string)!;
    writeAtomically(file, jsonText(changed(base, changes)));
    const refused = await refusalBy(base.of, file);
    if (refused === null) around.judged.add(id);
    else problems.push(...refused.problems.map((problem) => atPoint(problem, base, file, changes, around)));
    if (problems.length > 100) break;
  }
  return problems.length > 0 ? { ok: false, problems } : null;
}

function changed(base: FoundInstance, changes: readonly RunChange[]): unknown {
  const raw = base.raw();
  const values = changes.flatMap(({ field, value, factor }) => {
    const found = resolveField(field, raw, { short: {}, mayBeMissing: () => true, takesWords: true, entersMaps: true });
    if ('fault' in found) throw new RangeError(`${field}: ${found.fault}`);
    return found.places.map((place): readonly [readonly PathSegment[], Scalar] => {
      const before = valueAt(raw, place);
      return [place, factor ? (value as number) * (before as number) : value];
    });
  });
  return absoluteReferences(withValues(raw, values), dirname(base.file));
}

function atPoint(
  problem: Problem,
  base: FoundInstance,
  file: string,
  changes: readonly RunChange[],
  { place }: InstanceSurroundings,
): Problem {
  const point = changes.map(({ field, value, factor }) => `${field}=${factor ? 'x' : ''}${String(value)}`).join(', ');
  const own = relative(place, base.file);
  const shown = own.startsWith('..') ? base.file : own;
  return {
    ...problem,
    file: problem.file === file ? shown : problem.file,
    remedy: `${problem.remedy} (At the point ${point}.)`,
  };
}
