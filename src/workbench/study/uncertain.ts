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

/** Request for a random variant of an instance, within a given uncertainty of its fields. */
interface UncertainRequest {
  readonly file: string;
  readonly uncertainty: Uncertainty;
  readonly seed: number;
  readonly schema: JsonSchemaNode | null;
  /** Path of the study file for fault messages. */
  readonly studyFile: string;
  /** Path of the variants within the study file, for fault messages. */
  readonly path: string;
  /** Called with a sentence on drawn values clipped to their allowed range. */
  readonly onNote: (text: string) => void;
}

/** Returns the text of a random variant, with absolute file names, or faults if an uncertain field does not exist. */
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
 * Returns a function that gives the JSON Schema of a family's instances, or null if the family has none. Each schema is
 * computed once, because that takes as long as reading several instances.
 */
export function schemasOfFamilies(): (family: Family) => Promise<JsonSchemaNode | null> {
  const known = new Map<string, Promise<JsonSchemaNode | null>>();
  return (family) => {
    const schema = known.get(family.name) ?? schemaOf(family);
    known.set(family.name, schema);
    return schema;
  };
}

/** Converts the refusal of a variant into a fault of the original instance, with a remedy in the study file. */
export function refusedVariant({ faults }: Refused, seed: number, base: string, path: string): Refused {
  const where = `(Variant of seed ${seed}, ${path}: make the field less uncertain, or leave it out of the uncertainty.)`;
  return { ok: false, faults: faults.map((one) => ({ ...one, file: base, remedy: `${one.remedy} ${where}` })) };
}

/** Maximum number of values that a note names. Our choice: notes should be short. */
const MAX_NAMED = 3;

function listed(values: readonly string[]): string {
  const more = values.length - MAX_NAMED;
  return `${values.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
