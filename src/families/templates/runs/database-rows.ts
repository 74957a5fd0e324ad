import type { MatrixProvenance } from '../../../../models/physics/thermal/influence-matrix.js';
import type { PricesOfVents, Template } from '../../../../models/families/templates/template.js';
import type { SqlValue } from 'sql.js';
import { STANDBY_SCHEMA_VERSION } from './database-schema.js';
import { floatsOf } from './float-bytes.js';
import type {
  AnswerState,
  CoresFigures,
  DatabaseBlock,
  DatabaseFacts,
  RoundingEffect,
  RoundingRule,
} from './result.js';

/** Entries of the table `meta`, by key, of a database whose digest is correct. */

export type Meta = ReadonlyMap<string, string>;
type Rows = readonly (readonly SqlValue[])[];

export function factsOf(meta: Meta, schemaVersion: number): DatabaseFacts {
  const text = (key: string): string => meta.get(key) ?? '';
  return {
    schemaVersion,
    ...(schemaVersion === STANDBY_SCHEMA_VERSION ? { nodesMayBeOff: true } : {}),
    plenumVersion: text('plenum_version'),
    instanceName: text('instance_name'),
    instanceSha256: text('instance_sha256'),
    rounding: text('rounding') as RoundingRule,
    roundingEffects: JSON.parse(text('rounding_effects')) as Readonly<Record<RoundingRule, RoundingEffect>>,
    airflow: JSON.parse(text('airflow')) as MatrixProvenance,
  };
}

export function blocksOf(rows: Rows): DatabaseBlock[] {
  return rows.map(([, name, rack, level, nodeType, quadrant, nodes, cores, firstSlot]) => ({
    name: String(name),
    rack: String(rack),
    level: Number(level),
    nodeType: String(nodeType),
    quadrant: Number(quadrant),
    nodeCount: Number(nodes),
    coresPerNode: Number(cores),
    firstSlot: Number(firstSlot),
  }));
}

/** Returns the vent openings, [vent combination][quadrant]. */
export function ventOpeningsOf(rows: Rows): number[][] {
  const openings: number[][] = [];
  for (const [vents, , opening] of rows) (openings[Number(vents)] ??= []).push(Number(opening));
  return openings;
}

/** Returns, by state: the templates, the figures of their whole cores, and the stored states. */
export function templatesOf(
  rows: Rows,
  proofs: ReadonlyMap<number, readonly PricesOfVents[]> | null,
): { readonly templates: Template[]; readonly figures: CoresFigures[]; readonly states: AnswerState[] } {
  const templates: Template[] = [];
  const figures: CoresFigures[] = [];
  const states: AnswerState[] = [];
  for (const row of rows) {
    const [state, arriving, running, limit, status, binding, vents] = row;
    const [setPointC, workPerS, powerW, tasksPerJ, boundTasksPerJ, hottestOutletC] = row.slice(7, 13).map(Number);
    templates.push({
      state: Number(state),
      status: status as Template['status'],
      binding: binding as Template['binding'],
      vents: Number(vents),
      setPointC: setPointC!,
      workPerS: workPerS!,
      powerW: powerW!,
      tasksPerJ: tasksPerJ!,
      boundTasksPerJ: boundTasksPerJ!,
      hottestOutletC: hottestOutletC!,
      utilisation: floatsOf(row[13] as Uint8Array, 8),
      allowableCores: new Int32Array(JSON.parse(row[14] as string) as number[]),
      ...(proofs?.has(Number(state)) === true ? { proof: proofs.get(Number(state)) } : {}),
      ...(row[18] === undefined ? {} : { awakeNodes: new Int32Array(JSON.parse(row[18] as string) as number[]) }),
    });
    const runningCores = JSON.parse(running as string) as number[];
    states.push({ arrivingWorkPerS: Number(arriving), runningCores, powerLimitW: Number(limit) });
    figures.push({ workPerS: Number(row[15]), powerW: Number(row[16]), hottestOutletC: Number(row[17]) });
  }
  return { templates, figures, states };
}
