import {
  availableW,
  tangentMeter,
  toleratedOverCapW,
  upsInputPerW,
  withHigherCap,
} from '../../../../../models/facility/meter.js';
import { W_PER_KW } from '../../../../../models/units.js';
import type { LinearColumn, LinearProgram, LinearRow } from '../../../../../models/forms/linear-program.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { rowAt } from '../../../../../models/physics/thermal/worst-response.js';
import { TOLERATED_K } from '../../../../../models/facility/limits.js';
import { type Lever, leversOf, type Relief, type ReliefState, steadyLimits } from './relief.js';

/** Part of the set-point range of the only CRAC, C. */
export interface SetPointPart {
  readonly fromC: number;
  readonly toC: number;
}

/** Inlet that has a red-line row in the LP: its zone, and the zone's row of the heat-recirculation matrix M, K/W. */
export interface InletRow {
  readonly zone: number;
  readonly row: Float64Array;
}

/** Upper bound of the LP column for violations of limits, K or kW: so large that every LP has an answer. */
const MAX_MISSING = 1e9;
/** Penalty in the LP for each K or kW of violation, as a multiple of the largest price (of a node, K or kW). */
const MISSING = 1e4;

/**
 * Returns an inlet's row of the heat-recirculation matrix, K/W. If the matrix is uncertain, the row is the worst case
 * at the state's zone powers.
 */
export function inletRowAt({ off }: Relief, zone: number, { powersW }: ReliefState): InletRow {
  return { zone, row: rowAt(off.thermal, zone, powersW) };
}

/**
 * Returns an LP whose minimum is a lower bound on the price of relief. Relief is any set of changes after which the
 * facility can idle at a set-point from `fromC` to `toC`.
 *
 * The LP is a relaxation. Numbers of nodes and steps may be fractional, and inlets not in `inlets` may be too warm.
 * Each limit is evaluated at `fromC` or `toC`, whichever makes it looser. Limits include the checker's tolerances.
 *
 * The power cap has one row for each node power in `capAtW`, W, which is exact there.
 *
 * The columns are, in this order: running nodes by zone, in the order of groups; nodes switched off by group; changes
 * of levers (W as kW); violation.
 */
export function reliefProgram(
  relief: Relief,
  { fromC, toC }: SetPointPart,
  inlets: readonly InletRow[],
  capAtW: readonly number[],
): LinearProgram {
  const { off, groups, levers } = relief;
  const columns: LinearColumn[] = [];
  const add = (name: string, cost: number, upper: number): number => {
    columns.push({ name, cost, lower: 0, upper });
    return columns.length - 1;
  };
  const onOf = new Map<number, { readonly column: number; readonly wakeKW: number }>();
  for (const { zones, wakeW } of groups) {
    for (const b of zones) onOf.set(b, { column: add(`on${b}`, 0, off.zones[b]!.nodeCount), wakeKW: wakeW / W_PER_KW });
  }
  const offOf = groups.map(({ index, price, mustBeOn }) =>
    add(`off${index}`, price ?? 0, price === null ? 0 : mustBeOn),
  );
  const unitOf = ({ unit }: Lever): number => (unit === 'W' ? W_PER_KW : 1);
  const movedOf = new Map(
    levers.map((lever, n) => {
      const { most, step, price } = lever;
      const unit = unitOf(lever);
      return [lever, add(`lever${n}`, price * unit, (most * step) / unit)];
    }),
  );
  const dearest = Math.max(
    1,
    ...groups.map(({ price }) => price ?? 0),
    ...levers.map((one) => one.price * unitOf(one)),
  );
  const missing = add('missing', MISSING * dearest, MAX_MISSING);

  const rows: LinearRow[] = [];
  /**
   * Adds the row of a limit to the LP. Left side: the sum over zones b of weight(b) times the power of the zone's
   * running nodes above that of switched-off nodes. Right side: `upper` plus what the levers `own` add to the limit.
   */
  const limit = (name: string, weight: (zone: number) => number, upper: number, own: readonly Lever[]): void => {
    const entries = [...onOf].map(([b, { column, wakeKW }]) => ({ column, value: weight(b) * wakeKW }));
    const moved = own.map((lever) => ({ column: movedOf.get(lever)!, value: -lever.gain }));
    const all = [...entries, ...moved, { column: missing, value: -1 }].filter(({ value }) => value !== 0);
    const [columnIndices, coefficients] = [all.map(({ column }) => column), all.map(({ value }) => value)];
    rows.push({ name, lower: -Infinity, upper, columnIndices, coefficients });
  };
  const { budget, redLineC, setPointMinC, setPointMaxC, zones } = off;
  const idleKW = zones.map(({ idleW }) => idleW / W_PER_KW);
  const idleSum = (weight: (zone: number) => number): number =>
    idleKW.reduce((sum, powerKW, b) => sum + weight(b) * powerKW, 0);

  for (const [n, { row }] of inlets.entries()) {
    const weight = (b: number): number => row[b]! * W_PER_KW;
    const upper = redLineC + TOLERATED_K - fromC - idleSum(weight);
    limit(`inlet${n}`, weight, upper, leversOf(levers, ['redLine', 'inletReserve']));
  }
  for (const [n, nodePowerW] of capAtW.entries()) {
    const tangent = tangentMeter(withHigherCap(budget, toleratedOverCapW(budget)), nodePowerW);
    const perNode = upsInputPerW(tangent) + powerPerHeat(budget.cooling, toC + TOLERATED_K);
    const capKW = availableW(tangent) / W_PER_KW;
    limit(`cap${n}`, () => perNode, capKW - idleSum(() => perNode), leversOf(levers, ['powerCap', 'powerReserve']));
  }
  for (const [n, { perW, most, tolerance, perRow, levers: own }] of steadyLimits(relief).entries()) {
    const weight = (b: number): number => (perW(b) * W_PER_KW) / perRow;
    limit(`steady${n}`, weight, (most + tolerance) / perRow - idleSum(weight), own);
  }
  limit('setPointMin', () => 0, toC - setPointMinC, leversOf(levers, ['setPointMin']));
  limit('setPointMax', () => 0, setPointMaxC - fromC, leversOf(levers, ['setPointMax']));
  for (const [n, { zones: own, mustBeOn }] of groups.entries()) {
    const columnIndices = [...own.map((b) => onOf.get(b)!.column), offOf[n]!];
    rows.push({
      name: `group${n}`,
      lower: mustBeOn,
      upper: Infinity,
      columnIndices,
      coefficients: columnIndices.map(() => 1),
    });
  }
  return { sense: 'minimize', columns, rows };
}
