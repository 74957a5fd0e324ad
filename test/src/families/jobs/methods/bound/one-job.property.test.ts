import { describe, expect, it } from 'vitest';
import type { LinearColumn, LinearRow } from '../../../../../../models/forms/linear-program.js';
import { malleableRelaxation } from '../../../../../../src/families/jobs/methods/bound/malleable.js';
import { type MonthWork, monthWork } from '../../../../../../src/families/jobs/methods/bound/month-work.js';
import { rigidRelaxation } from '../../../../../../src/families/jobs/methods/bound/rigid.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import type { OracleJob } from '../../../../../oracle/month-brute-force.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomPrices } from '../../../../../support/month-prices.js';
import { tinyMonth } from '../../../../../support/tiny-months.js';

const engine = await loadLpEngine('highs');
/** Slots of prices. */
const SLOTS = 9;

interface OneJob {
  readonly work: MonthWork;
  readonly job: OracleJob;
  readonly perJ: number;
  readonly prices: readonly Float64Array[];
  /** Price of all cores over all slots. */
  readonly all: number;
}

function oneJob(seed: number): OneJob {
  const { month, points, perJ, oracle } = tinyMonth(randomStream(seed, 'one job'), 1, 7);
  const work = monthWork(month, points, perJ, SLOTS);
  const prices = randomPrices(seed, month.nodeTypes.length, SLOTS);
  const { borderS, capacity } = work;
  let all = 0;
  prices.forEach((row, n) => {
    row.forEach((price, s) => (all += capacity[n]! * price * (borderS[s + 1]! - borderS[s]!)));
  });
  return { work, job: oracle.jobs[0]!, perJ, prices, all };
}

/** Price of one core from one moment to another. */
function priceOf({ work: { borderS } }: OneJob, prices: Float64Array, fromS: number, toS: number): number {
  return prices.reduce((sum, price, s) => {
    return sum + price * Math.max(0, Math.min(toS, borderS[s + 1]!) - Math.max(fromS, borderS[s]!));
  }, 0);
}

describe('the best of one job at given prices', () => {
  it('that stays is that of a fine grid of starts, within what a step of the grid may hide', () => {
    for (let seed = 0; seed < fuzzCount(200); seed++) {
      const one = oneJob(seed);
      const { work, job, perJ, prices, all } = one;
      const lastS = work.borderS[SLOTS]!;
      const stepS = (lastS - job.arrivalS) / 500;
      let [most, forgiving, hidden] = [0, 0, 0];
      for (const { nodeType, cores, timeS, energyJ } of job.points) {
        const runS = job.pace * timeS;
        hidden = Math.max(hidden, 2 * cores * Math.max(...prices[nodeType]!) * stepS);
        for (let startS = job.arrivalS; startS <= lastS + stepS; startS += stepS) {
          const cost = perJ * job.pace * energyJ + cores * priceOf(one, prices[nodeType]!, startS, startS + runS);
          const age = startS + runS - job.arrivalS;
          most = Math.max(most, job.value(age) - cost);
          forgiving = Math.max(forgiving, job.value(Math.max(0, age - 2 * work.forgivenS)) - cost);
        }
      }
      // Values of these months fall by less than 1 per s where they fall straight.
      const found = rigidRelaxation(work)(prices).bound - all;
      expect(found, `job ${seed}`).toBeGreaterThanOrEqual(most - 1e-12 * all);
      expect(found, `job ${seed}`).toBeLessThanOrEqual(forgiving + hidden + stepS + 1e-4);
    }
  });

  it('that may move lies between values less costs of a linear program, at the two ends of some step of a grid of ends', () => {
    for (let seed = 0; seed < fuzzCount(15); seed++) {
      const one = oneJob(seed);
      const { job, all } = one;
      const stepS = 5.7;
      let [least, most] = [0, 0];
      // Long after the last slot, when all of the work can be done at no price.
      for (let endS = job.arrivalS; endS < job.arrivalS + 250; endS += stepS) {
        const cost = leastCost(one, endS);
        const age = endS - job.arrivalS;
        least = Math.max(least, job.value(age) - cost);
        // Ends since the step before earn at most what that earned and cost at least what this one costs.
        most = Math.max(most, job.value(Math.max(0, age - stepS)) - cost);
      }
      const found = malleableRelaxation(one.work)(one.prices).bound - all;
      expect(found, `job ${seed}`).toBeGreaterThanOrEqual(least - 1e-7);
      expect(found, `job ${seed}`).toBeLessThanOrEqual(most + 1e-4);
    }
  });
});

/** Least cost of all work of a job by a moment: time at each point in each slot, as a linear program; Infinity where it cannot be done. */
function leastCost({ work: { borderS }, job, perJ, prices }: OneJob, endS: number): number {
  const columns: LinearColumn[] = [];
  const rows: LinearRow[] = [];
  const [done, share]: [number[], number[]] = [[], []];
  const stretches = Array.from({ length: SLOTS + 1 }, (_, s) => ({
    fromS: Math.max(job.arrivalS, borderS[s]!),
    toS: Math.min(endS, borderS[s + 1] ?? Infinity),
    s,
  }));
  for (const { fromS, toS, s } of stretches) {
    if (toS <= fromS) continue;
    const own: number[] = [];
    for (const { nodeType, cores, timeS, energyJ } of job.points) {
      const cost = cores * (prices[nodeType]![s] ?? 0) + (perJ * energyJ) / timeS;
      own.push(columns.length);
      done.push(columns.length);
      share.push(1 / (job.pace * timeS));
      columns.push({ name: `t${columns.length}`, cost, lower: 0, upper: Infinity });
    }
    rows.push({
      name: `s${s}`,
      lower: -Infinity,
      upper: toS - fromS,
      columnIndices: own,
      coefficients: own.map(() => 1),
    });
  }
  if (columns.length === 0) return Infinity;
  rows.push({ name: 'work', lower: 1, upper: 1, columnIndices: done, coefficients: share });
  const session = engine.open({ sense: 'minimize', columns, rows });
  try {
    const { proven, point } = session.solve();
    return proven === 'optimal' ? point!.objective : Infinity;
  } finally {
    session.dispose();
  }
}
