import type { LinearColumn, LinearRow } from '../../../../../../models/forms/linear-program.js';
import { epochKwh, purchaseUsdPerKwh, transitionKwh } from '../../../../../../models/problems/geo/cell-cost.js';
import type { GeoProblem } from '../../../../../../models/problems/geo/problem.js';
import { wholeCoreLoads } from '../../../../../oracle/geo-brute-force.js';
import { engine } from './relaxed.js';

export const COP = 3;

/** CoP 3 at every set-point: cooling is linear, and the whole relaxation one linear program. */
export function withConstantCop(problem: GeoProblem): GeoProblem {
  const cooling = { quadraticPerC2: 0, linearPerC: 0, constant: COP };
  return {
    ...problem,
    centres: problem.centres.map((centre) => ({ ...centre, thermal: { ...centre.thermal, cooling } })),
  };
}

/** Written out with every load as a column; null where it has no solution. */
export function fullLpUsd(problem: GeoProblem): number | null {
  const loads = wholeCoreLoads(problem);
  const columns: LinearColumn[] = [];
  const rows: LinearRow[] = [];
  const column = (cost: number, lower: number, upper: number): number =>
    columns.push({ name: `c${columns.length}`, cost, lower, upper }) - 1;
  const row = (lower: number, upper: number, entries: readonly (readonly [number, number])[]): void => {
    rows.push({
      name: `r${rows.length}`,
      lower,
      upper,
      columnIndices: entries.map(([index]) => index),
      coefficients: entries.map(([, value]) => value),
    });
  };
  const { epochCount, centres, nodeTypes, taskNames } = problem;
  const types = nodeTypes.length;
  const awakeOf: number[][][] = [];
  for (let t = 0; t < epochCount; t++) {
    const served = taskNames.map((): [number, number][] => []);
    awakeOf.push(
      centres.map((centre) => {
        const { thermal } = centre;
        const buy = column(purchaseUsdPerKwh(problem, centre, t), 0, Infinity);
        const sell = column(-centre.surplusUsdPerKwh[t]!, 0, centre.renewableKwh[t]!);
        const awake = nodeTypes.map((_, j) => column(0, 0, centre.nodeCount[j]!));
        const counts = awake.map((index): [number, number][] => [[index, -1]]);
        const power = nodeTypes.map((): [number, number][] => []);
        for (const load of loads) {
          if (load.ratePerS.some((rate, i) => rate > 0 && centre.allowed[i] === 0)) continue;
          const nodes = column(0, 0, Infinity);
          counts[load.type]!.push([nodes, 1]);
          power[load.type]!.push([nodes, load.powerW - nodeTypes[load.type]!.sleepW]);
          for (const [i, rate] of load.ratePerS.entries()) if (rate > 0) served[i]!.push([nodes, rate]);
        }
        for (const entries of counts) row(0, 0, entries);
        const kwhPerW = epochKwh(problem, centre.powerOverhead * (1 + 1 / COP));
        const asleepW = nodeTypes.map(({ sleepW }, j) => sleepW * centre.nodeCount[j]!);
        const drawn = power.flat().map(([index, watts]): [number, number] => [index, -kwhPerW * watts]);
        const leastKwh = kwhPerW * asleepW.reduce((sum, watts) => sum + watts, 0) - centre.renewableKwh[t]!;
        row(leastKwh, leastKwh, [[buy, 1], [sell, -1], ...drawn]);
        const limit = (rowOf: Float64Array, k: number, most: number): void => {
          const own = (j: number): number => rowOf[k * types + j]!;
          const entries = power.flatMap((one, j) => one.map(([index, w]): [number, number] => [index, own(j) * w]));
          row(-Infinity, most - asleepW.reduce((sum, watts, j) => sum + own(j) * watts, 0), entries);
        };
        for (let k = 0; k < thermal.rowCount; k++) limit(thermal.riseKPerW, k, thermal.redLineC - thermal.setPointMinC);
        for (const [k, capacity] of thermal.capacityW.entries()) limit(thermal.heatShare, k, capacity);
        return awake;
      }),
    );
    for (const [i, entries] of served.entries())
      row(problem.arrivalRatePerS[t * taskNames.length + i]!, Infinity, entries);
  }
  for (let t = 0; t < epochCount; t++) {
    const after = t + 1 < epochCount ? t + 1 : problem.cyclic && epochCount > 1 ? 0 : -1;
    if (after < 0) continue;
    for (const [d, centre] of centres.entries()) {
      for (let j = 0; j < types; j++) {
        const kwh = transitionKwh(problem, centre, j);
        const up = column(kwh * purchaseUsdPerKwh(problem, centre, t), 0, Infinity);
        const down = column(kwh * purchaseUsdPerKwh(problem, centre, after), 0, Infinity);
        const [now, then] = [awakeOf[t]![d]![j]!, awakeOf[after]![d]![j]!];
        const entries: [number, number][] = [
          [up, 1],
          [down, -1],
          [then, -1],
          [now, 1],
        ];
        row(0, 0, entries);
      }
    }
  }
  const session = engine.open({ sense: 'minimize', columns, rows });
  const answer = session.solve();
  session.dispose();
  return answer.proven === 'optimal' ? answer.point!.objective : null;
}
