import { overCapW } from '../../facility/meter.js';
import { limitName, type LimitName, TOLERATED_K, TOLERATED_W } from '../../facility/limits.js';
import type { PowerRows } from './model.js';
import type { UtilityRoom } from './room.js';

/**
 * A linear limit on the powers of pools. The sum of coefficient x pool power must be at most `limit`, in K for an inlet
 * temperature, in W for a power.
 */
interface Row {
  readonly name: string;
  readonly unit: 'K' | 'W';
  readonly coefficient: Float64Array;
  readonly limit: number;
  readonly forgiven: number;
}

/**
 * Returns the linear limits (rows) that a machine room sets on the powers of its pools, W at the meter. Returns
 * undefined if no schedule can violate any.
 *
 * Rows are left out if they hold even with all pools at their greatest power, or if another row implies them.
 *
 * @param mostW greatest power of each pool, W at the meter
 */
export function powerRowsOf(room: UtilityRoom, mostW: Float64Array): PowerRows | undefined {
  const J = mostW.length;
  const { redLineC, zoneNames, cracNames } = room;
  const row = (constraint: LimitName, where: string, limit: number, coefficient: Float64Array): Row => {
    const [unit, forgiven] = constraint === 'redLine' ? (['K', TOLERATED_K] as const) : (['W', TOLERATED_W] as const);
    return { name: limitName(constraint, where), unit, limit, forgiven, coefficient };
  };
  const all = [
    row('powerCap', '', -overCapW(room, room.idle.totalW), new Float64Array(J).fill(1)),
    ...cracNames.map((name, c) => {
      const perW = room.heatWPerW.subarray(c * J, (c + 1) * J);
      return row('coolingCapacity', name, room.capacityW[c]! - room.idleHeatW[c]!, perW);
    }),
    ...zoneNames.map((name, k) => {
      const perW = room.inletKPerW.subarray(k * J, (k + 1) * J);
      return row('redLine', name, redLineC - room.idleInletC[k]!, perW);
    }),
  ];
  const reachable = all.filter(
    ({ coefficient, limit }) => coefficient.reduce((sum, value, j) => sum + value * mostW[j]!, 0) > limit,
  );
  const kept = withoutImplied(reachable);
  if (kept.length === 0) return undefined;
  const coefficient = new Float64Array(kept.length * J);
  for (const [r, row] of kept.entries()) coefficient.set(row.coefficient, r * J);
  return {
    count: kept.length,
    names: kept.map(({ name }) => name),
    unit: kept.map(({ unit }) => unit),
    coefficient,
    limit: Float64Array.from(kept, ({ limit }) => limit),
    forgiven: Float64Array.from(kept, ({ forgiven }) => forgiven),
  };
}

/**
 * Maximum number of rows for which all pairs of rows are compared to find redundant rows. Our choice: its square times
 * the number of pools takes about a second.
 */
const MAX_COMPARED = 2000;

/**
 * Returns the rows that no other row implies. A row implies another row if its coefficient / limit is at least as large
 * for every pool. A row with limit 0 only forbids the pools with a positive coefficient in it.
 */
function withoutImplied(rows: readonly Row[]): readonly Row[] {
  if (rows.length > MAX_COMPARED) return rows;
  const implies = (strong: Row, weak: Row): boolean =>
    strong.coefficient.every((value, j) =>
      strong.limit > 0
        ? value * weak.limit >= weak.coefficient[j]! * strong.limit
        : value > 0 || weak.coefficient[j] === 0,
    );
  const isOut = new Set<Row>();
  for (const weak of rows) {
    if (rows.some((strong) => strong !== weak && !isOut.has(strong) && implies(strong, weak))) isOut.add(weak);
  }
  return rows.filter((row) => !isOut.has(row));
}
