import { capOf } from '../../facility/meter.js';
import { exceeded, type LimitAt, TOLERATED_W } from '../../facility/limits.js';
import type { Violation } from '../violation.js';
import { usePays } from './cell-cost.js';
import { limitedHeatW } from './cooling.js';
import type { GeoCell } from './outcome.js';
import type { GeoCentre, GeoModel } from './model.js';

/** Relative tolerance for rates, emissions, and solar and wind energy. It is the checker's tolerance. */
export const RELATIVE_TOLERANCE = 1e-9;

/** Returns the limits of a data centre that follow from its operation in one epoch alone, in the order of reports. */
export function centreLimits({ nodeTypes }: GeoModel, centre: GeoCentre): LimitAt<GeoCell>[] {
  const { name: where, thermal, nodeCount } = centre;
  return [
    { constraint: 'powerCap', where, limit: capOf(centre), tolerated: TOLERATED_W, use: ({ powerW }) => powerW },
    { constraint: 'redLine', where, limit: thermal.redLineC, use: ({ hottestInletC }) => hottestInletC },
    { constraint: 'setPointRange', where, limit: thermal.setPointMaxC, use: ({ setPointC }) => setPointC },
    ...nodeTypes.map(({ name }, j): LimitAt<GeoCell> => ({
      constraint: 'nodeCount',
      where: `${where}, ${name}`,
      limit: nodeCount[j]!,
      tolerated: 0,
      use: ({ awake }) => awake[j]!,
    })),
  ];
}

/** Returns the limits on the heat of each CRAC of a data centre whose capacity is limited, W. */
export function heatLimits({ name, thermal }: GeoCentre): LimitAt<ArrayLike<number>>[] {
  return thermal.unitNames.map((unit, u) => ({
    constraint: 'coolingCapacity',
    where: `${name}, ${unit}`,
    limit: thermal.capacityW[u]!,
    use: (heatW) => heatW[u]!,
  }));
}

/** Returns the limits that one centre violates in one epoch. */
export function cellViolations(
  model: GeoModel,
  centre: GeoCentre,
  epoch: number,
  cell: GeoCell,
  { nodePowerW, renewableKwh }: { readonly nodePowerW: Float64Array; readonly renewableKwh: number | undefined },
): Violation[] {
  const { name, thermal } = centre;
  const limits: LimitAt<GeoCell>[] = [
    ...centreLimits(model, centre),
    {
      constraint: 'setPointRange',
      where: name,
      limit: thermal.setPointMinC,
      isLeast: true,
      use: ({ setPointC }) => setPointC,
    },
    ...model.taskNames.flatMap((task, i): LimitAt<GeoCell>[] =>
      centre.allowed[i] === 0
        ? [
            {
              constraint: 'allowedDataCentres',
              where: `${name}, ${task}`,
              limit: 0,
              use: ({ servedPerS }) => servedPerS[i]!,
            },
          ]
        : [],
    ),
    ...(renewableKwh === undefined ? [] : renewableLimits(model, name, cell, renewableKwh)),
  ];
  const found = [...exceeded(limits, cell), ...exceeded(heatLimits(centre), limitedHeatW(thermal, nodePowerW))];
  return found.map((one) => ({ ...one, where: `epochs[${epoch}], ${one.where}` }));
}

/** Returns the limits on the solar and wind energy that a centre uses or feeds in during an epoch, kWh. */
function renewableLimits(model: GeoModel, where: string, cell: GeoCell, usedKwh: number): LimitAt<GeoCell>[] {
  const { least, most } = renewableRange(model, cell);
  const of = (limit: number, isLeast: boolean): LimitAt<GeoCell> => ({
    constraint: 'renewableEnergy',
    where,
    limit,
    isLeast,
    tolerated: RELATIVE_TOLERANCE * limit,
    use: () => usedKwh,
  });
  return [of(most, false), of(least, true)];
}

/**
 * Returns the least and the greatest solar and wind energy that a centre may use or feed in during an epoch, kWh. Under
 * the surplus rule `printed`, both are what is available. If surplus is curtailed, the greatest is at most the demand.
 */
function renewableRange({ instance }: GeoModel, cell: GeoCell): { readonly least: number; readonly most: number } {
  const { rule } = instance.rules.surplus;
  const usedKwh = cell.nodeKwh + cell.cracKwh + cell.overheadKwh;
  return {
    least: rule === 'printed' ? cell.renewableKwh : 0,
    most: rule === 'curtailed' ? Math.min(cell.renewableKwh, usedKwh) : cell.renewableKwh,
  };
}

/**
 * Returns the violated limits of all centres together. These are the arrivals that are not served (Eqs. 26, 37), the
 * carbon cap, and work beyond the arrivals where a consumed kWh has a negative cost.
 *
 * @param cells cells as [epoch][centre]
 * @param servedPerS served tasks as [epoch][task type], tasks/s
 */
export function horizonViolations(
  model: GeoModel,
  cells: readonly (readonly GeoCell[])[],
  servedPerS: readonly (readonly number[])[],
  carbonKg: number,
): Violation[] {
  const limits = servedPerS.flatMap((served, t) => {
    const paying = cells[t]!.filter((_, d) => usePays(model, model.centres[d]!, t));
    return served.flatMap((value, i): LimitAt<null>[] => {
      const limit = model.arrivalRatePerS[t * served.length + i]!;
      const paid = paying.reduce((sum, { servedPerS: own }) => sum + own[i]!, 0);
      const where = `epochs[${t}], ${model.taskNames[i]!}`;
      const common = { where, limit, tolerated: RELATIVE_TOLERANCE * limit };
      return [
        { constraint: 'unarrivedWork', ...common, use: () => paid },
        { constraint: 'unservedRate', ...common, isLeast: true, use: () => value },
      ];
    });
  });
  const limit = model.carbonCapKg;
  const carbonCap: LimitAt<null> = {
    constraint: 'carbonCap',
    where: '',
    limit,
    tolerated: RELATIVE_TOLERANCE * limit,
    use: () => carbonKg,
  };
  return exceeded([...limits, carbonCap], null);
}
