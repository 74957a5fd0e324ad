import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { visibleText } from '../../fixtures/report/visible-text.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { drawCharts } from '../../support/charts-drawn.js';
import { inEuros } from '../../support/in-euros.js';

drawCharts();

const GEO = 'geo/tiny-carbon';
const UTILITY = 'utility/tiny-serial-tariff';
const REWARD_RATE = 'reward-rate/tiny-sleep';
const MONEY = ['--objective', 'money', '--reward-usd', '0.01', '--energy-usd', '0.1'] as const;

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
    ['solve of geo', GEO, ['solve'], ['report.html', 'plan.csv', 'ledger.csv']],
    ['solve of geo with a front', GEO, ['solve', '--front', '3'], ['report.html']],
    ['solve of utility', UTILITY, ['solve'], ['report.html', 'plan.csv']],
    ['solve of reward-rate', REWARD_RATE, ['solve', ...MONEY], ['report.html', 'plan.csv']],
    ['day', REWARD_RATE, ['day', '--profile', 'diurnal', ...MONEY], ['day.html', 'day.csv', 'plans.csv']],
  ])('%s', async (_, name, [verb, ...words], files) => {
    const directory = temporaryDirectory();
    const out = join(directory, 'out');
    const { code, stdout } = await plenum(verb!, inEuros(directory, name), ...words, '--out', out);
    expect(code).toBe(0);
    const all = `${stdout}\n${shown(out, files)}`;
    expect(all).not.toMatch(DOLLARS);
    expect(all).toContain('EUR');
  });

  it.each([GEO, UTILITY])('check and bound of %s', async (name) => {
    const directory = temporaryDirectory();
    const file = inEuros(directory, name);
    const plan = join(directory, 'out', 'plan.json');
    const { json } = await plenumJson('solve', file, '--out', join(directory, 'out'));
    expect(json['objectiveUnit']).toBe(name === GEO ? 'EUR' : 'utility');
    expect((await plenum('check', file, plan)).stdout).toMatch(/^Feasible(?:.|\n)*EUR/);
    expect((await plenum('check', file, plan)).stdout).not.toMatch(DOLLARS);
    expect((await plenum('bound', file)).stdout).toContain('EUR');
    expect((await plenum('bound', file)).stdout).not.toMatch(DOLLARS);
  });

  it('export of series', async () => {
    const directory = temporaryDirectory();
    expect((await plenum('export', 'series', inEuros(directory, GEO), '--out', join(directory, 'x.csv'))).code).toBe(0);
    expect(shown(directory, ['x.csv'])).toMatch(/,price_eur_per_kwh,surplus_eur_per_kwh,/);
    expect(shown(directory, ['x.csv'])).not.toMatch(DOLLARS);
  });

  it('simulate', async () => {
    const directory = temporaryDirectory();
    const file = inEuros(directory, REWARD_RATE);
    const to = join(directory, 'simulated');
    await plenum('solve', file, '--out', join(directory, 'out'));
    const plan = join(directory, 'out', 'plan.json');
    const { code, stdout } = await plenum('simulate', file, plan, '--samples', '2', '--out', to);
    expect(code).toBe(0);
    expect(`${stdout}\n${shown(to, ['simulation.html'])}`).not.toMatch(DOLLARS);
  });
});
