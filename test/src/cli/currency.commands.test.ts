import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { visibleText } from '../../fixtures/report/visible-text.js';
import { bound, check, day, simulate, solve } from '../../../src/library/index.js';
import { exportPart } from '../../../src/workbench/export.js';
import { accepted } from '../../support/accepted.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { drawCharts } from '../../support/charts-drawn.js';
import { inEuros } from '../../support/in-euros.js';

drawCharts();

const GEO = 'geo/tiny-carbon';
const UTILITY = 'utility/tiny-serial-tariff';
const REWARD_RATE = 'reward-rate/tiny-sleep';
const MONEY = { objective: 'money', rewardUsd: 0.01, energyUsd: 0.1 } as const;

/** Text of a page and of its charts, and heads of CSV files: all that people are shown of a run. */
function shown(out: string, files: readonly string[]): string {
  return files
    .map((file) => {
      const text = readFileSync(join(out, file), 'utf8');
      return file.endsWith('.html') ? `${visibleText(text)}\n${chartsOf(text)}` : text.split('\r\n')[0]!;
    })
    .join('\n');
}

/** Words in a page's charts. */
function chartsOf(page: string): string {
  return [...page.matchAll(/>([^<]*)<\/text>/g)].map(([, words]) => words).join('\n');
}

/** The dollar as people are shown it, or as the head of a column. */
const DOLLARS = /\bUSD\b|US cents|(?<![a-z])usd(?![a-z])/;

describe('of an instance in euros nothing that people are shown is in dollars:', () => {
  it.each([
    ['solve of geo', GEO, solve, {}, ['report.html', 'plan.csv', 'ledger.csv']],
    ['solve of geo with a front', GEO, solve, { front: 3 }, ['report.html']],
    ['solve of utility', UTILITY, solve, {}, ['report.html', 'plan.csv']],
    ['solve of reward-rate', REWARD_RATE, solve, MONEY, ['report.html', 'plan.csv']],
    ['day', REWARD_RATE, day, { profile: 'diurnal', ...MONEY }, ['day.html', 'day.csv', 'plans.csv']],
  ] as const)('%s', async (_, name, verb, options, files) => {
    const directory = temporaryDirectory();
    const out = join(directory, 'out');
    const { ended, text } = accepted(await verb(inEuros(directory, name), { ...options, out }));
    expect(ended).toBe('solved');
    const all = `${text}\n${shown(out, files)}`;
    expect(all).not.toMatch(DOLLARS);
    expect(all).toContain('EUR');
  });

  it.each([GEO, UTILITY])('check and bound of %s', async (name) => {
    const file = inEuros(temporaryDirectory(), name);
    const { record, plan } = accepted(await solve(file));
    expect(record.objectiveUnit).toBe(name === GEO ? 'EUR' : 'utility');
    const checked = accepted(await check(file, plan!)).lines.join('\n');
    expect(checked).toMatch(/^Feasible(?:.|\n)*EUR/);
    const bounded = accepted(await bound(file)).lines.join('\n');
    expect(bounded).toContain('EUR');
    for (const text of [checked, bounded]) expect(text).not.toMatch(DOLLARS);
  });

  it('export of series', async () => {
    const directory = temporaryDirectory();
    const asked = { what: 'series', file: inEuros(directory, GEO), out: join(directory, 'x.csv'), force: false };
    expect((await exportPart(asked)).ok).toBe(true);
    expect(shown(directory, ['x.csv'])).toMatch(/,price_eur_per_kwh,surplus_eur_per_kwh,/);
    expect(shown(directory, ['x.csv'])).not.toMatch(DOLLARS);
  });

  it('simulate', async () => {
    const directory = temporaryDirectory();
    const file = inEuros(directory, REWARD_RATE);
    const [out, to] = [join(directory, 'out'), join(directory, 'simulated')];
    accepted(await solve(file, { out }));
    const { text } = accepted(await simulate(file, [join(out, 'plan.json')], { samples: 2, out: to }));
    expect(`${text}\n${shown(to, ['simulation.html'])}`).not.toMatch(DOLLARS);
  });
});
