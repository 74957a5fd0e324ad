import type { LinearColumn, LinearProgram, LinearRow } from '../../models/forms/linear-program.js';
import type { PlainJob } from './job-fronts.js';

/**
 * Mixed-integer program of a job on exactly k cores with levels of cores: least energy of all designs that end by a deadline (s). Starts are
 * continuous, one binary for each task, core and level, orders of pairs by big-M. Written from the statement alone.
 */
export function leastEnergyProgram(job: PlainJob, cores: number, deadlineS: number): LinearProgram {
  const columns: LinearColumn[] = [];
  const rows: LinearRow[] = [];
  const column = (name: string, cost: number, upper: number, integer: boolean): number =>
    columns.push({ name, cost, lower: 0, upper, integer }) - 1;
  const row = (terms: readonly (readonly [number, number])[], lower: number, upper = Infinity): void => {
    const sums = new Map<number, number>();
    for (const [index, coefficient] of terms) sums.set(index, (sums.get(index) ?? 0) + coefficient);
    const name = `r${rows.length}`;
    rows.push({ name, lower, upper, columnIndices: [...sums.keys()], coefficients: [...sums.values()] });
  };
  const tasks = job.timeS.length;
  const levels = job.dynamicPowerW.length;
  const bigS = 2 * deadlineS + Math.max(0, ...job.edges.map(([, , transferS]) => transferS));
  const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  const end = column('T', cores * job.staticPowerW, deadlineS, false);
  const start = range(tasks).map((task) => column(`s${task}`, 0, deadlineS, false));
  const runs = range(tasks).map((task) =>
    range(cores).map((core) =>
      range(levels).map((level) =>
        column(`x${task}_${core}_${level}`, job.timeS[task]![level]! * job.dynamicPowerW[level]!, 1, true),
      ),
    ),
  );
  const levelOf = range(cores).map((core) => range(levels).map((level) => column(`y${core}_${level}`, 0, 1, true)));
  const ones = (list: readonly number[], sign = 1): [number, number][] => list.map((index) => [index, sign]);
  const duration = (task: number, sign: number): [number, number][] =>
    runs[task]!.flatMap((list) =>
      list.map((index, level): [number, number] => [index, sign * job.timeS[task]![level]!]),
    );

  for (const core of range(cores)) {
    row(ones(levelOf[core]!), 1, 1);
    row(ones(range(tasks).flatMap((task) => runs[task]![core]!)), 1);
  }
  for (const task of range(tasks)) {
    row(ones(runs[task]!.flat()), 1, 1);
    for (const core of range(cores)) {
      for (const level of range(levels))
        row(
          [
            [levelOf[core]![level]!, 1],
            [runs[task]![core]![level]!, -1],
          ],
          0,
        );
    }
    row([[end, 1], [start[task]!, -1], ...duration(task, -1)], 0);
  }
  for (const [from, to, transferS] of job.edges) {
    const apart = column(`a${from}_${to}`, 0, 1, true);
    for (const core of range(cores)) row([[apart, 1], ...ones(runs[from]![core]!, -1), ...ones(runs[to]![core]!)], 0);
    row([[start[to]!, 1], [start[from]!, -1], ...duration(from, -1), [apart, -transferS]], 0);
  }
  for (const first of range(tasks)) {
    for (const second of range(tasks).slice(first + 1)) {
      const before = column(`o${first}_${second}`, 0, 1, true);
      for (const core of range(cores)) {
        const both = [...ones(runs[first]![core]!, -bigS), ...ones(runs[second]![core]!, -bigS)];
        row([[start[second]!, 1], [start[first]!, -1], ...duration(first, -1), ...both, [before, -bigS]], -3 * bigS);
        row([[start[first]!, 1], [start[second]!, -1], ...duration(second, -1), ...both, [before, bigS]], -2 * bigS);
      }
    }
  }
  return { sense: 'minimize', columns, rows };
}
