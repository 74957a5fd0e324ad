import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../../src/families/reward-rate/runs/result.js';
import { bound } from '../../../src/library/index.js';
import { accepted, solvedAs, jsonOf } from '../../support/accepted.js';
import { plenumJson, unexpectedNulls } from '../../support/run-cli.js';
import { type Changes, CRAC, IDLE_TOTAL_W, writeSmall } from '../../support/small-instance.js';

/** Warmth of the 70 W of idle nodes in the CRAC's 0.08 m3/s, C: the whole room is mixed, so every inlet is this much above the set-point. */
const IDLE_RISE_C = 70 / (1.204 * 1006 * 0.08);

const CASES: readonly (readonly [what: string, changes: Changes, constraint: string, where: RegExp, amount: number])[] =
  [
    ['a red line no set-point reaches', { limits: { redLineC: 9 } }, 'redLine', /^R[12]\/L1$/, 1 + IDLE_RISE_C],
    ['a cap below idle power and its cooling', { limits: { powerCapW: 80 } }, 'powerCap', /^$/, IDLE_TOTAL_W - 80],
    [
      'a rack limit below idle',
      { limits: { rackPowerLimits: [{ rack: 'R1', powerLimitW: 37.5 }] } },
      'rackPower',
      /^R1$/,
      2.5,
    ],
    [
      'a PDU limit below idle',
      { limits: { pdus: [{ name: 'P', racks: ['R1', 'R2'], powerLimitW: 69 }] } },
      'pduPower',
      /^P$/,
      1,
    ],
    [
      'cooling too small for idle nodes',
      { facility: { cracs: [{ ...CRAC, coolingCapacityW: 60 }] } },
      'coolingCapacity',
      /^CRAC1$/,
      10,
    ],
    ['other load above the cap', { facility: { otherLoadW: 100 } }, 'powerCap', /^$/, IDLE_TOTAL_W + 100 - 160],
  ];

