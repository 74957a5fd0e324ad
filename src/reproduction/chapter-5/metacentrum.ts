import { S_PER_H } from '../../../models/units.js';

/**
 * Processors that the jobs submitted in each hour asked for, [day][hour of the day in Prague], from Monday 4 to Friday
 * 15 February 2013 on the clusters zewura and zegox of the Czech grid MetaCentrum. Counted from the log
 * CERIT-SC-wagap-2013, by courtesy of D. Klusacek and the Parallel Workloads Archive, which asks to be named. The log of
 * the thesis, MetaCentrum 2, contains these clusters. The days were chosen before any was simulated: the first two
 * weeks that begin in February.
 */
export const PROCESSORS_BY_HOUR: readonly (readonly number[])[] = [
  [0, 1, 0, 0, 0, 0, 0, 22, 35, 160, 215, 320, 314, 329, 46, 3, 17, 255, 66, 12, 32, 80, 32, 64],
  [0, 1, 0, 0, 1, 6, 1, 0, 22, 10, 23, 55, 77, 63, 63, 40, 12, 20, 0, 92, 0, 9, 0, 144],
  [0, 3, 8, 14, 1, 0, 1, 7, 27, 64, 0, 81, 68, 93, 113, 20, 246, 60, 46, 18, 0, 0, 0, 0],
  [6, 18, 162, 181, 64, 0, 1, 0, 10, 0, 20, 61, 99, 2, 132, 728, 8, 78, 52, 313, 10, 0, 0, 0],
  [12, 0, 0, 96, 0, 0, 0, 0, 64, 1, 158, 93, 220, 120, 60, 0, 0, 45, 127, 459, 0, 2, 0, 40],
  [0, 0, 0, 0, 32, 0, 0, 20, 0, 0, 300, 0, 0, 40, 12, 164, 220, 40, 672, 32, 80, 1, 0, 93],
  [32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 20, 32, 50, 16, 0, 60, 0, 32, 56, 0, 38, 0, 0],
  [0, 0, 0, 0, 67, 0, 34, 0, 32, 13, 44, 53, 156, 1, 270, 92, 101, 108, 208, 166, 60, 0, 0, 100],
  [0, 0, 35, 0, 0, 0, 0, 0, 124, 56, 22, 192, 744, 6, 44, 48, 288, 182, 8, 0, 34, 0, 0, 12],
  [4, 0, 32, 0, 32, 32, 0, 0, 28, 44, 348, 110, 1, 779, 228, 120, 122, 32, 240, 20, 72, 0, 0, 24],
  [32, 392, 32, 7, 0, 0, 20, 22, 32, 100, 295, 17, 288, 448, 590, 86, 129, 44, 40, 0, 32, 264, 30, 51],
  [60, 0, 38, 0, 0, 0, 10, 0, 80, 32, 21, 71, 23, 199, 26, 42, 88, 48, 32, 4, 0, 96, 0, 32],
];

/** Number of tasks that arrive per second on average over all days: that of the thesis' trace (docs/decisions/online-arrivals.md). */
const MEAN_PER_S = 0.08;

/**
 * Returns the tasks of a day as a job trace (Standard Workload Format). The tasks of an hour arrive at equal intervals.
 *
 * @param day number of the day, from 0; days repeat
 */
export function dayTrace(day: number): string {
  const days = PROCESSORS_BY_HOUR.length;
  const all = PROCESSORS_BY_HOUR.flat().reduce((sum, count) => sum + count, 0);
  const tasksPerProcessor = (MEAN_PER_S * days * 24 * S_PER_H) / all;
  const submitS = PROCESSORS_BY_HOUR[day % days]!.flatMap((processors, hour) => {
    const tasks = Math.round(processors * tasksPerProcessor);
    return Array.from({ length: tasks }, (_, n) => Math.floor((hour + (n + 0.5) / tasks) * S_PER_H));
  });
  return submitS.map((atS, n) => `${n + 1} ${atS} 0 1 1 -1 -1 1 -1 -1 1 1 1 -1 -1 -1 -1 -1\n`).join('');
}
