import { W_PER_KW } from '../models/units.js';
import type { LinearColumn, LinearProgram, LinearRow } from '../models/forms/linear-program.js';
import { greatestNodePowerW } from '../models/facility/power-budget.js';
import type { CompiledTask } from '../models/facility/compiled.js';
import type { RewardRateModel } from '../models/families/reward-rate/model.js';

/**
 * Returns the reference LP; all speeds are given as multiples of the time to solve it. It has no co-location effects
 * and fixed CRAC set-points. Every node has its own variables, including one for its power. P-states are those of the
 * Pareto hull. The red line is imposed at the hottest inlets of the idle room (`redLineRows` of them).
 */
export function referenceLp(model: RewardRateModel, setPointC: number, redLineRows: number): LinearProgram {
  const columns: LinearColumn[] = [];
  const rates: { indices: number[]; values: number[] }[] = model.taskNames.map(() => ({ indices: [], values: [] }));
  const rows: LinearRow[] = [];
  const powerOfZone: number[][] = model.zones.map(() => []);
  let node = 0;
  for (const [b, zone] of model.zones.entries()) {
    const type = model.nodeTypes[zone.type]!;
    for (let n = 0; n < zone.nodeCount; n++, node++) {
      const power = columns.length;
      columns.push({ name: `P_${node}`, cost: 0, lower: 0, upper: Infinity });
      powerOfZone[b]!.push(power);
      const share = { indices: [] as number[], values: [] as number[] };
      const draw = { indices: [power], values: [1] };
      for (const task of type.tasks) {
        for (const p of paretoPStates(task)) {
          const column = columns.length;
          const ratePerS = 1 / task.timeS[p]!;
          columns.push({
            name: `f_${node}_${task.task}_${p}`,
            cost: model.rewardPerTask[task.task]! * ratePerS,
            lower: 0,
            upper: Infinity,
          });
          share.indices.push(column);
          share.values.push(1);
          draw.indices.push(column);
          draw.values.push(-task.powerW[p]! / W_PER_KW);
          rates[task.task]!.indices.push(column);
          rates[task.task]!.values.push(ratePerS);
        }
      }
      rows.push(atMost(`cores_${node}`, type.cores, share.indices, share.values));
      rows.push({ name: `power_${node}`, lower: 0, upper: 0, columnIndices: draw.indices, coefficients: draw.values });
    }
  }
  for (const [i, { indices, values }] of rates.entries()) {
    rows.push(atMost(`rate_${i}`, model.arrivalRatePerS[i]!, indices, values));
  }
  const idleW = model.zones.reduce((sum, zone) => sum + zone.idleW, 0);
  const allPower = powerOfZone.flat();
  rows.push(
    atMost(
      'cap',
      (greatestNodePowerW(model.budget, setPointC) - idleW) / W_PER_KW,
      allPower,
      allPower.map(() => 1),
    ),
  );
  const idleRiseC = model.thermal.inletRiseC(Float64Array.from(model.zones, (zone) => zone.idleW));
  const hottest = [...idleRiseC.keys()].sort((a, b) => idleRiseC[b]! - idleRiseC[a]!).slice(0, redLineRows);
  for (const k of hottest) {
    const row = model.thermal.inletRow(k);
    const coefficients = powerOfZone.flatMap((powers, b) => powers.map(() => row[b]! * W_PER_KW));
    rows.push(atMost(`red_${k}`, model.redLineC - setPointC - idleRiseC[k]!, allPower, coefficients));
  }
  return { sense: 'maximize', columns, rows };
}

/**
 * Returns the P-states that an optimal LP solution may use: those on the upper concave hull of (power, rate), which
 * begins at idle. Any other P-state is dominated by a mixture of these.
 */
function paretoPStates(task: CompiledTask): number[] {
  const byPower = [...task.timeS.keys()].sort((p, q) => task.powerW[p]! - task.powerW[q]!);
  const hull: { p: number; powerW: number; rate: number }[] = [{ p: -1, powerW: 0, rate: 0 }];
  for (const p of byPower) {
    const point = { p, powerW: task.powerW[p]!, rate: 1 / task.timeS[p]! };
    if (point.rate <= hull[hull.length - 1]!.rate) continue;
    while (hull.length > 1) {
      const last = hull[hull.length - 1]!;
      const before = hull[hull.length - 2]!;
      const turn =
        (last.rate - before.rate) * (point.powerW - before.powerW) -
        (point.rate - before.rate) * (last.powerW - before.powerW);
      if (turn > 0) break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull.slice(1).map((point) => point.p);
}

function atMost(
  name: string,
  upper: number,
  columnIndices: readonly number[],
  coefficients: readonly number[],
): LinearRow {
  return { name, lower: -Infinity, upper, columnIndices, coefficients };
}
