import { describe, expect, it } from 'vitest';
import { coreState } from '../../../../src/methods/online/core-state.js';
import type { NodeList } from '../../../../src/methods/online/node-list.js';
import type { TaskTables } from '../../../../src/methods/online/task-tables.js';

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
    const state = coreState(nodes, tables);
    const fast = state.start(0, 0, 1, 0, 0, 0);
    const middle = state.start(1, 0, 2, 0, 1, 0);
    const slow = state.start(2, 0, 1, 0, 2, 0);
    expect([state.finishS[fast], state.finishS[middle], state.finishS[slow]]).toEqual([10, 32, 40]);
    expect(state.busyW[0]).toBe(47);
    expect(state.throttle(0, 8)).toBe(2);
    // 2 of 10 s are left of the first, a fifth of 40 s; 24 of 32 s of the second, three quarters of 80 s.
    expect(state.finishS[fast]).toBeCloseTo(8 + 0.2 * 40, 12);
    expect(state.finishS[middle]).toBeCloseTo(8 + 0.75 * 80, 12);
    expect(state.finishS[slow]).toBe(40);
    expect(state.busyW[0]).toBeCloseTo(15, 12);
    expect(Array.from(state.pState)).toEqual([2, 2, 2]);
    expect(Array.from(state.slowed)).toEqual([1, 1, 0]);
    expect(state.throttled[0]).toBe(2);
    expect(state.throttle(0, 9)).toBe(0);
  });
});
