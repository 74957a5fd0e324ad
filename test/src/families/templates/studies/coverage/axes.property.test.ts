import { describe, expect, it } from 'vitest';
import { nearestState, stateAt, stateDistance } from '../../../../../../models/families/templates/states.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { drawnState, gridAxes, halvedValue } from '../../../../../../src/families/templates/studies/coverage/axes.js';
import { randomTemplatesRoom } from '../../../../../support/templates-room.js';

const { model: ANY } = randomTemplatesRoom(3);
const MODEL = {
  ...ANY,
  quadrants: [{ name: 'Q1', cores: 100, workPerS: 1 }],
  instance: {
    ...ANY.instance,
    grid: { arrivingWorkPerS: [2, 6, 10], runningCores: [[0, 40, 90]], powerLimitW: [1500] },
  },
};
const AXES = gridAxes(MODEL);

describe('axes of a grid', () => {
  it('stand for half a step beyond their ends, within what can be', () => {
    expect(AXES.map(({ name, low, high }) => [name, low, high])).toEqual([
      ['arriving work', 0, 12],
      ['running cores of Q1', 0, 100],
      ['power limit', 1500, 1500],
    ]);
  });

  it('are drawn from with the seed: states whose nearest is at most half a step away', () => {
    const draw = (): unknown[] => {
      const stream = randomStream(7, 'axes');
      return Array.from({ length: 200 }, () => drawnState(AXES, stream));
    };
    expect(draw()).toEqual(draw());
    const stream = randomStream(7, 'axes');
    const seen = new Set<number>();
    for (let k = 0; k < 200; k += 1) {
      const state = drawnState(AXES, stream);
      const { grid } = MODEL.instance;
      const nearest = nearestState(grid, state);
      seen.add(nearest);
      expect(stateDistance(grid, stateAt(grid, nearest), state).halfSteps).toBeLessThanOrEqual(1);
      expect(Number.isInteger(state.runningCores[0])).toBe(true);
    }
    expect(seen.size).toBe(9);
  });

  it('with half the step have the middle of each half', () => {
    const [work, cores, power] = AXES;
    expect([0, 1.9, 2.1, 4].map((found) => halvedValue(work!, 2, found))).toEqual([1, 1, 3, 3]);
    expect([8.5, 11].map((found) => halvedValue(work!, 10, found))).toEqual([9, 11]);
    // 40 stands for 20 to 65, 90 for 65 to 100; 0 has nothing below it.
    expect([25, 60].map((found) => halvedValue(cores!, 40, found))).toEqual([30, 53]);
    expect(halvedValue(cores!, 90, 99)).toBe(95);
    expect(halvedValue(cores!, 0, 0)).toBe(10);
    expect(halvedValue(power!, 1500, 1500)).toBeNull();
  });
});
