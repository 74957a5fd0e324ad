import { dirname } from 'node:path';
import type { Family } from '../../families/family.js';
import { readJson } from '../../instances/json-reader.js';
import { jsonText } from '../../instances/json-text.js';
import type { Fault, Refused } from '../../instances/fault.js';
import type { JsonSchemaNode } from '../../instances/schema-text.js';
import { readTextFile } from '../../instances/text-file.js';
import { type Uncertainty, uncertainField, uncertainVariant } from '../../instances/uncertainty.js';
import { schemaOf } from '../bundled.js';
import { absoluteReferences } from './references.js';

/** Request for a variant of an instance within a given uncertainty. */
interface UncertainRequest {
  readonly file: string;
  readonly uncertainty: Uncertainty;
  readonly seed: number;
  readonly schema: JsonSchemaNode | null;
  /** Study file and path in it, for faults. */
  readonly studyFile: string;
  readonly path: string;
  /** Called with a sentence on values that were cut off at the ends of their ranges. */
  readonly onNote: (text: string) => void;
}

/**
 * Returns the text of a variant, with absolute paths of the files that it names. Returns faults if a field does not
 * exist.
 */
export function uncertainText(request: UncertainRequest): string | Refused {
  const { file, uncertainty, seed, schema, studyFile, path, onNote } = request;
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, faults: [{ file, ...read.fault }] };
  const json = readJson(read.text);
  if (!json.ok) return { ok: false, faults: json.faults.map((fault) => ({ file, ...fault })) };
  const faults = Object.keys(uncertainty).flatMap((field): Fault[] => {
    const found = uncertainField(field, json.value);
    if (!('fault' in found)) return [];
    const allowed = 'a field with a number, such as limits.powerCapW or workload.taskTypes[*].deadlineS';
    const remedy = `Correct the name: ${found.fault}.`;
    return [{ file: studyFile, path: `${path}.uncertainty`, value: field, allowed, remedy }];
  });
  if (faults.length > 0) return { ok: false, faults };
  const { instance, clipped } = uncertainVariant(json.value, uncertainty, seed, schema);
  if (clipped.length > 0) onNote(`Variant of seed ${seed}: the format's range cut off ${listed(clipped)}.`);
  return jsonText(absoluteReferences(instance, dirname(file)));
}

/**
 * Returns a function that gives the JSON Schema of a family's instances, or null if it has none. Each is computed once,
 * because that takes as long as reading some instances.
 */
export function schemasOfFamilies(): (family: Family) => Promise<JsonSchemaNode | null> {
  const known = new Map<string, Promise<JsonSchemaNode | null>>();
  return (family) => {
    const schema = known.get(family.name) ?? schemaOf(family);
    known.set(family.name, schema);
    return schema;
  };
}

/**
 * Returns the family's refusal of a variant as a fault of the original instance, with a remedy in terms of the study.
 */
export function refusedVariant({ faults }: Refused, seed: number, base: string, path: string): Refused {
  const where = `(Variant of seed ${seed}, ${path}: make the field less uncertain, or leave it out of the uncertainty.)`;
  return { ok: false, faults: faults.map((one) => ({ ...one, file: base, remedy: `${one.remedy} ${where}` })) };
}

/** Number of values that a note names. Our choice: notes are to be short. */
const MAX_NAMED = 3;

function listed(values: readonly string[]): string {
  const more = values.length - MAX_NAMED;
  return `${values.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
