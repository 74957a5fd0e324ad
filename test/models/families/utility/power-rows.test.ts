import { describe, expect, it } from 'vitest';
import { powerRowsOf } from '../../../../models/families/utility/power-rows.js';
import type { UtilityRoom } from '../../../../models/families/utility/room.js';
import { POWER_TOLERANCE_W, powerToleranceW, TEMPERATURE_TOLERANCE_C } from '../../../../src/check/findings.js';

/** Two pools, two zones, two CRACs; idle nodes draw 100 W of 150 W. */
const ROOM: UtilityRoom = {
  idle: { nodesW: 80, upsLossW: 0, coolingW: 20, otherW: 0, totalW: 100 },
  meterWPerW: Float64Array.of(1, 1),
  zoneNames: ['z0', 'z1'],
  idleInletC: Float64Array.of(20, 21),
  inletKPerW: Float64Array.of(0.01, 0.02, 0.03, 0.01),
  cracNames: ['c0', 'c1'],
  idleHeatW: Float64Array.of(50, 60),
  capacityW: Float64Array.of(80, 100),
  heatWPerW: Float64Array.of(0.5, 0.25, 0.1, 0.9),
  redLineC: 22.2,
  powerCapW: 150,
};
/** Greatest power of each pool, W. */
const POOL_W = Float64Array.of(100, 100);

describe('limits of a room as rows over the power of its pools', () => {
  it('are cap, capacities and red lines, each less what idle nodes take, but for those that follow from another', () => {
    // In multiples of limits: cap (0.02, 0.02); c0 (0.0167, 0.0083) and z0 (0.0045, 0.0091) are less; c1 (0.0025, 0.0225) and z1 (0.025, 0.0083) are not.
    const rows = powerRowsOf(ROOM, POOL_W)!;
    expect(rows).toMatchObject({
      count: 3,
      names: ['power cap', 'cooling capacity of c1', 'red line at z1'],
      unit: ['W', 'W', 'K'],
    });
    expect([...rows.coefficient]).toEqual([1, 1, 0.1, 0.9, 0.03, 0.01]);
    expect([...rows.limit]).toEqual([50, 40, expect.closeTo(1.2, 9)]);
  });

  it('come with what the checker forgives, or schedules that pass could earn more than the bound', () => {
    const { forgiven } = powerRowsOf(ROOM, POOL_W)!;
    expect([...forgiven!]).toEqual([POWER_TOLERANCE_W, POWER_TOLERANCE_W, TEMPERATURE_TOLERANCE_C]);
    for (const limitW of [1, 1e3, 1e6, 1e9]) expect(powerToleranceW(limitW)).toBeLessThanOrEqual(POWER_TOLERANCE_W);
  });

  it('are left out where all pools at their greatest power keep them', () => {
    const quiet = (mostW: number): readonly string[] => powerRowsOf(ROOM, Float64Array.of(mostW, 0))?.names ?? [];
    // z1 binds from 40 W of the first pool on, the cap from 50 W: z1 does not imply it, as it forgives the second pool more.
    expect(quiet(39)).toEqual([]);
    expect(quiet(41)).toEqual(['red line at z1']);
    expect(quiet(51)).toEqual(['power cap', 'red line at z1']);
  });

  it('with a limit of 0 forbid the pools that they take something of, and imply nothing about the others', () => {
    const full: UtilityRoom = { ...ROOM, redLineC: Infinity, capacityW: Float64Array.of(Infinity, 60) };
    const heatWPerW = Float64Array.of(0, 0, 0, 0.9);
    // c1 is full with idle nodes: pool 1 may draw nothing; the cap alone says so of pool 0.
    expect(powerRowsOf({ ...full, heatWPerW }, POOL_W)!.names).toEqual(['power cap', 'cooling capacity of c1']);
    const both = powerRowsOf({ ...full, heatWPerW: Float64Array.of(0, 0, 0.1, 0.9) }, POOL_W)!;
    expect([both.names, [...both.limit]]).toEqual([['cooling capacity of c1'], [0]]);
  });
});
