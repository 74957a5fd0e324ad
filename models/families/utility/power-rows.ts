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

/** Name of the row that limits the power at the meter. All other rows in W are capacities of CRACs. */
export const POWER_CAP = 'power cap';
/**
 * Amount by which an inlet temperature may exceed its limit in the checker, K (docs/checker.md). Repeated here because
 * methods and checker share no code.
 */
const FORGIVEN_K = 1e-6;
/**
 * Amount by which a power may exceed its limit in the checker, W (docs/checker.md). Repeated here because methods and
 * checker share no code.
 */
const FORGIVEN_W = 1e-3;

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
  const { redLineC, powerCapW, zoneNames, cracNames } = room;
  const all: Row[] = [
    {
      name: POWER_CAP,
      unit: 'W',
      coefficient: new Float64Array(J).fill(1),
      limit: powerCapW - room.idle.totalW,
      forgiven: FORGIVEN_W,
    },
    ...cracNames.map((name, c): Row => ({
      name: `cooling capacity of ${name}`,
      unit: 'W',
      limit: room.capacityW[c]! - room.idleHeatW[c]!,
      forgiven: FORGIVEN_W,
      coefficient: room.heatWPerW.subarray(c * J, (c + 1) * J),
    })),
    ...zoneNames.map((name, k): Row => ({
      name: `red line at ${name}`,
      unit: 'K',
      limit: redLineC - room.idleInletC[k]!,
      forgiven: FORGIVEN_K,
      coefficient: room.inletKPerW.subarray(k * J, (k + 1) * J),
    })),
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
