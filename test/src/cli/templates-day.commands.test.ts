import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TemplatesInstance } from '../../../models/families/templates/instance.js';
import { openTemplates } from '../../../src/families/templates/instances/open.js';
import type { TemplatesDayRecord } from '../../../src/families/templates/studies/day/record.js';
import type { RobustnessRecord } from '../../../src/families/templates/studies/robustness/record.js';
import { repository } from '../../support/repository.js';
import { faultsOf } from '../../support/accepted.js';
import { interruptedJson } from '../../support/interrupted-run.js';
import { ownAnswer, ownCommand } from '../../support/own-command.js';
import { type Json, plenumDetails, withDetails } from '../../support/run-cli.js';
import { lastingDirectory } from '../../support/small-instance.js';
import { tinyDatabase } from '../../support/tiny-database.js';

const TINY = join(repository, 'instances/templates/tiny-two-quadrants.json');
const OTHER = join(repository, 'instances/templates/tiny-one-quadrant.json');
const SHORT = { durationS: 1800, rate: '0.5', overcoolingC: 15, throttlingC: 24 };

function modelOf(file: string) {
  const opened = openTemplates(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened.model;
}

describe('plenum templates day and robustness', () => {
  const folder = lastingDirectory();
  const database = join(folder, 'tiny.sqlite');
  beforeAll(async () => {
    writeFileSync(database, await tinyDatabase());
  });

  /** What a day is refused for, as JSON. */
  async function refused(instance: string, words: Parameters<typeof ownCommand>[2]): Promise<string> {
    const faults = faultsOf(await ownCommand('templates day', [instance], words));
    expect(faults).not.toEqual([]);
    return JSON.stringify(faults);
  }

  it('write the record they print, and the series of its days', async () => {
    const out = join(folder, 'day');
    const short = ['--duration-s', '1800', '--rate', '0.5', '--overcooling-c', '15', '--throttling-c', '24'];
    const words = [TINY, '--database', database, ...short, '--energy-budget', '2,50', '--out', out];
    const { code, json, stderr } = await plenumDetails('templates', 'day', ...words);
    expect(code).toBe(0);
    const record = json as unknown as TemplatesDayRecord;
    expect(stderr.trimEnd().split('\n')).toEqual(record.warnings.map((warning) => `Note: ${warning}`));
    expect(withDetails(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Json)).toEqual(json);
    expect(record.methods.map(({ name }) => name)).toEqual([
      'greedy+overcooling',
      'greedy+throttling',
      'greedy+templates',
    ]);
    expect(record).toMatchObject({ study: 'day', database, methodsLeft: 0, seed: 1, outletLimitC: 30 });
    for (const { budgets } of record.methods) {
      expect(budgets.map(({ outcome }) => outcome.energyBudgetJ)).toEqual([2e6, 50e6]);
      expect(budgets[0]!.outcome.energyJ.total).toBeCloseTo(2e6, 3);
      expect(budgets[0]!.outcome.stoppedAtS).toBeGreaterThan(0);
      expect(budgets[1]!.outcome.stoppedAtS).toBeNull();
      expect(budgets.every(({ closure }) => closure.closes)).toBe(true);
      for (const { outcome, energyByPart, completed } of budgets) {
        expect(Object.values(energyByPart!).reduce((sum, one) => sum + one, 0)).toBeCloseTo(outcome.energyJ.total, 3);
        expect(completed).toBe(outcome.tasks.completedInTime + outcome.tasks.completedLate);
        // Air leaves nodes warmer than it came.
        expect(outcome.hottestInletC).toBeLessThan(outcome.hottestOutletC);
      }
    }
    const [head, ...rows] = readFileSync(join(out, 'series.csv'), 'utf8').trimEnd().split('\n');
    expect(head!.split(',').slice(0, 4)).toEqual(['method', 'energyBudgetMJ', 'startS', 'totalPowerW']);
    expect(rows).toHaveLength(3 * 2 * 30);
    const own = rows
      .map((row) => row.split(','))
      .filter(([name, budget]) => name === 'greedy+templates' && budget === '2');
    expect(own.reduce((sum, row) => sum + 60 * Number(row[3]), 0)).toBeCloseTo(2e6, 0);
    const { text } = await ownAnswer('templates day', [TINY], { thermal: 'throttling', ...SHORT });
    expect(text).toContain('no energy budget');
    expect(text).toMatch(/greedy\+throttling .* the end /);
    expect(text).not.toMatch(/undefined|NaN|Infinity/);
  });

  it('a trace is taken as it is', async () => {
    const trace = join(folder, 'some.swf');
    const job = (submit: number, processors: number): string =>
      `1 ${submit} 0 9 ${processors} -1 -1 ${processors} -1 -1 1 1 1 1 1 1 -1 -1`;
    writeFileSync(trace, `; a header\n${job(100, 2)}\n${job(50, 3)}\n${job(9000, 1)}\n`);
    const words = { thermal: 'overcooling', overcoolingC: 15, durationS: 1800, arrivals: trace };
    const found = await ownAnswer('templates day', [TINY], { ...words, taskPer: 'processor' });
    const record = found.record as unknown as TemplatesDayRecord;
    expect(record.arrivals).toMatchObject({ kind: 'trace', tasks: 5 });
    expect(record.arrivals.description).toContain('2 of 3 jobs, a task per processor');
    expect(record.warnings.join()).toContain('were sorted');
    expect(record.arrivals.trace).toMatchObject({ jobsInTrace: 3, jobsInWindow: 2, jobsUsed: 2, taskTimes: 'type' });
    const own = await ownAnswer('templates day', [TINY], { ...words, taskTimes: 'trace' });
    const ownRecord = own.record as unknown as TemplatesDayRecord;
    expect(ownRecord.arrivals.description).toContain('a task per job, as long as its job');
    // Two jobs of 9 s: with types' times their reward is that of the mean time.
    const { middle } = modelOf(TINY);
    const reward = record.arrivals.greatestReward / 5;
    expect(ownRecord.arrivals.greatestReward).toBeCloseTo((2 * reward * 9) / middle.timeS[0]!, 9);
    expect(await refused(TINY, { ...words, traceStartS: 2000 })).toContain('no job in [2000, 3800) s');
    writeFileSync(trace, `${job(1, 1)}\n1 2 3\n`);
    expect(await refused(TINY, words)).toContain('line 2');
  });

  it('demand far beyond the grid is said before the day, in the result and in the summary', async () => {
    const trace = join(folder, 'burst.swf');
    const lines = Array.from({ length: 1800 }, (_, n) => `1 ${n} 0 90 64 -1 -1 64 -1 -1 1 1 1 1 1 1 -1 -1`);
    writeFileSync(trace, lines.join('\n'));
    const words = { database, arrivals: trace, taskPer: 'processor', durationS: 1800, methods: 'greedy+templates' };
    const { record: json, text } = await ownAnswer('templates day', [TINY], words);
    const record = json as unknown as TemplatesDayRecord;
    const { lookups } = record.methods[0]!.budgets[0]!;
    // 30 mapping and 6 thermal events; nothing has arrived at those of the start.
    expect(lookups).toMatchObject({ count: 36, workOutside: 34, powerLimitOutside: 0 });
    const demand = record.warnings.find((warning) => warning.includes("outside the templates' grid"));
    expect(demand).toContain('at 34 of 36 look-ups, above it at 34, up to 64');
    expect(record.warnings.some((warning) => warning.includes('times what all cores of the room do'))).toBe(true);
    expect(text).toContain('greedy+templates: 36 templates looked up, 34 outside the grid (arriving work 34');
    expect(text).toContain(`warning       ${demand}`);
  });

  it.each<[string, Parameters<typeof ownCommand>[2], string]>([
    ['templates without a database', { thermal: 'templates' }, 'plenum templates build'],
    ['a method that is none', { methods: 'greedy' }, 'greedy+overcooling'],
    ['a method twice', { methods: 'lbbn+throttling,lbbn+throttling' }, 'each method once'],
    ['two ways to name methods', { methods: 'lbbn+throttling', mapping: 'lbbn' }, 'one of the two'],
    ['a pattern that is none', { arrivals: 'toString' }, 'constant, bursty, sinusoidal'],
    ['one rate for two', { arrivals: 'bursty', rate: '3' }, 'high,low'],
    ['a burst without bursts', { burstS: '60' }, 'only with bursty'],
    ['an amplitude above 1', { arrivals: 'sinusoidal', amplitude: 2 }, 'from 0 to 1'],
    ['too many tasks', { rate: '1000' }, 'at most 20000000 tasks'],
    ['a negative rate', { rate: '-1' }, 'at least 0'],
    ['a budget twice', { energyBudget: '2,1,2.0' }, 'each budget once'],
    ['no duration', { durationS: '0' }, 'seconds from 1 to 2678400'],
    ['a duration beyond a month', { durationS: '1e12' }, 'seconds from 1 to 2678400'],
    ['steps too short to end', { thermalStepS: '1e-9' }, 'seconds from 0.1 to 3600'],
    ['steps longer than an hour', { thermalStepS: '1e9' }, 'seconds from 0.1 to 3600'],
    ['bursts shorter than any clock', { arrivals: 'bursty', burstS: '0' }, 'above 0'],
    ['a set-point that no CRAC keeps', { thermal: 'throttling' }, '10 to 25 C'],
    ['a trace that is not there', { thermal: 'overcooling', overcoolingC: 15, arrivals: 'no.swf' }, 'no such file'],
  ])('%s is refused', async (_, words, hint) => {
    expect(await refused(TINY, words)).toContain(hint);
  });

  it("another room's templates are refused, and so is a folder that is a file", async () => {
    expect(await refused(OTHER, { thermal: 'templates', database })).toContain('tiny-two-quadrants');
    expect(await refused(TINY, { thermal: 'overcooling', ...SHORT, out: database })).toContain('a file');
  });

  it('robustness tells the story of its record', async () => {
    const out = join(folder, 'robustness');
    const words = { database, durationS: 1800, rate: '0.5' };
    const { record: json, text } = await ownAnswer('templates robustness', [TINY], {
      ...words,
      rooms: 2,
      spread: 0.2,
      out,
    });
    const record = json as unknown as RobustnessRecord;
    expect(withDetails(JSON.parse(readFileSync(join(out, 'robustness.json'), 'utf8')) as Json)).toEqual(json);
    expect(record.rooms.map(({ kind }) => kind)).toEqual(['noise', 'noise', 'recirculation', 'recirculation']);
    expect(record).toMatchObject({ study: 'robustness', spread: 0.2, roomsLeft: 0 });
    expect(text).toContain('recirculation -20.0 %');
    expect(text).not.toMatch(/undefined|NaN|Infinity/);
    const wide = faultsOf(await ownCommand('templates robustness', [TINY], { ...words, spread: 1 }));
    expect(JSON.stringify(wide)).toContain('below 1');
  });

  it('robustness interrupted before its first room ends with 4', async () => {
    const words = ['templates', 'robustness', TINY, '--database', database, '--duration-s', '600', '--rooms', '1'];
    const { code, json } = await interruptedJson(...words);
    expect(code).toBe(4);
    expect(json).toMatchObject({ instance: 'tiny-two-quadrants', termination: 'interrupted', seed: 1 });
    const details = { study: 'robustness', database, asPlanned: null, rooms: [], roomsLeft: 3 };
    expect(json['details']).toMatchObject(details);
  });

  it('a day is not written over the matrices of its room', async () => {
    const { facility, quadrants, ...rest } = JSON.parse(readFileSync(TINY, 'utf8')) as TemplatesInstance;
    const out = join(folder, 'imported');
    mkdirSync(out);
    const airflow = { source: 'vent-matrices', file: 'imported/series.csv', nodeAirflowFactor: 1, provenance: 'mixed' };
    const tileless = quadrants.map((quadrant) => ({ ...quadrant, tiles: [] }));
    const instance = join(folder, 'imported.json');
    writeFileSync(instance, JSON.stringify({ ...rest, quadrants: tileless, facility: { ...facility, airflow } }));
    const shares = Object.entries({ CRAC1: 3 / 4.5, 'R1/1': 1 / 4.5, 'R2/1': 0.5 / 4.5 });
    const rows = ['00', '01', '10', '11'].flatMap((vents) =>
      shares.flatMap(([sink]) => shares.map(([source, w]) => `${vents},${sink},${source},${String(w)},5`)),
    );
    const matrices = ['vent_id,sink_id,source_id,w,tau_s', ...rows].join('\n');
    writeFileSync(join(out, 'series.csv'), matrices);
    const words = { thermal: 'throttling', ...SHORT, out, force: true };
    expect(await refused(instance, words)).toContain('the input file itself');
    expect(readFileSync(join(out, 'series.csv'), 'utf8')).toBe(matrices);
  });
});
