import { describe, expect, it } from 'vitest';
import type { StateGrid } from '../../../../models/families/templates/instance.js';
import {
  nearestState,
  stateAt,
  stateCount,
  stateDistance,
  statesOf,
} from '../../../../models/families/templates/states.js';

const GRID: StateGrid = { arrivingWorkPerS: [2, 6], runningCores: [[10, 20, 40], [5]], powerLimitW: [100, 200] };

describe('grid of states', () => {
  it('counts arriving work slowest, then the quadrants, power fastest', () => {
    expect(stateCount(GRID)).toBe(12);
    expect(stateAt(GRID, 0)).toEqual({ index: 0, arrivingWorkPerS: 2, runningCores: [10, 5], powerLimitW: 100 });
    expect(stateAt(GRID, 1)).toMatchObject({ runningCores: [10, 5], powerLimitW: 200 });
    expect(stateAt(GRID, 2)).toMatchObject({ arrivingWorkPerS: 2, runningCores: [20, 5], powerLimitW: 100 });
    expect(stateAt(GRID, 11)).toEqual({ index: 11, arrivingWorkPerS: 6, runningCores: [40, 5], powerLimitW: 200 });
    for (const bad of [-1, 12, 0.5, NaN]) expect(() => stateAt(GRID, bad)).toThrow(/no state/);
  });

  it('finds every state again', () => {
    for (const state of statesOf(GRID)) {
      expect(nearestState(GRID, state)).toBe(state.index);
      expect(stateDistance(GRID, state, state).halfSteps).toBe(0);
    }
  });

  it('takes the nearest of each value, half-way the smaller, and the ends outside', () => {
    const nearest = (arrivingWorkPerS: number, first: number, powerLimitW: number): unknown => {
      const found = { arrivingWorkPerS, runningCores: [first, 99], powerLimitW };
      const values = stateAt(GRID, nearestState(GRID, found));
      return [values.arrivingWorkPerS, values.runningCores[0], values.powerLimitW];
    };
    expect(nearest(3.9, 14, 149)).toEqual([2, 10, 100]);
    expect(nearest(4, 15, 150)).toEqual([2, 10, 100]);
    expect(nearest(4.1, 16, 151)).toEqual([6, 20, 200]);
    expect(nearest(100, 31, 0)).toEqual([6, 40, 100]);
    expect(nearest(-1, 30, Infinity)).toEqual([2, 20, 200]);
    expect(() => nearest(NaN, 10, 100)).toThrow(/not a number/);
  });

  it('says how far off the state is', () => {
    const found = { arrivingWorkPerS: 3, runningCores: [25, 5], powerLimitW: 230 };
    const state = stateAt(GRID, nearestState(GRID, found));
    expect(stateDistance(GRID, state, found)).toEqual({
      arrivingWorkPerS: 1,
      runningCores: [5, 0],
      powerLimitW: 30,
      halfSteps: 0.6,
    });
    // 1 of a step of 4, 5 of 20 above, 30 of 100 beyond the end: half-steps of 0.5, 0.5 and 0.6.
    const far = { ...found, runningCores: [25, 6] };
    expect(stateDistance(GRID, state, far).halfSteps).toBe(Infinity);
    expect(stateDistance(GRID, state, { ...found, powerLimitW: 260 }).halfSteps).toBeCloseTo(1.2, 12);
  });
});
