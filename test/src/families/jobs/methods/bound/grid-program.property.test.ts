import { describe, expect, it } from 'vitest';
import type { LinearColumn, LinearRow } from '../../../../../../models/forms/linear-program.js';
import type { Month } from '../../../../../../models/families/jobs/month.js';
import { utilityAt } from '../../../../../../models/families/utility-function.js';
import type { PointCosts } from '../../../../../../src/families/jobs/methods/bound/bound-points.js';
import { monthWork } from '../../../../../../src/families/jobs/methods/bound/month-work.js';
import { proveMonth } from '../../../../../../src/families/jobs/methods/bound/prove-months.js';
import { rigidRelaxation } from '../../../../../../src/families/jobs/methods/bound/rigid.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { bare, shortMonth } from '../../../../../support/jobs-months.js';
import { randomPrices } from '../../../../../support/month-prices.js';

const engine = await loadLpEngine('highs');
/** Length of a slot, s: arrivals, deadlines, ends and times are whole numbers of them. */
const SLOT_S = 60;

interface GridMonth {
  readonly month: Month;
  readonly points: PointCosts;
  readonly perJ: number;
}

/** Month with more work than cores, all of whose moments lie on borders of slots: the best starts at any prices are on borders, too. */
function gridMonth(seed: number): GridMonth {
  const draw = randomStream(seed, 'grid');
  const whole = (least: number, most: number): number => draw.integer(least, most);
  const nodes = Array.from({ length: whole(1, 2) }, () => {
    const cores = whole(2, 4);
    return Array.from({ length: whole(1, 2) }, () => cores);
  });
  const points = Array.from({ length: 3 }, () =>
    nodes.map(([cores]) =>
      Array.from({ length: cores! }, (_, k) => bare(k + 1, SLOT_S * whole(1, 8 - k), 10 * whole(2, 6))),
    ),
  );
  const jobs = Array.from({ length: whole(15, 30) }, () => {
    const softS = SLOT_S * whole(3, 10);
    const curve = [whole(2, 20), softS, softS + SLOT_S * whole(2, 10)] as const;
    return { type: whole(0, 2), atS: SLOT_S * whole(0, 20), curve };
  }).sort((a, b) => a.atS - b.atS);
  return { month: shortMonth(nodes, 3, jobs), points, perJ: seed % 2 === 0 ? 0 : 0.05 };
}

/** Number of slots with which they are of the length given. */
function slotsOf({ month, points, perJ }: GridMonth): number {
  const { borderS } = monthWork(month, points, perJ, 1);
  return Math.round((borderS[1]! - borderS[0]!) / SLOT_S);
}

/** Optimum of the time-indexed program: shares of starts on borders, at most the cores there are in each slot. */
function optimum({ month, points, perJ }: GridMonth, slots: number): number {
  const columns: LinearColumn[] = [];
  const jobRows: LinearRow[] = [];
  const used = month.nodeTypes.map(() =>
    Array.from({ length: slots }, () => ({ columnIndices: [] as number[], coefficients: [] as number[] })),
  );
  const firstS = month.arrivalS[0]!;
  month.typeOf.forEach((type, job) => {
    const own: number[] = [];
    points[type]!.forEach((row, n) => {
      for (const { cores, timeS, energyJ } of row) {
        for (let s = Math.round((month.arrivalS[job]! - firstS) / SLOT_S); s < slots; s++) {
          const age = firstS + s * SLOT_S + timeS - month.arrivalS[job]!;
          const cost = utilityAt(month.values, job, age) - perJ * energyJ;
          if (cost <= 0) continue;
          own.push(columns.length);
          for (let q = s; q < Math.min(slots, s + Math.round(timeS / SLOT_S)); q++) {
            used[n]![q]!.columnIndices.push(columns.length);
            used[n]![q]!.coefficients.push(cores);
          }
          columns.push({ name: `x${columns.length}`, cost, lower: 0, upper: 1 });
        }
      }
    });
    jobRows.push({ name: `j${job}`, lower: -Infinity, upper: 1, columnIndices: own, coefficients: own.map(() => 1) });
  });
  const capacityRows = used.flatMap((row, n) =>
    row.map((cells, s) => {
      const { nodes, coresPerNode } = month.nodeTypes[n]!;
      return { name: `c${n}_${s}`, lower: -Infinity, upper: nodes * coresPerNode, ...cells };
    }),
  );
  const session = engine.open({ sense: 'maximize', columns, rows: [...jobRows, ...capacityRows] });
  try {
    const { proven, point } = session.solve();
    expect(proven).toBe('optimal');
    return point!.objective;
  } finally {
    session.dispose();
  }
}

describe('the rigid bound against the time-indexed linear program', () => {
  it('is at the prices found within 3e-3 above its optimum, and above it at any prices', async () => {
    for (let seed = 0; seed < fuzzCount(25); seed++) {
      const drawn = gridMonth(seed);
      const slots = slotsOf(drawn);
      const most = optimum(drawn, slots);
      const { month, points, perJ } = drawn;
      const { rigid } = await proveMonth(month, points, UNLIMITED, { perJ, slots });
      expect(rigid.bound, `month ${seed}`).toBeGreaterThanOrEqual(most * (1 - 1e-7));
      expect(rigid.bound, `month ${seed}`).toBeLessThanOrEqual(most * (1 + 3e-3));
      const relaxation = rigidRelaxation(monthWork(month, points, perJ, slots));
      for (let n = 0; n < 5; n++) {
        const prices = randomPrices(10 * seed + n, month.nodeTypes.length, slots);
        expect(relaxation(prices).bound, `month ${seed}`).toBeGreaterThanOrEqual(most * (1 - 1e-7));
      }
    }
  });
});
