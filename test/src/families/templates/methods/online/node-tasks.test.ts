import { describe, expect, it } from 'vitest';
import type { NodeList } from '../../../../../../src/families/templates/methods/online/node-list.js';
import { nodeTasks } from '../../../../../../src/families/templates/methods/online/node-tasks.js';
import type { TaskTables } from '../../../../../../src/families/templates/methods/online/task-tables.js';
import { coreState } from '../../../../../../src/online/core-state.js';
import { powerMeter } from '../../../../../../src/online/power-meter.js';

/** One node of three cores; a task type of three P-states: 10, 16 and 40 s, 30, 12 and 5 W. */
const nodes = {
  count: 1,
  nodeOfCore: Int32Array.of(0, 0, 0),
  firstCore: Int32Array.of(0, 3),
  nodeType: Uint16Array.of(0),
} as unknown as NodeList;
const tables = {
  nodeTypes: 1,
  start: Int32Array.of(0, 3),
  timeS: Float64Array.of(10, 16, 40),
  powerW: Float64Array.of(30, 12, 5),
} as unknown as TaskTables;

describe('a throttled node', () => {
  it('goes on with each task from its own P-state, with the share of work it has left', () => {
    let nowS = 0;
    const finishAt = (): undefined => undefined;
    const cores = coreState({ layout: nodes, meter: powerMeter(1), nowS: () => nowS, finishAt });
    const tasks = nodeTasks(nodes, tables, cores);
    const fast = tasks.start(0, 0, 1, 0, 0);
    const middle = tasks.start(1, 0, 2, 0, 1);
    const slow = tasks.start(2, 0, 1, 0, 2);
    expect([cores.finishS[fast], cores.finishS[middle], cores.finishS[slow]]).toEqual([10, 32, 40]);
    expect(cores.busyW[0]).toBe(47);
    nowS = 8;
    expect(tasks.throttle(0)).toBe(2);
    // 2 of 10 s are left of the first, a fifth of 40 s; 24 of 32 s of the second, three quarters of 80 s.
    expect(cores.finishS[fast]).toBeCloseTo(8 + 0.2 * 40, 12);
    expect(cores.finishS[middle]).toBeCloseTo(8 + 0.75 * 80, 12);
    expect(cores.finishS[slow]).toBe(40);
    expect(cores.busyW[0]).toBeCloseTo(15, 12);
    expect(Array.from(cores.pState)).toEqual([2, 2, 2]);
    expect(Array.from(tasks.slowed)).toEqual([1, 1, 0]);
    expect(tasks.throttled[0]).toBe(2);
    nowS = 9;
    expect(tasks.throttle(0)).toBe(0);
    tasks.finished(fast);
    expect([tasks.throttled[0], tasks.slowed[fast]]).toEqual([1, 0]);
  });
});
