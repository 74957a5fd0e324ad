import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import { facility as anyFacility, nodeGroup, nodeType } from '../../facility/facility.js';
import { crac } from '../../facility/airflow.js';
import { failureOfCrac } from '../../facility/failed-units.js';
import { standbyOfGroup, standbyPowers } from '../../facility/standby.js';
import { REWARD_RATE_FORMAT, REWARD_RATE_FORMAT_VERSION } from './format.js';
import * as quantity from '../../fields/quantities.js';
import { celsius, currency, named, prose, rackNamed, whole } from '../../fields/fields.js';
import {
  MAX_PLENUM_TIME_S,
  MAX_REACTION_S,
  MAX_THERMAL_MASS_J_PER_K,
  MIN_PLENUM_TIME_S,
  MIN_THERMAL_MASS_J_PER_K,
} from './inertia-ranges.js';

const facility = anyFacility.extend({
  nodeTypes: z
    .array(
      nodeType.extend({
        ...standbyPowers,
        sleepAirFlowM3PerS: quantity
          .standbyAirFlowM3PerS(
            'Air flow of a node that sleeps, at most airFlowM3PerS; 0 with sleepPowerW 0 only. Another than airFlowM3PerS with room airflow only.',
            { fallback: 'airFlowM3PerS' },
          )
          .optional(),
        offAirFlowM3PerS: quantity
          .standbyAirFlowM3PerS('Air flow of a node that is switched off, likewise with offPowerW.', {
            fallback: 'airFlowM3PerS',
          })
          .optional(),
        wakeTimeS: quantity
          .spanS('From standby to work; a node does no work meanwhile. Between the epochs of a day only.', {
            fallback: '0',
          })
          .optional(),
        wakeEnergyJ: quantity
          .wakeEnergyJ(
            'Drawn while a node wakes, beyond the energy of its plan; with wakeTimeS only, given like sleepPowerW.',
            { fallback: '0' },
          )
          .optional(),
      }),
    )
    .min(1)
    .meta({ description: 'Kinds of compute nodes.' }),
  nodeGroups: z
    .array(nodeGroup.extend({ ...standbyOfGroup }))
    .min(1)
    .meta({ description: 'Which nodes stand where.' }),
  cracs: z
    .array(
      crac.extend({
        ...failureOfCrac,
        setPointStepC: quantity
          .setPointStepC(
            'Step of the set-points that the controller accepts: whole multiples of it, counted from 0 C.',
            { fallback: 'any set-point of the range' },
          )
          .optional(),
      }),
    )
    .min(1)
    .meta({ description: 'Computer-room air conditioners.' }),
});
const workload = z.strictObject({
  taskTypes: z
    .array(
      z.strictObject({
        name: named('Unique; node types refer to it.'),
        memoryClass: named('Selects the interference coefficients.'),
        rewardPerTask: quantity.amount('Reward for one task completed by its deadline.'),
        arrivalRatePerS: quantity.ratePerS('Arrivals; completing more earns nothing.'),
        deadlineS: quantity.timeS('Relative to arrival. P-states whose time alone reaches it are not used.'),
      }),
    )
    .min(1)
    .meta({ description: 'Kinds of tasks.' }),
});
const limits = z.strictObject({
  powerCapW: quantity.capPowerW('Greatest total power at the meter: nodes / UPS + CRACs + other load.'),
  redLineC: celsius('Greatest inlet temperature of any node.'),
  rackPowerLimits: z
    .array(
      z.strictObject({
        rack: rackNamed('Name of a rack; each at most once.'),
        powerLimitW: quantity.sitePowerW('Greatest node power in the rack.'),
      }),
    )
    .meta({ description: 'Limits per rack.' })
    .optional(),
  pdus: z
    .array(
      z.strictObject({
        name: named('Unique.'),
        racks: z.array(rackNamed('Name of a rack the PDU feeds.')).min(1),
        powerLimitW: quantity.sitePowerW('Greatest node power over its racks.'),
      }),
    )
    .meta({ description: 'Limits per power distribution unit.' })
    .optional(),
  reserve: z
    .strictObject({
      powerW: quantity.sitePowerW('Left free below the power cap; less than powerCapW.', { fallback: '0' }).optional(),
      inletK: quantity
        .reserveK('Left free below the red line; plans keep every inlet this much colder.', { fallback: '0' })
        .optional(),
      coolingShare: quantity
        .reserveShare('Share of the capacity of each CRAC with coolingCapacityW that is left free.', { fallback: '0' })
        .optional(),
    })
    .meta({ description: 'What plans leave free below the limits.' })
    .optional(),
  distinctSettings: z
    .strictObject({
      rack: whole(1, 1_000_000, 'Greatest number in each rack.', { fallback: 'no limit' }).optional(),
      row: whole(1, 1_000_000, 'Greatest number in each of the rows.', { fallback: 'no limit' }).optional(),
      room: whole(1, 1_000_000, 'Greatest number in the whole room.', { fallback: 'no limit' }).optional(),
      rows: z
        .array(
          z.strictObject({
            name: named('Unique.'),
            racks: z
              .array(rackNamed('Name of a rack of the row; each rack in one row at most.'))
              .min(1)
              .meta({ description: 'Racks of the row; each rack in one row at most.' }),
          }),
        )
        .min(1)
        .meta({ description: 'Rows of racks, with row. Racks in none of them have no limit by row.' })
        .optional(),
    })
    .meta({ description: 'How many different settings nodes may have: what the cores of a node of one type run.' })
    .optional(),
  survive: z
    .enum(['any-crac', 'any-crac-reset', 'any-group', 'any-group-reset'])
    .meta({
      description:
        'any-crac if plans keep all limits at their own set-points when any one CRAC at work fails, on the way there too; any-group if also when any of failureGroups does; with -reset at set-points that they have for each failure.',
      fallback: 'none',
    })
    .optional(),
  failureResponse: z
    .strictObject({
      reactionS: z
        .number()
        .min(0)
        .max(MAX_REACTION_S)
        .meta({
          description: 'From a failure until the CRACs left blow at their set-points for it.',
          unit: 's',
          fallback: '30',
        })
        .optional(),
      nodeThermalMassJPerK: z
        .number()
        .min(MIN_THERMAL_MASS_J_PER_K)
        .max(MAX_THERMAL_MASS_J_PER_K)
        .meta({ description: 'Heat that a node stores per kelvin.', unit: 'J/K', fallback: '10000' })
        .optional(),
      plenumTimeConstantS: z
        .number()
        .min(MIN_PLENUM_TIME_S)
        .max(MAX_PLENUM_TIME_S)
        .meta({ description: 'Time constant of the air under the floor.', unit: 's', fallback: '20' })
        .optional(),
    })
    .meta({ description: 'Controller that takes other set-points after a failure; for a survive with -reset.' })
    .optional(),
});
const uncertainty = z.strictObject({
  robust: z
    .boolean()
    .meta({
      description:
        'true if plans keep all limits in every room of the set; every figure is then that of the worst one.',
      fallback: 'false',
    })
    .optional(),
  inletRise: z
    .strictObject({
      least: quantity.uncertainFactor('Least factor, at most 1.'),
      most: quantity.uncertainFactor('Greatest factor, at least 1.'),
      deviating: z
        .number()
        .min(0)
        .max(1e6)
        .meta({
          description:
            'Budget Gamma: deviations of a row, each a share of the greatest to its side, add up to this at most.',
          fallback: 'all may deviate fully',
        })
        .optional(),
      supplyShare: quantity
        .uncertainShare('Greatest deviation of the shares of air that zones draw directly from the CRAC.', {
          fallback: '0',
        })
        .optional(),
    })
    .meta({
      description:
        'Factor on each entry of M, K/W: how a zone warms an inlet. With several CRACs at work only beside robust: plans then have one set-point common to all.',
    })
    .optional(),
  influence: z
    .strictObject({
      least: quantity.uncertainFactor('Least factor, at most 1.'),
      most: quantity.uncertainFactor('Greatest factor, at least 1.'),
    })
    .meta({ description: 'Factor on each weight of the influence matrix; row sums and air flows stay.' })
    .optional(),
  nodePower: z
    .strictObject({
      least: quantity.uncertainFactor('Least factor.'),
      most: quantity.uncertainFactor('Greatest factor.'),
    })
    .meta({ description: 'Factor on all powers of a node type: idle, on standby, of its cores.' })
    .optional(),
  taskTime: z
    .strictObject({
      least: quantity.uncertainFactor('Least factor.'),
      most: quantity.uncertainFactor('Greatest factor.'),
    })
    .meta({ description: 'Factor on all execution times of a task type on a node type.' })
    .optional(),
  scale: quantity
    .uncertainFactor('Scale of the set: a factor f stands for 1 + scale (f - 1).', { fallback: '1' })
    .optional(),
});
export const rewardRateSchema = z
  .strictObject({
    format: z.literal(REWARD_RATE_FORMAT).meta({ description: 'Says what the file is.' }),
    formatVersion: z.literal(REWARD_RATE_FORMAT_VERSION).meta({ description: 'Version of this format.' }),
    name: named('Name of the instance; plans refer to it.'),
    description: prose('For readers.').optional(),
    currency: currency(),
    facility,
    workload,
    limits,
    failureGroups: z
      .array(
        z.strictObject({
          name: named('Name of the group; each once, and none that a CRAC has.'),
          cracs: z.array(named('Name of a CRAC.')).min(1).meta({ description: 'CRACs that fail with it.' }),
          racks: z
            .array(rackNamed('Name of a rack.'))
            .min(1)
            .meta({ description: 'Racks whose nodes go with them.', fallback: 'none' })
            .optional(),
        }),
      )
      .min(1)
      .meta({ description: 'Named groups of parts that fail together, e.g. what one power feed supplies.' })
      .optional(),
    uncertainty: uncertainty
      .meta({ description: 'Ranges of what is not known exactly; absent quantities are as stated.' })
      .optional(),
    knownOptimum: z
      .strictObject({
        rewardPerS: quantity.ratePerS('Best reward rate of plans with one configuration per node.'),
        derivation: prose('How it follows.'),
      })
      .meta({ description: 'For hand-solvable instances.' })
      .optional(),
  })
  .meta({ title: 'Plenum reward-rate instance' });

