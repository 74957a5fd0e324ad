import type { Declared } from '../fields/declared.js';
import { z } from 'zod';
import * as quantity from '../fields/quantities.js';
import { celsius, fraction, named, prose, rackNamed, whole } from '../fields/fields.js';

const x = quantity.distanceM('Distance of the low-x edge from the origin.');
const y = quantity.distanceM('Distance of the low-y edge from the origin.');
const widthX = quantity.lengthM('Extent along x.');
const depthY = quantity.lengthM('Extent along y.');
const floorArea = { xM: x, yM: y, widthXM: widthX, depthYM: depthY };

const rack = z.strictObject({
  name: rackNamed('Unique; node groups refer to it.'),
  ...floorArea,
  heightZM: quantity.lengthM('Height above the floor.'),
  slots: whole(1, 1000, 'Slots for nodes; slot 1 is the lowest.'),
  inletSide: z
    .enum(['+y', '-y'])
    .meta({ description: 'The side the inlets face (the cold aisle); exhaust leaves opposite.' }),
});

const tile = z.strictObject({
  name: named('Unique.'),
  ...floorArea,
  opening: fraction('0 closed, 0.5 half open, 1 open.'),
});

const aisle = z.strictObject({
  name: named('Unique.'),
  ...floorArea,
  containmentHeightM: quantity.lengthM(
    'Height up to which the aisle is enclosed, roof included, when coldAisles is "isolated".',
  ),
});

const cracPlacement = z.strictObject({
  crac: named('Name of a CRAC of the room; each has exactly one placement.'),
  ...floorArea,
  heightZM: quantity.lengthM('Height above the floor; return air is drawn through the top.'),
});

const layout = z
  .strictObject({
    lengthXM: quantity.lengthM('Length of the room along the rack rows.'),
    widthYM: quantity.lengthM('Width of the room across the rows.'),
    heightZM: quantity.lengthM('Height of the room above the raised floor.'),
    cellM: z
      .strictObject({
        x: quantity.lengthM('Cell edge along x.'),
        y: quantity.lengthM('Cell edge along y.'),
        z: quantity.lengthM('Cell edge along z.'),
      })
      .meta({
        description: 'Grid cells; edges of the room and of all boxes are snapped to them. At most 1,500,000 in all.',
      }),
    levelsPerRack: whole(1, 100, 'Thermal levels per rack: nodes of one type in one rack and level share their air.'),
    racks: z.array(rack).min(1).meta({ description: 'Racks of the room; nodes outside them cannot be placed.' }),
    tiles: z.array(tile).meta({ description: 'Perforated floor tiles.' }),
    aisles: z.array(aisle).meta({ description: 'Cold aisles: the floor that containment would enclose.' }),
    cracPlacements: z.array(cracPlacement).min(1).meta({ description: 'Where the CRAC units stand.' }),
  })
  .meta({ description: 'Axis-aligned room; x along the rows, y across, z up; all boxes stand on the floor.' });

export const nodeAirflowFactor = z
  .number()
  .min(0.01)
  .max(2)
  .meta({
    description:
      'Node air flow as a fraction of the specified one (fans at part speed); 1 is the nominal regime. Nodes that draw more than the CRACs supply breathe exhaust air.',
  });

/** Least share of a CRAC's air that reaches the room. Our choice: less is a CRAC that cools itself. */
const MIN_SUPPLY_SHARE = 0.01;

