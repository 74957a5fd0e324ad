import { describe, expect, it } from 'vitest';
import type { Violation } from '../../../../../models/families/violation.js';
import { checkRoomLimits, type LimitedRoom } from '../../../../../src/families/utility/check/room-limits.js';
import type { JudgedRun } from '../../../../../src/families/utility/check/runs.js';

/** One zone at 20 C and one CRAC that removes 500 W with idle nodes; a watt of work at the meter warms the inlet by 0.01 K and the CRAC by 0.5 W. */
const LIMITED = {
  room: {
    idleW: 1000,
    meterWPerW: [1],
    idleInletC: Float64Array.of(20),
    idleHeatW: Float64Array.of(500),
    inletKPerW: [Float64Array.of(0.01)],
    heatWPerW: [Float64Array.of(0.5)],
  },
  facility: { cracs: [{ name: 'A', coolingCapacityW: 609 }] },
  operation: { setPointsC: { A: 18 }, redLineC: 22.2, powerCapW: 1219 },
  matrix: { zones: [{ name: 'R1' }], cracNames: ['A'] },
} as unknown as LimitedRoom;

const run = (startS: number, powerW: number): JudgedRun =>
  ({ pool: 0, powerW, pieces: [[startS, startS + 10]] }) as unknown as JudgedRun;

function broken(runs: readonly JudgedRun[]): readonly (readonly [string, string, number])[] {
  const violations: Violation[] = [];
  checkRoomLimits(LIMITED, runs, violations);
  return violations.map(({ constraint, where, value }) => [constraint, where, Math.round(value * 1e6) / 1e6]);
}

describe('limits of a room', () => {
  /** Two tasks of 100 W at every event: one after the other they keep every limit. */
  const steady = Array.from({ length: 800 }, (_, n) => run(10 * (n >> 1), 100));

  it('are kept where tasks follow one another, over hundreds of starts', () => {
    expect(broken(steady)).toEqual([]);
  });

  it('are broken at the worst moment, each in its unit, as late as it may be', () => {
    // 220 W beside each other at 3990 s: 22.2 C is kept, 1220 W at the meter and 610 W of heat are not.
    expect(broken([...steady, run(3990, 20)])).toEqual([
      ['powerCap', 'the meter at 3990 s', 1220],
      ['coolingCapacity', 'A at 3990 s', 610],
    ]);
    expect(broken([...steady, run(3990, 50), run(2005, 30)])).toEqual([
      ['powerCap', 'the meter at 3990 s', 1250],
      ['redLine', 'R1 at 3990 s', 22.5],
      ['coolingCapacity', 'A at 3990 s', 625],
    ]);
  });
});
