import { describe, expect, it } from 'vitest';
import { terminationOf } from '../../../src/runs/termination.js';

const OPEN = { isRefuted: false, stoppedEarly: false, gap: null };

describe('the reason why a run ended', () => {
  it.each([
    [null, { ...OPEN, isRefuted: true }, 'infeasible'],
    ['timeLimit', { ...OPEN, isRefuted: true, stoppedEarly: true }, 'infeasible'],
    ['timeLimit', { ...OPEN, stoppedEarly: true, gap: 0 }, 'timeLimit'],
    // Stopped at its end anyway: what was proven counts.
    ['workLimit', { ...OPEN, gap: 0 }, 'optimal'],
    ['workLimit', { ...OPEN, gap: 0.1 }, 'workLimit'],
    [null, { ...OPEN, stoppedEarly: true, gap: 0.1 }, 'finished'],
    // Rounding is 1e-9 of the bound.
    [null, { ...OPEN, gap: 1e-9 }, 'optimal'],
    [null, { ...OPEN, gap: 1.01e-9 }, 'finished'],
    [null, OPEN, 'finished'],
  ] as const)('stop %j, %j: %s', (stopReason, found, termination) => {
    expect(terminationOf({ stopReason }, found)).toBe(termination);
  });
});
