import { describe, expect, it } from 'vitest';
import { jobsOfWindow } from '../../../../src/instances/swf/window.js';

/** A line of a log: submit time, run time, processors allocated, status. */
const line = (submitS: number, runS: number, processors: number, status = 1): string =>
  [1, submitS, 0, runS, processors, -1, -1, processors, -1, -1, status, 1, 1, 1, 1, 1, -1, -1].join(' ');

describe('jobs of a log before a window', () => {
  it('are those submitted before it of which enough is known and which fit', () => {
    const text = [
      line(50, 10, 3),
      line(20, 10, 2),
      line(-1, 10, 1),
      line(60, 10, 9),
      line(70, 0, 1, 5),
      line(100, 9, 1),
    ];
    const window = { startS: 100, durationS: 50, taskPer: 'processor', taskTimes: 'trace' } as const;
    const found = jobsOfWindow(text.join('\n'), window, { empty: '', useless: '' }, (tasks) =>
      tasks > 8 ? 'too wide' : null,
    );
    if (!found.ok) throw new Error(JSON.stringify(found.faults));
    expect(found.jobs.map(({ submitS }) => submitS)).toEqual([100]);
    expect(found.earlier().map(({ submitS, tasks }) => [submitS, tasks])).toEqual([
      [50, 3],
      [20, 2],
    ]);
  });
});
