import type { LinearColumn, LinearProgram, LinearRow } from '../../models/forms/linear-program.js';
import { oracle } from './brute-force.js';
import type { TinyFacility } from './tiny-random.js';
import { upsInputW, upsLines } from './ups-input.js';

/**
 * The configuration LP at one given set-point with nothing left out: a column for everything a node of each zone can do, a red-line
 * row for every zone, the power cap as it reads at that set-point. Its value is the most that time-sliced mixtures earn there.
 */
export function masterInFull({ instance, matrix }: TinyFacility, setPointC: number): LinearProgram {
  const { facility, workload, limits } = instance;
  const truth = oracle(instance, matrix);
  const columns: LinearColumn[] = workload.taskTypes.map((task, i) => ({
    name: `x${i}`,
    cost: task.rewardPerTask,
    lower: 0,
    upper: task.arrivalRatePerS,
  }));
  const placed = truth.zones.flatMap(({ node }, zone) => node.map((option, s) => ({ zone, s, option })));
  const first = columns.length;
  for (const { zone, s } of placed) columns.push({ name: `z${zone}_${s}`, cost: 0, lower: 0, upper: Infinity });

  const rows: LinearRow[] = workload.taskTypes.map((_, i) =>
    row(
      `rate${i}`,
      0,
      [i, ...placed.map((_column, n) => first + n)],
      [1, ...placed.map(({ option }) => -option.ratePerS[i]!)],
    ),
  );
  for (const [b, { nodeCount }] of truth.zones.entries())
    rows.push(overPlaced(`nodes${b}`, nodeCount, ({ zone }) => (zone === b ? 1 : 0)));
  // All other limits are linear in core powers: read off their coefficients one watt of one zone at a time.
  const idleW = truth.zones.map((zone) => zone.idleW);
  const addLimit = (name: string, value: (zoneW: readonly number[]) => number, limit: number): void => {
    const atIdle = value(idleW);
    const perW = idleW.map(
      (_, b) => value(idleW.map((powerW, z) => powerW + (z === b ? 100 : 0))) / 100 - atIdle / 100,
    );
    rows.push(overPlaced(name, limit - atIdle, ({ zone, option }) => perW[zone]! * option.coreW));
  };
  for (const b of truth.zones.keys())
    addLimit(`redLine${b}`, (zoneW) => truth.operate(zoneW).inletRiseC[b]!, limits.redLineC - setPointC);
  const sumOf = (zoneW: readonly number[]): number => zoneW.reduce((sum, powerW) => sum + powerW, 0);
  for (const { perW, atZeroW } of upsLines(facility, sumOf(idleW), limits.powerCapW)) {
    const besideW = (zoneW: readonly number[]): number =>
      truth.operate(zoneW).totalW(setPointC) - upsInputW(facility, sumOf(zoneW));
    addLimit('cap', (zoneW) => besideW(zoneW) + atZeroW + perW * sumOf(zoneW), limits.powerCapW);
  }
  const inRacks = (racks: readonly string[]) => (zoneW: readonly number[]) =>
    matrix.zones.reduce((sum, zone, b) => sum + (racks.includes(zone.rack) ? zoneW[b]! : 0), 0);
  for (const { rack, powerLimitW } of limits.rackPowerLimits ?? [])
    addLimit(`rack${rack}`, inRacks([rack]), powerLimitW);
  for (const { name, racks, powerLimitW } of limits.pdus ?? []) addLimit(`pdu${name}`, inRacks(racks), powerLimitW);
  for (const { name, coolingCapacityW } of facility.cracs) {
    const c = matrix.cracNames.indexOf(name);
    if (coolingCapacityW !== undefined)
      addLimit(`crac${name}`, (zoneW) => truth.operate(zoneW).cracHeatW[c]!, coolingCapacityW);
  }
  return { sense: 'maximize', columns, rows };

  function overPlaced(name: string, upper: number, of: (column: (typeof placed)[number]) => number): LinearRow {
    const entries = placed.map((column, n) => [first + n, of(column)] as const).filter(([, value]) => value !== 0);
    return row(
      name,
      upper,
      entries.map(([index]) => index),
      entries.map(([, value]) => value),
    );
  }
}

function row(name: string, upper: number, columnIndices: number[], coefficients: number[]): LinearRow {
  return { name, lower: -Infinity, upper, columnIndices, coefficients };
}