describe('a facility with', () => {
  test.each(CASES)('%s has no plan, for a reason and an amount', async (_, changes, constraint, where, amount) => {
    const { file, out } = writeSmall(changes);
    const { ended, record, text } = await solvedAs<RunResult>(file, { out });
    expect(ended).toBe('noFeasiblePlan');
    expect(record).toMatchObject({ termination: 'infeasible', feasible: false, objective: null, gap: null });
    expect(record.gapReason).toBeTypeOf('string');
    expect(unexpectedNulls(jsonOf(record))).toEqual([]);
    const reason = record.infeasibility!;
    expect(reason.constraint).toBe(constraint);
    expect(reason.where).toMatch(where);
    expect(reason.amount).toBeCloseTo(amount, 6);
    expect(reason.message).not.toContain('reserve');
    expect(existsSync(join(out, 'plan.json'))).toBe(false);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('</html>');
    expect(text.replace(/\s+/g, ' ')).toContain(reason.message.slice(0, 60));
  });

  test('a cap below idle power is told the least cap that does, on the terminal, in the report and in the record of solve and bound', async () => {
    const { file, out } = writeSmall({ limits: { powerCapW: 80 } });
    // A cap of 80 W is raised in steps of .01 W.
    const to = Math.ceil(IDLE_TOTAL_W * 100) / 100;
    const { record } = accepted(await bound(file));
    const { fixes } = record.infeasibility as unknown as { fixes: { changes: unknown[]; message: string }[] };
    expect(fixes.map(({ changes }) => changes)).toEqual([
      [{ constraint: 'powerCap', where: '', unit: 'W', from: 80, to: expect.closeTo(to, 9) as number }],
      // Any one node: 20 W or 30 W less, with their cooling.
      [{ constraint: 'nodesOff', where: 'E', unit: 'nodes', from: 0, to: 1 }],
      [{ constraint: 'nodesOff', where: 'F', unit: 'nodes', from: 0, to: 1 }],
    ]);
    const { text } = await solvedAs<RunResult>(file, { out });
    expect(text.replace(/\s+/g, ' ')).toContain(fixes[0]!.message);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(`<li>${fixes[0]!.message}</li>`);
  });

  test('three limits broken names all three, on the terminal, in result.json and in the report, which shows the idle room', async () => {
    const rackPowerLimits = [{ rack: 'R1', powerLimitW: 37.5 }];
    const { file, out } = writeSmall({ limits: { powerCapW: 80, redLineC: 9, rackPowerLimits } });
    const { ended, text } = await solvedAs<RunResult>(file, { out });
    expect(ended).toBe('noFeasiblePlan');
    const lines = text.split('\n').filter((line) => /^(why|also) /.test(line));
    // Idle 84 W at any set-point: the CoP is 5 throughout.
    for (const words of [
      'red line of 9 C',
      '4.000 W more than the cap',
      'draw of rack R1 with all nodes idle is 2.500 W',
    ]) {
      expect(lines.filter((line) => line.includes(words)).length).toBeGreaterThan(0);
    }
    const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as {
      infeasibility: {
        constraint: string;
        omitted: number;
        others: { constraint: string; where: string; amount: number }[];
      };
      report: { idle: { evaluation: { power: { totalW: number } } } };
    };
    const { infeasibility } = result;
    expect([infeasibility.constraint, ...infeasibility.others.map(({ constraint }) => constraint)]).toEqual([
      'redLine',
      'powerCap',
      'rackPower',
      'redLine',
    ]);
    expect(infeasibility.omitted).toBe(0);
    expect(result.report.idle.evaluation.power.totalW).toBeCloseTo(IDLE_TOTAL_W, 9);
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    expect(report).toContain('this is the facility with every node idle');
    const shownW = /data-field="power.totalW" value="([^"]+)"/.exec(report);
    expect(Number(shownW?.[1])).toBeCloseTo(IDLE_TOTAL_W, 6);
    expect(report).toContain('exceeded');
    expect(accepted(await bound(file)).lines.join('\n')).toContain('draw of rack R1');
  });

  test('a cap below idle has no bound either, which ends the command with exit code 3', async () => {
    const { code, json } = await plenumJson('bound', writeSmall({ limits: { powerCapW: 80 } }).file);
    expect(code).toBe(3);
    expect(json).toMatchObject({ bound: null, infeasibility: { constraint: 'powerCap' } });
  });
});

test('a run without a plan removes the plan of an earlier run, so that no stale plan stands beside its result', async () => {
  const good = writeSmall();
  expect((await solvedAs<RunResult>(good.file, { out: good.out })).ended).toBe('solved');
  expect(existsSync(join(good.out, 'plan.csv'))).toBe(true);
  const bad = writeSmall({ limits: { powerCapW: 80 } });
  expect((await solvedAs<RunResult>(bad.file, { out: good.out })).ended).toBe('noFeasiblePlan');
  expect(existsSync(join(good.out, 'plan.json'))).toBe(false);
  expect(existsSync(join(good.out, 'plan.csv'))).toBe(false);
});

test('a method that finds no plan where one exists says so and does not call the instance infeasible', async () => {
  // The greedy of the thesis goes down from the red line by whole degrees and meets no set-point between 20.3 and 20.6 C.
  const { file } = writeSmall({ facility: { cracs: [{ ...CRAC, setPointMinC: 20.3, setPointMaxC: 20.6 }] } });
  const { ended, record } = await solvedAs<RunResult>(file, { method: 'greedy' });
  expect(ended).toBe('noFeasiblePlan');
  expect(record).toMatchObject({ termination: 'finished', feasible: false, objective: null });
  expect(record.warnings).toContainEqual(expect.stringContaining('greedy found no plan'));
});

test('a limit that leaves no plan ends with exit code 4', async () => {
  const { code, json } = await plenumJson('solve', writeSmall().file, '--method', 'lp', '--time-limit', '0');
  expect(code).toBe(4);
  expect(json).toMatchObject({ termination: 'timeLimit', objective: null, gap: null });
  expect(json['gapReason']).toBeTypeOf('string');
});
