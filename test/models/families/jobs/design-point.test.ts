import { expect, test } from 'vitest';
import { type Design, designFaults, execute } from '../../../../models/families/jobs/design-point.js';
import { leastProduct } from '../../../../models/families/jobs/profile.js';
import type { CorePower, TaskGraph } from '../../../../models/families/jobs/task-graph.js';

/** A fork and join of four tasks: 0 -> 1, 0 -> 2, 1 -> 3, 2 -> 3. Level 1 is twice as fast as level 0. Each transfer takes 1 s. */
const DIAMOND: TaskGraph = {
  tasks: 4,
  levels: 2,
  timeS: Float64Array.of(4, 2, 8, 4, 4, 2, 2, 1),
  firstEdge: Int32Array.of(0, 0, 1, 2, 4),
  edgeFrom: Int32Array.of(0, 0, 1, 2),
  transferS: Float64Array.of(1, 1, 1, 1),
};
const POWER: CorePower = { dynamicPowerW: Float64Array.of(1, 3), staticPowerW: 0.5 };

const design = (cores: number, coreOf: number[], levelOf: number[], order = [0, 1, 2, 3]): Design => ({
  cores,
  coreOf: Uint16Array.from(coreOf),
  levelOf: Uint8Array.from(levelOf),
  order: Uint16Array.from(order),
});

test('one core at the fast level takes the sum of all times and moves no data', () => {
  const { timeS, energyJ } = execute(DIAMOND, POWER, design(1, [0, 0, 0, 0], [1, 1, 1, 1]));
  expect(timeS).toBe(9); // 2 + 4 + 2 + 1
  expect(energyJ).toBe(27 + 4.5); // 9 s x 3 W + 9 s x .5 W
});

test('a second core that lies off the critical path may be slow for nothing but static power', () => {
  const fast = execute(DIAMOND, POWER, design(2, [0, 0, 1, 0], [1, 1, 1, 1]));
  const mixed = execute(DIAMOND, POWER, design(2, [0, 0, 1, 0], [1, 1, 0, 1]));
  expect([...fast.endS]).toEqual([2, 6, 5, 7]); // task 2: 2 + 1 transfer + 2
  expect(fast.energyJ).toBe(27 + 7);
  expect([...mixed.endS]).toEqual([2, 6, 7, 9]); // task 2 ends at 7, its data arrive at 8
  expect(mixed.energyJ).toBe(21 + 4 + 9); // 7 s x 3 W + 4 s x 1 W + 9 s x 2 x .5 W
});

test('the order decides which of two ready tasks a core takes first', () => {
  const { startS } = execute(DIAMOND, POWER, design(1, [0, 0, 0, 0], [1, 1, 1, 1], [0, 2, 1, 3]));
  expect([...startS]).toEqual([0, 4, 2, 8]);
});

test('a sound design has no faults; an idle core, an unknown level and a successor before its predecessor are named', () => {
  expect(designFaults(DIAMOND, design(2, [0, 0, 1, 0], [1, 1, 0, 1]))).toEqual([]);
  expect(designFaults(DIAMOND, design(2, [0, 0, 0, 0], [1, 1, 0, 1]))).toEqual(['1 cores in use, 2 said']);
  expect(designFaults(DIAMOND, design(1, [0, 0, 0, 0], [1, 2, 0, 1]))).toEqual(['task 1 at level 2 of 2']);
  expect(designFaults(DIAMOND, design(1, [0, 0, 0, 0], [1, 1, 1, 1], [0, 3, 1, 2]))).toEqual([
    'task 3 before its predecessor 1',
    'task 3 before its predecessor 2',
  ]);
});

test('the point of least product is the faster one of two that tie', () => {
  expect(
    leastProduct([
      { timeS: 2, energyJ: 12 },
      { timeS: 3, energyJ: 6 },
      { timeS: 6, energyJ: 3 },
    ]),
  ).toBe(1);
});
