import type { Declared } from '../fields/declared.js';
import { z } from 'zod';
import { airflow, coolingPerformance, crac } from './airflow.js';
import * as quantity from '../fields/quantities.js';
import { fraction, named, prose, rackNamed, whole } from '../fields/fields.js';

/**
 * This file declares the fields and value ranges of a facility in an instance. Conditions on several fields together
 * (references, order, completeness) are in consistency.ts.
 */
const interference = z.strictObject({
  perNeighbourS: quantity.slowdownS('u of Eq. 21, per co-located application.'),
  perAverageIntensityS: quantity.slowdownS('x of Eq. 21, per unit of average memory intensity.'),
  baseTimeFactor: quantity.slowdownFactor('v of Eq. 21; needed by the literal model only.').optional(),
  perGHzS: quantity.slowdownPerGHzS('w of Eq. 21; needed by the literal model only.').optional(),
  perOwnIntensityS: quantity.slowdownS('y of Eq. 21; needed by the literal model only.').optional(),
  constantS: quantity.slowdownS('z of Eq. 21; needed by the literal model only.').optional(),
});

const endPointsOrEach = (
  value: z.ZodNumber,
  meaning: string,
): z.ZodUnion<
  readonly [
    z.ZodObject<{ atHighestFrequency: z.ZodNumber; atLowestFrequency: z.ZodNumber }, z.core.$strict>,
    z.ZodArray<z.ZodNumber>,
  ]
> =>
  z
    .union([
      z.strictObject({ atHighestFrequency: value, atLowestFrequency: value }),
      z.array(value).meta({ description: 'One value per P-state, highest frequency first.' }),
    ])
    .meta({ description: meaning });

const taskOnNodeType = z.strictObject({
  taskType: named('Name of a task type of the instance; each at most once per node type.'),
  timeS: endPointsOrEach(
    quantity.timeS('Execution time alone on one core.'),
    'Execution time alone: both end points (filled in between as a + b / f) or one value per P-state.',
  ),
  corePowerW: endPointsOrEach(
    quantity.corePowerW('Average power of the core.'),
    'Average core power: both end points (filled in between as a + b f^3) or one value per P-state.',
  ),
  memoryIntensity: fraction('Last-level-cache misses per instruction.'),
});

/** Maximum number of cores of a node. Our choice: well above today's servers. */
const MAX_CORES_PER_NODE = 1024;
/** Maximum number of P-states of a node type. It is limited because configurations store a P-state in a byte. */
const MAX_P_STATES = 255;

export const nodeType = z.strictObject({
  name: named('Unique; node groups refer to it.'),
  description: prose('For readers.').optional(),
  cores: whole(1, MAX_CORES_PER_NODE, 'Cores per node.'),
  idlePowerW: quantity.nodePowerW('Power drawn whether or not any core works.'),
  airFlowM3PerS: quantity.nodeAirFlowM3PerS('Air flow of one node as specified; nodeAirflowFactor scales it.'),
  psuEfficiency: quantity
    .efficiency(
      'If given, idle and core powers are at the output of the power supply and are divided by it; the loss heats the room.',
      { fallback: '1' },
    )
    .optional(),
  pStateFrequenciesGHz: z
    .array(quantity.frequencyGHz('Clock frequency; 2400 MHz are 2.4.'))
    .min(1)
    .max(MAX_P_STATES)
    .meta({ description: 'Clock frequency of P-state 0, 1, ..., strictly decreasing.' }),
  tasks: z.array(taskOnNodeType).meta({ description: 'Task types this node type can run.' }),
  interference: z
    .record(named('Memory class.'), interference)
    .meta({
      description:
        'Co-location coefficients per memory class; needed for every class it runs unless colocation.model is "none".',
    })
    .optional(),
});

export const nodeGroup = z.strictObject({
  nodeType: named('Name of a node type of the instance.'),
  count: whole(1, 1_000_000, 'Identical nodes in consecutive slots.'),
  rack: rackNamed('Rack they stand in; under room airflow one of the layout.'),
  firstSlot: whole(1, 1_000_000, 'Lowest slot, 1 = bottom.', {
    fallback: 'after the previous group of the rack',
  }).optional(),
});

export const facility = z.strictObject({
  nodeTypes: z.array(nodeType).min(1).meta({ description: 'Kinds of compute nodes.' }),
  nodeGroups: z.array(nodeGroup).min(1).meta({ description: 'Which nodes stand where.' }),
  cracs: z.array(crac).min(1).meta({ description: 'Computer-room air conditioners.' }),
  airflow,
  coolingPerformance,
  colocation: z
    .strictObject({
      model: z
        .enum(['anchored', 'literal', 'none'])
        .meta({
          description: 'anchored: CET = B + max(0, u A + x (D - E)). literal: Eq. 21 as printed. none: CET = B.',
        }),
    })
    .meta({ description: 'How co-located tasks slow each other down.' }),
  upsEfficiency: quantity
    .efficiency('Fraction of the power at the meter that reaches the nodes; the loss is outside the room.', {
      fallback: '1',
    })
    .optional(),
  otherLoadW: quantity
    .sitePowerW('Fixed power at the meter beside nodes, UPS and CRACs.', { fallback: '0' })
    .optional(),
  air: z
    .strictObject({
      densityKgPerM3: quantity.airDensityKgPerM3('Density of air.', { fallback: '1.204' }),
      heatCapacityJPerKgK: quantity.gasHeatCapacityJPerKgK('Heat capacity of air at constant pressure.', {
        fallback: '1006',
      }),
    })
    .meta({ description: 'Air properties; absent means dry air at 20 C and sea level.' })
    .optional(),
});

/** A facility: node types, nodes in racks, CRACs, the air between them, and the power distribution. */
export type Facility = Declared<typeof facility>;
export type NodeType = Declared<typeof nodeType>;
/**
 * Execution times and core powers of one task type on one node type in each P-state, without co-located tasks. A node
 * type cannot run a task type that it does not list.
 */
export type TaskOnNodeType = Declared<typeof taskOnNodeType>;
/** A time or power at the highest and at the lowest frequency. The values of P-states in between are interpolated. */
export interface EndPoints {
  readonly atHighestFrequency: number;
  readonly atLowestFrequency: number;
}
/** Coefficients u, v, w, x, y, z of the co-located execution time (Eq. 21). The anchored form needs only u and x. */
export type InterferenceCoefficients = Declared<typeof interference>;
/** Model for co-located execution times. docs/decisions explains why "anchored" is the default. */
export type ColocationChoice = Facility['colocation'];
/** A group of `count` identical nodes in consecutive slots of one rack. */
export type NodeGroup = Declared<typeof nodeGroup>;
export type {
  Airflow,
  ColdAisle,
  CoolingPerformance,
  Crac,
  CracPlacement,
  MatrixAirflow,
  Rack,
  RoomAirflow,
  RoomLayout,
  Tile,
} from './airflow.js';

/** Limit on the total node power in one rack. */
export interface RackPowerLimit {
  readonly rack: string;
  readonly powerLimitW: number;
}

/** Limit on the total node power of the racks that one PDU feeds. */
export interface PduPowerLimit {
  readonly name: string;
  readonly racks: readonly string[];
  readonly powerLimitW: number;
}
