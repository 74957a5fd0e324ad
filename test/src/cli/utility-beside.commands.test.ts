import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BesideFigures } from '../../../src/families/utility/report/beside-figures.js';
import type { TemplatesDayRecord } from '../../../src/families/templates/studies/day/record.js';
import { repository } from '../../support/repository.js';
import { solve as solveByLibrary, type SolveOptions } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { ownAnswer, ownCommand } from '../../support/own-command.js';
import { type Json, withDetails } from '../../support/run-cli.js';
import { lastingDirectory } from '../../support/small-instance.js';
import { drawCharts } from '../../support/charts-drawn.js';

drawCharts();

const ROOM = join(repository, 'instances/templates/tiny-two-quadrants.json');
const SERIAL = join(repository, 'instances/utility/tiny-serial-budget.json');
const DAY = { rate: '0.1', durationS: 3600, overcoolingC: 15, throttlingC: 24 };

describe('plenum solve --beside', () => {
  const folder = lastingDirectory();
  const of = (name: string): string => join(folder, 'day', name);
  const solve = (instance: string, options: SolveOptions) =>
    solveByLibrary(instance, { method: 'upt', bound: false, ...options });
  const drawn = async (name: string, out: string): Promise<void> => {
    const { ended } = accepted(await solve(name, { beside: of('day-series.json'), out, overwrite: true }));
    expect(ended).toBe('solved');
  };
  /** The utility instance of the day with something changed, beside the same tasks. */
  const changed = (name: string, change: (instance: Changing) => void): string => {
    const instance = JSON.parse(readFileSync(of('utility.json'), 'utf8')) as Changing;
    change(instance);
    writeFileSync(of(name), JSON.stringify(instance));
    return of(name);
  };
  let record: TemplatesDayRecord;

  beforeAll(async () => {
    await ownAnswer('templates day', [ROOM], { ...DAY, forUtility: true, redLineC: 25, out: join(folder, 'day') });
    record = withDetails(JSON.parse(readFileSync(of('result.json'), 'utf8')) as Json) as unknown as TemplatesDayRecord;
  });
  const besideIn = (out: string): { beside: BesideFigures; page: string; result: Json } => {
    const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Json;
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    expect(page).not.toMatch(/>NaN|>Infinity|>undefined/);
    return { beside: (result['report'] as { beside: BesideFigures }).beside, page, result };
  };

  it('draws the same tasks in the same room by the mappers, with the energies and rewards of their own records', async () => {
    const out = join(folder, 'plain');
    await drawn(of('utility.json'), out);
    const { beside, page, result } = besideIn(out);
    expect(beside.isSameWorth).toBe(true);
    expect(beside.greatestUtility).toBeCloseTo(record.arrivals.greatestReward, 9);
    expect(beside.days.map(({ name }) => name)).toEqual(['greedy+overcooling', 'greedy+throttling']);
    for (const [d, { budgets }] of record.methods.entries()) {
      const { reward, energyJ } = budgets[0]!.outcome;
      expect(reward).toBeGreaterThan(0);
      expect(beside.days[d]!.earned).toBeCloseTo(reward, 9);
      expect(beside.days[d]!.energyJ / energyJ.total).toBeCloseTo(1, 9);
      expect(page).toContain(`${Number(reward.toPrecision(6))}`);
    }
    // What the checker found, and the idle room besides.
    const { energyJ, idleW } = withDetails(result) as unknown as { energyJ: number[]; idleW: number };
    expect(beside.own.energyJ / (energyJ[0]! + idleW * 3600)).toBeCloseTo(1, 6);
    expect(beside.own.earned).toBeGreaterThan(0);
    // Air is mixed and no inlet is much above the set-point: 15 and 24 C.
    expect(beside.days.map(({ hottestInletC }) => Math.floor(hottestInletC!))).toEqual([15, 24]);
    expect([beside.redLineC, beside.own.aboveRedLineS]).toEqual([25, 0]);
    for (const id of ['beside-inlet', 'beside-power', 'beside-earned']) expect(page).toContain(`id="${id}`);
    expect(page).toContain('utility and reward are one unit');
  });

  it('converts the power of the mappers to the meter of the instance, and says where units differ', async () => {
    const name = changed('ups.json', (instance) => {
      Object.assign(instance.facility, { upsEfficiency: 0.8, otherLoadW: 100 });
      instance.utility.classes[0]!.points[1]!.utility = 0.5;
    });
    const out = join(folder, 'ups');
    await drawn(name, out);
    const { beside, page } = besideIn(out);
    for (const [d, { budgets }] of record.methods.entries()) {
      const { cores, idle, crac } = budgets[0]!.outcome.energyJ;
      expect(beside.days[d]!.energyJ / ((cores + idle) / 0.8 + crac + 100 * 3600)).toBeCloseTo(1, 9);
    }
    expect(beside.isSameWorth).toBe(false);
    expect(page).toContain('Utility and reward are different units');
    expect(page).toContain('is divided by the');
  });

  it('refuses days of another room, other tasks or another time, and files that are no days, before any work', async () => {
    const out = join(folder, 'never');
    const refused = async (instance: string, beside: string, more: SolveOptions = { out }): Promise<string> => {
      const faults = faultsOf(await solve(instance, { beside, ...more }));
      expect(faults).not.toEqual([]);
      return JSON.stringify(faults);
    };
    const series = of('day-series.json');
    const hotter = changed('idle.json', ({ facility }) => void (facility.nodeTypes[0]!.idlePowerW += 1));
    expect(await refused(hotter, series)).toContain('facilitySha256');
    const tasks = readFileSync(of('tasks.csv'), 'utf8').trimEnd().split('\r\n');
    writeFileSync(of('fewer.csv'), tasks.slice(0, -1).join('\n'));
    const fewer = changed('fewer.json', ({ arrivals }) => void (arrivals.file = 'fewer.csv'));
    expect(await refused(fewer, series)).toContain('tasks.count');
    writeFileSync(of('later.csv'), tasks.join('\n').replace(/,1$/, ',2'));
    const later = changed('later.json', ({ arrivals }) => void (arrivals.file = 'later.csv'));
    expect(await refused(later, series)).toContain('tasks.sha256');
    const longer = changed('longer.json', ({ period }) => void (period.durationS += 60));
    expect(await refused(longer, series)).toContain('durationS');
    expect(await refused(SERIAL, series)).toContain('has no facility');
    expect(await refused(of('utility.json'), of('utility.json'))).toContain('no file of day series');
    expect(await refused(of('utility.json'), of('nowhere.json'))).toContain('no such file');
    expect(await refused(of('utility.json'), series, {})).toContain('with out');
  });

  it('has its files written with a folder alone, and a red line only for them', async () => {
    const said = async (words: object): Promise<string> =>
      JSON.stringify(faultsOf(await ownCommand('templates day', [ROOM], { ...DAY, ...words })));
    expect(await said({ forUtility: true })).toContain('--out');
    expect(await said({ redLineC: 25 })).toContain('--for-utility');
  });
});

/** Parts of a utility instance that the tests change. */
interface Changing {
  readonly facility: { readonly nodeTypes: { idlePowerW: number }[] };
  readonly utility: { readonly classes: { readonly points: { utility: number }[] }[] };
  readonly arrivals: { file: string };
  readonly period: { durationS: number };
}
