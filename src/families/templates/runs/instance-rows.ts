import { deriveZones } from '../../../../models/physics/airflow/zones.js';
import { templatesTables, type TemplatesTables } from '../../../../models/families/templates/compile.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { importedFacility, layoutFacility } from '../../../../models/families/templates/room.js';
import { stateCount } from '../../../../models/families/templates/states.js';
import type { SqlValue } from 'sql.js';
import { DATABASE_FORMAT } from './database-schema.js';

/**
 * Row of a table that can be derived from the instance. It is written to new databases, and compared with the row
 * stored in existing ones.
 */

type Row = readonly SqlValue[];
export type InstanceRows = Readonly<Record<'quadrants' | 'vents' | 'blocks' | 'nodes', readonly Row[]>>;

/** Returns the database tables that can be derived from the instance: blocks, quadrants and vents. */
export function tablesOf(instance: TemplatesInstance): TemplatesTables {
  return templatesTables(instance, zonesOf(instance));
}

export function tableRows(
  instance: TemplatesInstance,
  { blocks, quadrants, ventOpenings }: Pick<TemplatesTables, 'blocks' | 'quadrants' | 'ventOpenings'>,
): InstanceRows {
  const slots = new Map(zonesOf(instance).map(({ name, firstSlot }) => [name, firstSlot]));
  const nodes = blocks.flatMap(({ name, nodeCount }, block) =>
    Array.from({ length: nodeCount }, (_, position) => ({ block, position, slot: slots.get(name)! + position })),
  );
  return {
    quadrants: quadrants.map(({ name, cores, workPerS }, q) => [q, name, cores, workPerS]),
    vents: ventOpenings.flatMap((openings, v) => openings.map((opening, q) => [v, q, opening])),
    blocks: blocks.map((block, b) => [
      b,
      block.name,
      block.rack,
      block.level,
      instance.facility.nodeTypes[block.type]!.name,
      block.quadrant,
      block.nodeCount,
      block.coresPerNode,
      slots.get(block.name)!,
      block.idleW,
      block.busyW,
      block.workPerS,
    ]),
    nodes: nodes.map(({ block, position, slot }, node) => [node, block, position, slot]),
  };
}

/** Returns the values of the table `meta` that follow from the instance, by key. */
export function metaOfInstance(instance: TemplatesInstance): Readonly<Record<string, string>> {
  const { setPointMinC, setPointMaxC } = setPointsC(instance);
  return {
    format: DATABASE_FORMAT,
    instance_name: instance.name,
    outlet_limit_c: String(instance.outletLimitC),
    set_point_max_c: String(setPointMaxC),
    set_point_min_c: String(setPointMinC),
    states: String(stateCount(instance.grid)),
  };
}

/** Returns the range of set-points that all CRACs share, C. */
export function setPointsC({ facility: { cracs } }: TemplatesInstance): {
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
} {
  return {
    setPointMinC: Math.max(...cracs.map(({ setPointMinC }) => setPointMinC)),
    setPointMaxC: Math.min(...cracs.map(({ setPointMaxC }) => setPointMaxC)),
  };
}

function zonesOf(instance: TemplatesInstance) {
  return deriveZones(layoutFacility(instance) ?? importedFacility(instance)!);
}
