import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import { TEMPLATES_FORMAT, TEMPLATES_FORMAT_VERSION } from './format.js';
import { nodeAirflowFactor, roomAirflow } from '../../facility/airflow.js';
import * as quantity from '../../fields/quantities.js';
import { celsius, fraction, named, prose, rackNamed, whole } from '../../fields/fields.js';
import { facility as rewardRateFacility, nodeGroup, nodeType } from '../../facility/facility.js';
import { standbyOfGroup, standbyPowers } from '../../facility/standby.js';

/**
 * Maximum number of quadrants. The thesis has four (section 5.4.2). The number of templates grows exponentially with
 * it.
 */
export const MAX_QUADRANTS = 6;
/** Maximum number of task types. */
const MAX_TASK_TYPES = 255;

const ventMatrices = z
  .strictObject({
    source: z
      .literal('vent-matrices')
      .meta({ description: 'Read influence matrices, one per vent combination, from a file.' }),
    file: named(
      'CSV file relative to the instance file: vent_id, sink_id, source_id, w and optionally tau_s, sigma_s (docs/templates/instances.md).',
    ),
    nodeAirflowFactor,
    provenance: prose('What was measured or simulated, and how; printed with every result.').min(1),
  })
  .meta({ description: 'Air flow measured or simulated elsewhere.' });

const facility = rewardRateFacility
  .omit({ colocation: true, upsEfficiency: true, otherLoadW: true })
  .extend({
    nodeTypes: z
      .array(
        nodeType.extend({
          ...standbyPowers,
          sleepAirFlowM3PerS: quantity
            .standbyAirFlowM3PerS('Air flow of a node that sleeps: airFlowM3PerS.', { fallback: 'airFlowM3PerS' })
            .optional(),
          offAirFlowM3PerS: quantity
            .standbyAirFlowM3PerS('Air flow of a node that is switched off: airFlowM3PerS.', {
              fallback: 'airFlowM3PerS',
            })
            .optional(),
        }),
      )
      .min(1)
      .meta({ description: 'Kinds of compute nodes.' }),
    nodeGroups: z.array(nodeGroup.extend(standbyOfGroup)).min(1).meta({ description: 'Which nodes stand where.' }),
    airflow: z
      .discriminatedUnion('source', [roomAirflow, ventMatrices])
      .meta({
        description: 'Who breathes whose air; openings of tiles in a layout are replaced by those of a template.',
      }),
  })
  .meta({ description: 'The room. All its CRACs share one set-point; tasks of one node do not slow each other down.' });

const taskType = z.strictObject({
  name: named('Unique; node types refer to it.'),
  rewardPerTask: quantity
    .amount('R_i: reward for one task completed by its deadline.', {
      fallback: 'proportional to its mean time (Eq. 57), 1 on average',
    })
    .optional(),
  deadlineS: quantity.timeS('D_i, relative to arrival.', { fallback: 'its mean time (Eq. 57)' }).optional(),
});

const quadrant = z.strictObject({
  name: named('Unique.'),
  tiles: z
    .array(named('Name of a tile of the layout.'))
    .meta({ description: 'Tiles that open and close together; empty with vent-matrices, which have no layout.' }),
  members: z
    .array(
      z.strictObject({
        rack: rackNamed('Rack of some node group.'),
        nodeType: named('Only the nodes of this type in the rack.')
          .meta({ fallback: 'all nodes of the rack' })
          .optional(),
      }),
    )
    .min(1)
    .meta({ description: 'The nodes whose running cores are counted together.' }),
});

const grid = z
  .strictObject({
    arrivingWorkPerS: z
      .array(quantity.ratePerS('Weighted arrival rate, Eq. 60.'))
      .min(1)
      .meta({ description: 'Arriving work, ascending.' }),
    runningCores: z
      .array(
        z
          .array(whole(0, 1_000_000_000, 'Cores that run tasks already; at most those of the quadrant.'))
          .min(1)
          .meta({ description: 'Of one quadrant, ascending.' }),
      )
      .min(1)
      .meta({ description: 'NC_q^executing: one list per quadrant, in their order.' }),
    powerLimitW: z
      .array(quantity.capPowerW('P^const: greatest power of nodes and CRACs.'))
      .min(1)
      .meta({ description: 'Power limits, ascending.' }),
  })
  .meta({ description: 'States for which a template is wanted: every combination of one value from each list.' });

const transient = z
  .strictObject({
    nodeThermalMassJPerK: quantity
      .thermalMassJPerK('Heat stored in a node per kelvin of its outlet.', { fallback: '10000' })
      .optional(),
    plenumTimeConstantS: quantity
      .spanS('Time constant of the air under the raised floor.', { fallback: '20' })
      .optional(),
  })
  .meta({ description: 'How fast the room follows; steady states do not depend on it. {} for the defaults.' });

export const templatesSchema = z
  .strictObject({
    format: z.literal(TEMPLATES_FORMAT).meta({ description: 'Says what the file is.' }),
    formatVersion: z.literal(TEMPLATES_FORMAT_VERSION).meta({ description: 'Version of this format.' }),
    name: named('Name of the instance; template databases refer to it.'),
    description: prose('For readers.').optional(),
    facility,
    taskTypes: z
      .array(taskType)
      .min(1)
      .max(MAX_TASK_TYPES)
      .meta({ description: 'Kinds of tasks; every node type in the room runs all of them (Eqs. 57, 61, 64).' }),
    quadrants: z
      .array(quadrant)
      .min(1)
      .max(MAX_QUADRANTS)
      .meta({
        description: 'Parts of the room with vents of their own; each tile and each node belongs to exactly one.',
      }),
    ventOpenings: z
      .array(fraction('0 closed, 1 open.'))
      .min(1)
      .meta({ description: 'Openings the vents of a quadrant may have, ascending; all combinations are tried.' }),
    outletLimitC: celsius('T^threshold of Eq. 67 (4): greatest outlet temperature of any node.'),
    middlePState: z
      .enum(['slower', 'faster'])
      .meta({ description: 'P^mid: of an even number of P-states, which of the two in the middle.' }),
    grid,
    transient,
    knownOptimum: z
      .strictObject({
        states: z
          .array(
            z.strictObject({
              state: whole(0, 1_000_000_000, 'Index in the grid.'),
              tasksPerJ: quantity.tasksPerJ('Greatest work per energy over all vents; null: infeasible.').nullable(),
            }),
          )
          .min(1)
          .meta({ description: 'Some states.' }),
        derivation: prose('How it follows.'),
      })
      .meta({ description: 'For hand-solvable instances.' })
      .optional(),
  })
  .meta({ title: 'Plenum templates instance' });

/**
 * A templates instance as stored in a file (thesis chapter 5): one room with floor vents, Q quadrants, I task types,
 * average execution times and powers of cores, and a grid of states, each of which needs a template.
 */
export type TemplatesInstance = Declared<typeof templatesSchema>;
/**
 * A room as in reward-rate instances, except that it has movable vents, one set-point for all CRACs, and no
 * co-location.
 */
export type TemplatesFacility = Declared<typeof facility>;
/**
 * A node type, including its power asleep and off, each at most idlePowerW. If psuEfficiency is given, powers are those
 * at the output of the node's power supply.
 */
export type TemplatesNodeType = TemplatesFacility['nodeTypes'][number];
/** Nodes of a room whose vents open together and whose busy cores are counted together. */
export type Quadrant = Declared<typeof quadrant>;
/**
 * Lists of arriving work, of running cores and of power limits, each strictly ascending. Every combination of their
 * values is a state of the grid.
 */
export type StateGrid = Declared<typeof grid>;
