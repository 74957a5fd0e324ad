import { expect, it } from 'vitest';
import { TOLERATED_K, TOLERATED_W, toleratedW } from '../../../models/facility/limits.js';
import { POWER_TOLERANCE_W, powerToleranceW, TEMPERATURE_TOLERANCE_C } from '../../../src/check/findings.js';

it("tolerances of temperatures and powers that models state a second time are the checker's", () => {
  expect([TOLERATED_K, TOLERATED_W]).toEqual([TEMPERATURE_TOLERANCE_C, POWER_TOLERANCE_W]);
  for (const limitW of [0, 1, 1e3, 1e6, 1e9, -1e3]) expect(toleratedW(limitW)).toBe(powerToleranceW(limitW));
});
