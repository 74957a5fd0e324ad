import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import { LEVEL_OWNERS } from './design-point.js';
import { SET_POINT_RULES } from './format.js';
import { facility } from '../../facility/facility.js';
import * as quantity from '../../fields/quantities.js';
import { celsius, fraction, named, whole } from '../../fields/fields.js';
import { MAX_LEVELS } from './value-curve.js';

/** Maximum number of nodes of each type in a jobs instance. */
const MAX_NODES = 100_000;
/** Maximum number of cores of a node. */
const MAX_CORES_PER_NODE = 1024;
/** Maximum number of node types in a jobs instance. */
const MAX_NODE_TYPES = 100;

const shared = {
  bytesPerS: z.number().min(1).max(1e15).meta({ description: 'Data from core to core of a node.', unit: 'bytes/s' }),
  referenceGHz: quantity
    .frequencyGHz('Frequency at which timeS of tasks holds.', { fallback: 'the highest of all node types' })
    .optional(),
  levelsOf: z
    .enum(LEVEL_OWNERS)
    .meta({
      description: 'Owner of a level: a core, for all its tasks as long as the job lasts, or each task.',
      fallback: '"core"',
    })
    .optional(),
};

export const nodePlatform = z.strictObject({
  source: z.literal('nodes').meta({ description: 'Node types spelled out.' }),
  ...shared,
  nodeTypes: z
    .array(
      z.strictObject({
        name: named('Unique.'),
        nodes: whole(1, MAX_NODES, 'Nodes of the type.'),
        coresPerNode: whole(1, MAX_CORES_PER_NODE, 'Cores of each.'),
        staticPowerW: quantity.corePowerW('Static power of a core that a job uses.'),
        speed: z
          .number()
          .min(1e-3)
          .max(1e3)
          .meta({ description: 'Work per clock cycle relative to the reference.', fallback: '1' })
          .optional(),
        levels: z
          .array(
            z.strictObject({
              frequencyGHz: quantity.frequencyGHz('Clock frequency.'),
              dynamicPowerW: quantity.corePowerW('Power of a core beyond the static one while a task runs.'),
            }),
          )
          .min(1)
          .max(MAX_LEVELS)
          .meta({ description: 'Levels of a core by ascending frequency.' }),
      }),
    )
    .min(1)
    .max(MAX_NODE_TYPES)
    .meta({ description: 'Kinds of nodes.' }),
});

export const facilityPlatform = z.strictObject({
  source: z.literal('facility').meta({ description: 'The node types of a facility; P-states are levels.' }),
  ...shared,
  facility: facility.meta({ description: 'Facility, in the form of the other families.' }),
  powerOf: named('Task type of its node types whose core power is the dynamic power of the levels.'),
  idleShare: fraction(
    'Part of the idle power of a node that its cores bear as static power, evenly, while jobs use them.',
    { fallback: '1' },
  ).optional(),
  pStates: z
    .array(whole(0, MAX_LEVELS - 1, 'A P-state.'))
    .min(1)
    .max(MAX_LEVELS)
    .meta({
      description: 'P-states in use, ascending from 0; those that a node type lacks are left out.',
      fallback: 'all',
    })
    .optional(),
  room: z
    .strictObject({
      redLineC: celsius('Greatest inlet temperature of any node.'),
      setPoints: z
        .enum(SET_POINT_RULES)
        .meta({
          description:
            'Set-points of the CRACs: one for the whole month, or at each moment the highest that keeps the red lines then.',
          fallback: '"constant"',
        })
        .optional(),
      setPointC: celsius(
        'Outlet temperature of all CRACs where it is constant; absent: the highest that keeps every red line with all cores at their greatest power.',
      ).optional(),
    })
    .meta({ description: 'Room whose energy is told beside that of the jobs: idle nodes, UPS, CRACs.' })
    .optional(),
});

/** Platform of node types listed in the instance. */
export type NodePlatform = Declared<typeof nodePlatform>;
export type NodeTypeRow = NodePlatform['nodeTypes'][number];
/** Platform of a facility's nodes. The P-states of a core are its frequency levels, slowest first. */
export type FacilityPlatform = Declared<typeof facilityPlatform>;
/**
 * Rules for cooling the room of a facility. All CRACs have one common set-point, at which every inlet keeps its red
 * line.
 */
export type RoomOptions = NonNullable<FacilityPlatform['room']>;
