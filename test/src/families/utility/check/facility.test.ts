import { describe, expect, it } from 'vitest';
import type { UtilityPlan } from '../../../../../models/families/utility/plan.js';
import { checkSchedule } from '../../../../../src/families/utility/check/check-schedule.js';
import { loadUtilityInstance } from '../../../../../src/families/utility/instances/load.js';

const loaded = loadUtilityInstance('instances/utility/tiny-facility.json');
if (!loaded.ok || loaded.workload === null || loaded.room === null) throw new Error(JSON.stringify(loaded));
const { instance, workload, room } = loaded;

type Row = readonly [task: string, pState: number, startS: number];

/** Schedule of runs of 10 s (P-state 0, 15 W at the meter) or 16 s (P-state 1, 6 W). */
function schedule(rows: readonly Row[], utility: number): UtilityPlan {
  const timesS = [10, 16];
  const powersW = [15, 6];
  return {
    format: 'plenum.utility-schedule',
    formatVersion: 1,
    method: 'hand',
    instance: { name: instance.name, sha256: '0'.repeat(64) },
    claimed: { utility, energyJ: [rows.reduce((sum, [, p]) => sum + timesS[p]! * powersW[p]!, 0)] },
    runs: rows.map(([task, pState, startS]) => ({
      task,
      pool: 'R1/L1',
      nodes: 1,
      pState,
      pieces: [[startS, startS + timesS[pState]!]],
    })),
    dropped: [],
  };
}

function broken(rows: readonly Row[], utility: number): string[] {
  const { violations } = checkSchedule(instance, workload, schedule(rows, utility), room.matrix);
  return violations.map(({ constraint }) => constraint);
}

const BEST: readonly Row[] = [
  ['urgent-1', 0, 0],
  ['urgent-2', 0, 0],
  ['patient', 1, 0],
];

describe('the checker on a facility', () => {
  it('finds nothing wrong with the optimum by hand', () => {
    expect(broken(BEST, 5.5)).toEqual([]);
  });

  it('finds the inlet that three fast tasks at once make too warm, its value by hand', () => {
    const three: Row[] = [0, 1, 2].map((n) => [`urgent-${n + 1}`, 0, 0]);
    const { violations } = checkSchedule(instance, workload, schedule(three, 6), room.matrix);
    expect(violations.map(({ constraint }) => constraint)).toEqual(['redLine', 'energyBudget']);
    expect(violations[0]!.value).toBeCloseTo(20 + 70 / (1.204 * 1006 * 0.05), 6);
  });

  it('counts energy at the meter against what idle nodes leave of the budget', () => {
    const fast: Row[] = [...BEST.slice(0, 2), ['patient', 0, 10]];
    expect(broken(fast, 5.5)).toEqual(['energyBudget']);
  });

  it('lets a start make use of the heat that a task of the same moment leaves', () => {
    // 24 W, then 14 W from 10 s on.
    expect(broken([...BEST.slice(0, 1), ['patient', 1, 0], ['urgent-2', 1, 10]], 3.5)).toEqual([]);
  });

  it('refuses a P-state that is not in use', () => {
    const operated = { ...instance, operation: { ...instance.operation!, pStates: [0] } };
    const { violations } = checkSchedule(operated, workload, schedule(BEST, 5.5), room.matrix);
    expect(violations.map(({ constraint }) => constraint)).toEqual(['plan']);
  });

  it('holds the power at the meter against the cap, idle nodes included', () => {
    // 60 W idle and 36 W of work.
    const capped = (powerCapW: number) =>
      checkSchedule(
        { ...instance, operation: { ...instance.operation!, powerCapW } },
        workload,
        schedule(BEST, 5.5),
        room.matrix,
      ).violations.map(({ constraint, value }) => [constraint, Math.round(value * 1e6) / 1e6]);
    expect(capped(96)).toEqual([]);
    expect(capped(95.9)).toEqual([['powerCap', 96]]);
  });

  it('counts cores that are held back as taken, also where they become so while tasks run', () => {
    const held = (fromS: number, cores: number) =>
      checkSchedule(
        { ...instance, allowedCores: [{ pool: 'R1/L1', fromS, cores }] },
        workload,
        schedule(BEST, 5.5),
        room.matrix,
      ).violations.map(({ constraint, where }) => [constraint, where.includes('fewer are allowed')]);
    expect(held(0, 3)).toEqual([]);
    expect(held(0, 2).map(([constraint]) => constraint)).toContain('capacity');
    expect(held(5, 2)).toEqual([['capacity', true]]);
    expect(held(16, 0)).toEqual([]);
  });

  it('judges nothing without the air of the room', () => {
    const { violations, ...rest } = checkSchedule(instance, workload, schedule(BEST, 5.5));
    expect(violations.map(({ constraint }) => constraint)).toEqual(['matrix']);
    expect(rest).toEqual({
      utility: null,
      energyJ: [],
      costUsd: null,
      completed: 0,
      dropped: 0,
      preemptions: 0,
      service: null,
      room: null,
      annualBudget: null,
    });
  });
});
