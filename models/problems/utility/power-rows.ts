import type { PowerRows } from './problem.js';
import type { UtilityRoom } from './room.js';

/** A limit before it is known whether it can be reached. */
interface Row {
  readonly name: string;
  readonly unit: 'K' | 'W';
  readonly coefficient: Float64Array;
  readonly limit: number;
  readonly forgiven: number;
}

/** Name of the row that is the cap of the power at the meter; the other rows in W are capacities of CRACs. */
export const POWER_CAP = 'power cap';
/** Excess of an inlet that a checker forgives, K (docs/checker.md): stated a second time, as the checker shares no values. */
const FORGIVEN_K = 1e-6;
/** Greatest excess of a power that a checker forgives, W (docs/checker.md), stated a second time. */
const FORGIVEN_W = 1e-3;

/**
 * Limits of a room on the power of its pools at the meter, W; undefined where none can be broken. Left out are rows that all pools at their greatest
 * power keep, and rows that another one implies.
 *
 * @param mostW greatest power of each pool, W at the meter, length J
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
      ...{
        name: `cooling capacity of ${name}`,
        unit: 'W',
        limit: room.capacityW[c]! - room.idleHeatW[c]!,
        forgiven: FORGIVEN_W,
      },
      coefficient: room.heatWPerW.subarray(c * J, (c + 1) * J),
    })),
    ...zoneNames.map((name, k): Row => ({
      ...{ name: `red line at ${name}`, unit: 'K', limit: redLineC - room.idleInletC[k]!, forgiven: FORGIVEN_K },
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

/** Greatest number of rows that are compared with one another. Ours: the square of it times the pools are a second's work. */
const MAX_COMPARED = 2000;

/**
 * Rows without those that another one implies: in multiples of its limit it takes at least as much of every pool; a limit of 0, of which there are
 * no multiples, forbids the pools that it takes something of, and no others.
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
