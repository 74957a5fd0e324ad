import { countedS } from './with-tariff.js';
import type { LinearColumn, LinearProgram } from '../../../models/forms/linear-program.js';
import type { UtilityModel } from '../../../models/families/utility/model.js';
import { eventFrom } from './brute-force.js';
import { utilityAt } from '../../../models/families/utility-function.js';

/**
 * The relaxation "work in slots" written out: a column for each task, option and slot (share of the task done there); rows: each task once, no more
 * work of a task in a slot than the slot has time after the first mapping event from its arrival on, nodes by slot, energy, power rows by slot. Options are
 * left out by power rows alone.
 */
export function workInSlotLp(model: UtilityModel, slots: number): LinearProgram {
  const { options, tasks, pools, functions, measuredFromS, endS, days, powerRows, eventIntervalS } = model;
  const lengthS = (endS - measuredFromS) / slots;
  const columns: LinearColumn[] = [];
  const entries = new Map<string, { upper: number; columns: number[]; values: number[] }>();
  const enter = (row: string, upper: number, value: number): void => {
    const entry = entries.get(row) ?? { upper, columns: [], values: [] };
    entry.columns.push(columns.length);
    entry.values.push(value);
    entries.set(row, entry);
  };
  for (let n = 0; n < tasks.count; n++) {
    const kind = tasks.kind[n]!;
    const arrivalS = tasks.arrivalS[n]!;
    const fromS = eventFrom(arrivalS, eventIntervalS);
    for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
      const timeS = options.timeS[o]!;
      const pool = options.pool[o]!;
      if (breaksRow(model, o)) continue;
      for (let s = 0; s < slots; s++) {
        const startS = measuredFromS + s * lengthS;
        const openS = startS + lengthS - Math.max(startS, fromS);
        if (openS <= 0) continue;
        enter(`task ${n}`, 1, 1);
        enter(`rate ${n} ${s}`, openS, timeS);
        enter(`nodes ${pool} ${s}`, pools[pool]!.nodes * lengthS, options.nodes[o]! * timeS);
        enter(
          'energy',
          days.at(-1)!.budgetJ,
          options.powerW[o]! * countedS(model, startS, startS + lengthS) * (timeS / lengthS),
        );
        for (let r = 0; r < (powerRows?.count ?? 0); r++) {
          const perW = powerRows!.coefficient[r * pools.length + pool]!;
          enter(`row ${r} ${s}`, powerRows!.limit[r]! * lengthS, perW * options.powerW[o]! * timeS);
        }
        const cost = utilityAt(functions, tasks.utility[n]!, Math.max(startS, fromS + timeS) - arrivalS);
        columns.push({ name: `x${n}_${o}_${s}`, cost, lower: 0, upper: Infinity });
      }
    }
  }
  const rows = [...entries].map(([name, { upper, columns: columnIndices, values: coefficients }]) => ({
    name,
    lower: -Infinity,
    upper,
    columnIndices,
    coefficients,
  }));
  return { sense: 'maximize', columns, rows };
}

/** Test whether an option alone draws more than a power row allows. */
function breaksRow({ options, pools, powerRows }: UtilityModel, option: number): boolean {
  if (powerRows === undefined) return false;
  return powerRows.names.some((_, r) => {
    const perW = powerRows.coefficient[r * pools.length + options.pool[option]!]!;
    return perW * options.powerW[option]! > powerRows.limit[r]!;
  });
}
