import { describe, expect, it } from 'vitest';
import * as geo from '../../../models/families/geo/violations.js';
import * as templates from '../../../models/families/templates/evaluate.js';
import { POWER_TOLERANCE_W, TEMPERATURE_TOLERANCE_C } from '../../../src/check/findings.js';

describe("tolerances that models state a second time are the checker's", () => {
  it.each([
    ['geo', geo],
    ['templates', templates],
  ])('%s: of temperatures and powers', (_, { TEMPERATURE_TOLERANCE_C: ofTemperature, POWER_TOLERANCE_W: ofPower }) => {
    expect([ofTemperature, ofPower]).toEqual([TEMPERATURE_TOLERANCE_C, POWER_TOLERANCE_W]);
  });
});
