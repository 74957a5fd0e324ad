import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readStoredRecords } from '../../../../src/workbench/figure-page.js';
import { figureFamilies, figureNames } from '../../../../src/workbench/figures.js';
import type { Records } from '../../../../src/experiments/record.js';
import { anyFamily } from '../../../../src/studies/reproduction/family.js';
import {
  type RewardRateFigure,
  REWARD_RATE_FIGURES as FIGURES,
} from '../../../../src/families/reward-rate/figures/names.js';
import { familyPart, reproductionPage } from '../../../../src/studies/reproduction/page.js';
import { REASONS } from '../../../../src/families/reward-rate/figures/reasons.js';
import { REWARD_RATE } from '../../../../src/families/reward-rate/figures/family.js';
import { madeUpRecords, thesisWorld } from '../../../fixtures/reproduction/world.js';

const CLAIMS = REWARD_RATE.claims;
const partOf = (records: ReadonlyMap<string, Records>): string => familyPart(anyFamily(REWARD_RATE), records);
const page = (...figures: RewardRateFigure[]): string =>
  partOf(new Map(figures.map((figure): [string, Records] => [figure, madeUpRecords(figure)])));

describe('docs/reproduction.md', () => {
  it('is what its stored records give', async () => {
    expect(existsSync('docs/reproduction.md')).toBe(true);
    const stored = readStoredRecords('docs', figureNames());
    if (!stored.ok) throw new Error(JSON.stringify(stored.problems));
    expect(readFileSync('docs/reproduction.md', 'utf8')).toBe(reproductionPage(await figureFamilies(), stored.records));
  });
});

describe('reproductionPage', () => {
  it('has every claim and every figure, and names what is missing', () => {
    const whole = page(...FIGURES);
    for (const { id, says, decidedBy } of CLAIMS) {
      const verdict = decidedBy === undefined ? 'holds' : `holds, by our reading (${decidedBy})`;
      expect(whole).toContain(`### ${id}: ${verdict}\n`);
      expect(whole).toContain(`| ${says} | ${verdict} | `);
    }
    expect(whole).not.toContain('No records yet');
    expect(page('fig-3.3', 'fig-3.7')).toContain('No records yet: fig-3.4, fig-3.5, fig-3.6, text-3.6.');
  });

  it('shows the settings and figures of the records', () => {
    const text = page('fig-3.4');
    expect(text).toContain('fig-3.4 reduced: 48 cells of 3 trials, seeds 1 to 3; methods greedy, ga, nlp, config-lp.');
    // 80 % x 0.96 x 0.99 x 190 / 230; half a width from the spread's standard deviation.
    expect(text).toMatch(/\| balanced, 190 kW, open, cpu \| 62\.9 ± 0\.4 \|/);
    expect(text).toContain('| config-lp | 98.02 % | 98.02 % | 98.02 % | 36 |');
  });

  it('says what all rows of a table have in common', () => {
    expect(page('fig-3.5')).toContain('half its interval (all rooms: 1,080 nodes, 230 kW, hybrid):');
    expect(page('fig-3.4')).toContain('half its interval (all rooms: 1,080 nodes, 30 C):');
  });

  it('a room of ours is shown beside the verdict, and not heard in it', () => {
    // By hand: isolation earns 10 % less in every room but the thesis' own (nominal air, 230 kW).
    const ours = madeUpRecords('fig-3.4', (cell, trial) => {
      const made = thesisWorld(cell, trial);
      const isWorse = cell['air'] === 'balanced' && cell['aisles'] === 'isolated';
      return { ...made, share: isWorse ? 0.8 * made.share : made.share };
    });
    const text = partOf(new Map([['fig-3.4', ours]]));
    expect(text).toContain("| Ours: balanced air, the thesis' caps | Ours: balanced air, caps of 190 and 760 kW |");
    expect(text).toContain(
      '| 3.4 | With isolated cold aisles all techniques earn more under the same cap. | holds | 6, 0, 0, 0 | contradicts | contradicts |',
    );
    const section = text.slice(text.indexOf('### isolation-earns: holds\n'));
    const [own, apart] = section.split('No part of the verdict, our own settings:');
    expect(own!.match(/^\| nominal, 230 kW, /gm)).toHaveLength(6);
    expect(own).not.toContain('balanced');
    expect(
      apart!.slice(0, apart!.indexOf('###')).match(/^\| balanced air, .* \| balanced, \d+ kW, .* \| no \|$/gm),
    ).toHaveLength(12);
  });

  it('where the cap limits neither room, isolation is not tested', () => {
    const idle = madeUpRecords('fig-3.4', (cell, trial) => ({
      ...thesisWorld({ ...cell, aisles: 'open' }, trial),
      unused: 0.2,
    }));
    const text = partOf(new Map([['fig-3.4', idle]]));
    expect(text).toContain('### isolation-earns: not tested\n');
    expect(text).toContain('the cap limits neither | untested |');
    // With the whole cap in use the same rewards say no.
    const used = madeUpRecords('fig-3.4', (cell, trial) => ({
      ...thesisWorld({ ...cell, aisles: 'open' }, trial),
      unused: 0.001,
    }));
    expect(partOf(new Map([['fig-3.4', used]]))).toContain('### isolation-earns: contradicts\n');
  });

  it('gives a reason for what does not hold, and none for what does', () => {
    const id = 'red-line-unmet';
    const reason = REASONS[id]!;
    expect(page('fig-3.5')).not.toContain(reason);
    const other = madeUpRecords('fig-3.5', (cell, trial) => ({ ...thesisWorld(cell, trial), plan: true }));
    expect(partOf(new Map([['fig-3.5', other]]))).toContain(`Why: ${reason}`);
  });

  it('says that a row has no plan', () => {
    const none = madeUpRecords('fig-3.5');
    expect(partOf(new Map([['fig-3.5', none]]))).toContain('| nominal, open, 24 C | no plan | no plan |');
  });
});