export const roomAirflow = z
  .strictObject({
    source: z.literal('room').meta({ description: 'Compute the influence matrix from the layout by potential flow.' }),
    layout,
    nodeAirflowFactor,
    floorLeakageFraction: z
      .number()
      .min(0)
      .max(0.95)
      .meta({
        description:
          'Fraction of the CRAC air that enters through floor leakage and not through tiles, with all tiles open.',
      }),
    supplyShare: z
      .number()
      .min(MIN_SUPPLY_SHARE)
      .max(1)
      .meta({
        description:
          'Share of the air of every CRAC that reaches the room; the rest goes straight back to the CRAC (cable cuts, gaps beside the unit).',
        fallback: '1',
      })
      .optional(),
    coldAisles: z.enum(['open', 'isolated']).meta({ description: 'Containment of the cold aisles.' }),
    mixingM2PerS: quantity
      .airMixingM2PerS(
        'Diffusivity with which air mixes between neighbouring cells; by default only the cells mix it, so that hot spots depend on the grid. 0.075 on cells of at most 0.15 m is a convention.',
        { fallback: '0' },
      )
      .optional(),
    hotMixing: fraction(
      "Fraction m of the exhaust air in anybody's air that is the mean of all exhausts: hot aisles share a ceiling.",
      { fallback: '0' },
    ).optional(),
    mixingFraction: fraction("Fraction b of perfectly mixed air: W' = (1 - b) W + b W_mix.", {
      fallback: '0',
    }).optional(),
    exhaustExchange: fraction(
      'Makes the perfectly mixed air one without bypass: no CRAC air returns before a node has drawn it, as far as nodes draw so much. Of the exhaust air that nodes draw in this mixture, this fraction is the mean of the whole room, the rest that of the nodes nearest to the same floor tile.',
      { fallback: 'CRAC air and exhausts mix alike' },
    ).optional(),
  })
  .meta({ description: 'Air flow computed from the room.' });

const matrixAirflow = z
  .strictObject({
    source: z.literal('matrix').meta({ description: 'Read the matrix from a file.' }),
    file: named(
      'File of plain numbers separated by commas, tabs or blanks, or MatrixMarket (.mtx), relative to the instance file.',
    ),
    kind: z
      .enum(['influence', 'heatRecirculation'])
      .meta({
        description:
          'influence: (CRACs + zones) squared, row = sink, column = source, CRACs first, entries are fractions of the sink air, rows sum to 1. heatRecirculation: zones squared in K/W, T_in = T_supply + D P, used as it stands whatever the air flows (one CRAC only).',
      }),
    rowsPer: z
      .enum(['nodeGroup', 'node'])
      .meta({ description: 'One row per node group, or one per node (nodes in the order of the groups).' }),
    nodeAirflowFactor,
    provenance: prose('What was measured or simulated, and how; printed with every result.').min(1),
  })
  .meta({ description: 'Air flow measured or simulated elsewhere.' });

export const airflow = z
  .discriminatedUnion('source', [roomAirflow, matrixAirflow])
  .meta({ description: 'Who breathes whose air.' });

export const crac = z.strictObject({
  name: named('Unique; placements and plans refer to it.'),
  airFlowM3PerS: quantity.cracAirFlowM3PerS('Air flow of the unit.'),
  setPointMinC: celsius('Lowest outlet temperature.'),
  setPointMaxC: celsius('Highest outlet temperature; at least setPointMinC.'),
  coolingCapacityW: quantity.sitePowerW('Greatest heat the unit can remove.', { fallback: 'no limit' }).optional(),
});

export const coolingPerformance = z
  .strictObject({
    quadraticPerC2: quantity.copPerC2('Coefficient of T squared.'),
    linearPerC: quantity.copPerC('Coefficient of T.'),
    constant: quantity.cop('Constant.'),
  })
  .meta({
    description:
      'CoP(T) = quadraticPerC2 T^2 + linearPerC T + constant, T in C at the CRAC outlet; positive and not decreasing over the set-points.',
  });

export type Airflow = Declared<typeof airflow>;
/** Airflow given by the layout of a room, from which Plenum computes the influence matrix by potential flow. */
export type RoomAirflow = Declared<typeof roomAirflow>;
/** Airflow given by an influence matrix in a file, whose path is relative to the instance file. */
export type MatrixAirflow = Declared<typeof matrixAirflow>;
/**
 * Layout of a rectangular room. The x axis runs along the rack rows, y across them, z up. Boxes stand on the floor
 * unless a height is given.
 */
export type RoomLayout = Declared<typeof layout>;
export type Rack = Declared<typeof rack>;
export type Tile = Declared<typeof tile>;
/** Floor area of a cold aisle. An isolated aisle is enclosed up to `containmentHeightM` by walls and a roof. */
export type ColdAisle = Declared<typeof aisle>;
/** Placement of a CRAC, which draws return air through its top and supplies air under the floor. */
export type CracPlacement = Declared<typeof cracPlacement>;
export type Crac = Declared<typeof crac>;
/**
 * Coefficients of the coefficient of performance of a CRAC with outlet temperature T in C (thesis Section 3.5.3):
 *
 * CoP(T) = quadratic T^2 + linear T + constant
 */
export type CoolingPerformance = Declared<typeof coolingPerformance>;
