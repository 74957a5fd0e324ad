import { dirname, relative } from 'node:path';
import { changedInstance, type FieldNames, resolveField, shortNames } from '../../instances/field-path.js';
import { jsonText } from '../../instances/json-text.js';
import { jsonPath, type Fault, type Refused } from '../../instances/fault.js';
import { isMapAt, type JsonSchemaNode, nodeAt } from '../../instances/schema-text.js';
import { isThere } from '../../runs/files.js';
import { writeOwnInstance } from './instance-files.js';
import { instanceId } from '../../studies/plan/expand.js';
import type { RunChange, StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import type { FoundInstance, FoundInstances, InstanceSurroundings } from './found-instance.js';
import { refusalBy } from './instance-refusal.js';
import { absoluteReferences } from './references.js';
import { changedRuns, sampledChanges } from './sample.js';

/**
 * Returns the instances with the paths of the fields that the study changes, or a fault for a field that no instance
 * has.
 */
export async function withFields(
  study: Study,
  instances: readonly Omit<FoundInstance, 'fields'>[],
  { studyFile, schemaOf, turn }: InstanceSurroundings,
): Promise<FoundInstances> {
  const allFaults: Fault[] = [];
  const all: FoundInstance[] = [];
  /**
   * Paths of the changed fields, by content of an instance. Instances outside the sample share the content of another
   * one.
   */
  const known = new Map<unknown, readonly (string | null)[]>();
  const faults = study.changes.map(() => '');
  /** Sentences on changed fields that overlap with another change, by field. */
  const twice = new Map<string, string>();
  for (const instance of instances) {
    const same = study.changes.length === 0 ? [] : known.get(instance.raw());
    if (same !== undefined) {
      all.push({ ...instance, fields: same });
      continue;
    }
    await turn();
    const short = shortNames(instance.raw());
    const schema = await schemaOf(instance.of);
    const changedBy = new Map<string, string>();
    const fields = study.changes.map(({ field, factors }, c) => {
      const found = resolveField(field, instance.raw(), { short, ...namesIn(schema, factors) });
      if (!('fault' in found)) {
        for (const place of found.places.map(jsonPath)) {
          const other = changedBy.get(place);
          if (other !== undefined) twice.set(field, `${instance.label}: "${other}" changes ${place}, too`);
          changedBy.set(place, field);
        }
        return found.field;
      }
      if (faults[c] === '') faults[c] = `${instance.label}: ${found.fault}`;
      return null;
    });
    known.set(instance.raw(), fields);
    all.push({ ...instance, fields });
  }
  for (const [field, fault] of twice) {
    const allowed = 'fields of which no two reach the same value';
    allFaults.push({
      file: studyFile,
      path: `changes["${field}"]`,
      value: field,
      allowed,
      remedy: `Leave one out: ${fault}.`,
    });
  }
  for (const [c, { field }] of study.changes.entries()) {
    if (all.some(({ fields }) => fields[c] !== null)) continue;
    const allowed =
      'a field that an instance of the study has: a path such as limits.powerCapW or workload.taskTypes[*].deadlineS, or its last name alone where only one path ends in it';
    allFaults.push({
      file: studyFile,
      path: `changes["${field}"]`,
      value: field,
      allowed,
      remedy: `Correct the name: ${faults[c]!}.`,
    });
  }
  return allFaults.length > 0 ? { ok: false, faults: allFaults } : { ok: true, instances: all };
}

/**
 * Returns the fields that a study may change although the instance does not state them: optional fields of the schema,
 * and entries of maps.
 */
function namesIn(schema: JsonSchemaNode | null, factors: boolean): Omit<FieldNames, 'short'> {
  return {
    mayBeMissing: (place) => !factors && schema !== null && nodeAt(schema, place) !== undefined,
    isMap: (place) => schema !== null && isMapAt(schema, place),
    takesWords: !factors,
  };
}

/**
 * Writes the changed instances that the runs need, each of them once and with absolute file names. Each is then
 * validated by its family. The fault of an invalid instance names the place in the study file.
 */
export async function writeChanged(
  runs: readonly StudyRun[],
  instances: readonly FoundInstance[],
  around: InstanceSurroundings,
): Promise<Refused | null> {
  const byLabel = new Map(instances.map((one) => [one.label, one]));
  const faults: Fault[] = [];
  const all = changedRuns(runs);
  const needed = around.isSample ? sampledChanges(all, byLabel) : all;
  if (needed.length < all.length) {
    around.onNote(
      `${needed.length} of ${all.length} changed instances were made and judged: values from the first to the last of each axis. plenum study run judges the others before it runs any.`,
    );
  }
  for (const { identity, cell, file } of needed) {
    await around.turn();
    const { changes } = identity.instance;
    const id = instanceId(identity.instance, around.version);
    if (isThere(file) && around.judged.has(id)) continue;
    const base = byLabel.get(cell['instance'] as string)!;
    writeOwnInstance(file, jsonText(changed(base, changes)));
    const refused = await refusalBy(base.of, file);
    if (refused === null) around.judged.add(id);
    else faults.push(...refused.faults.map((fault) => atPoint(fault, base, file, changes, around)));
    if (faults.length > 100) break;
  }
  return faults.length > 0 ? { ok: false, faults } : null;
}

function changed(base: FoundInstance, changes: readonly RunChange[]): unknown {
  const raw = base.raw();
  const fields = changes.map(({ field, value, factor: factors }) => {
    const found = resolveField(field, raw, {
      short: {},
      mayBeMissing: () => true,
      takesWords: true,
      isMap: () => true,
    });
    if ('fault' in found) throw new RangeError(`${field}: ${found.fault}`);
    return { ...found, factors, value };
  });
  return absoluteReferences(changedInstance(raw, fields), dirname(base.file));
}

function atPoint(
  fault: Fault,
  base: FoundInstance,
  file: string,
  changes: readonly RunChange[],
  { place }: InstanceSurroundings,
): Fault {
  const point = changes.map(({ field, value, factor }) => `${field}=${factor ? 'x' : ''}${String(value)}`).join(', ');
  const own = relative(place, base.file);
  const shown = own.startsWith('..') ? base.file : own;
  return {
    ...fault,
    file: fault.file === file ? shown : fault.file,
    remedy: `${fault.remedy} (At the point ${point}.)`,
  };
}