/** A reward-rate instance as stored in a file: a facility, a workload and limits. */
export type RewardRateInstance = Declared<typeof rewardRateSchema>;
/** The facility of a reward-rate instance. Nodes of some of its groups may be on standby. */
export type RewardRateFacility = Declared<typeof facility>;
/** A CRAC, with the range of its set-points and the step of which they must be multiples. */
export type RewardRateCrac = RewardRateFacility['cracs'][number];
/**
 * A node type, including its power asleep and off, each at most idlePowerW. If psuEfficiency is given, powers are those
 * at the output of the node's power supply.
 */
export type RewardRateNodeType = RewardRateFacility['nodeTypes'][number];
export type RewardRateNodeGroup = RewardRateFacility['nodeGroups'][number];
export type TaskType = Declared<typeof workload>['taskTypes'][number];
export type Limits = Declared<typeof limits>;
/**
 * Limits on the number of different configurations in a plan. An absent field sets no limit
 * (docs/reward-rate/distinct-settings.md).
 */
export type DistinctSettings = NonNullable<Limits['distinctSettings']>;
/**
 * Failures that plans must survive. "any-crac" is the failure of any one working CRAC; "any-group" adds the failure of
 * any failure group. With the suffix "-reset", a controller changes the set-points after each failure. Without the
 * suffix, the plan's set-points stay.
 */
export type Survive = NonNullable<Limits['survive']>;
/**
 * Data that determine temperatures after a failure: the delay until a controller changes the set-points, and thermal
 * inertia (docs/reward-rate/survive.md).
 */
export type FailureResponse = NonNullable<Limits['failureResponse']>;
/** Safety margins that plans keep to the limits. An absent field means no margin. */
export type Reserve = NonNullable<Limits['reserve']>;
/**
 * Ranges of uncertain quantities (docs/reward-rate/uncertain-rooms.md). A quantity without a range is known exactly. At
 * most one of `inletRise` and `influence` is given.
 */
export type Uncertainty = Declared<typeof uncertainty>;
export type InletRiseRange = NonNullable<Uncertainty['inletRise']>;
/** Range of the factor by which a quantity may differ from its value in the instance. */
export type FactorRange = NonNullable<Uncertainty['nodePower']>;
