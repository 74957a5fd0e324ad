import { describe, expect, it } from 'vitest';
import { paperOfFigure, PAPERS } from '../../../src/reproduction/registry.js';
import { average, printedGain, ratio } from '../../../src/reproduction/rules.js';
import { tableCells } from '../../../src/reproduction/tables.js';
import { claimsIndex, claimsPage } from '../../../src/reproduction/claims-page.js';
import { textOf } from '../../architecture/source-files.js';
import type { Records } from '../../../src/experiments/record.js';
import { anyPaper, type Paper } from '../../../src/reproduction/paper.js';
import { type RewardRateFigure, CHAPTER_3_FIGURES as FIGURES } from '../../../src/reproduction/chapter-3/names.js';
import { committedRows, partOf as partOfPaper } from '../../support/claims.js';
import { REASONS } from '../../../src/reproduction/chapter-3/reasons.js';
import { CHAPTER_3 } from '../../../src/reproduction/chapter-3/paper.js';
import { madeUpRecords, thesisWorld } from '../../fixtures/reproduction/world.js';

const VERDICTS = ['holds', 'in part', 'contradicts', 'undecided', 'not tested', 'not judged'];
const CLAIMS = CHAPTER_3.claims;
const partOf = (records: ReadonlyMap<string, Records>): string => partOfPaper(anyPaper(CHAPTER_3), records);
const page = (...figures: RewardRateFigure[]): string =>
  partOf(new Map(figures.map((figure): [string, Records] => [figure, madeUpRecords(figure)])));

describe('the pages of verdicts', () => {
  it('have the verdict on every claim under the introduction of its paper, with a command that runs its figure', async () => {
    for (const { family, load } of PAPERS) {
      for (const { claim, verdict, command } of committedRows(family, await load())) {
        expect([
          claim.id,
          VERDICTS.some((one) => verdict === one || verdict.startsWith(`${one}, by our reading (`)),
        ]).toEqual([claim.id, true]);
        expect(command.replace(/ --trials \d+/, '')).toBe(`\`plenum reproduce ${claim.figure}\``);
      }
    }
  });

  it('have one command for all claims on a figure: they are judged from the same records', async () => {
    for (const { family, figures, load } of PAPERS) {
      const rows = committedRows(family, await load());
      for (const figure of figures) {
        const commands = new Set(rows.filter(({ claim }) => claim.figure === figure).map(({ command }) => command));
        expect([figure, [...commands]]).toEqual([figure, [...commands].slice(0, 1)]);
      }
    }
  });

  it('have a reason for every claim of chapter 4 that does not hold', async () => {
    const { family, load } = paperOfFigure('fig-4.2');
    const rows = committedRows(family, await load());
    expect(rows.filter(({ verdict, why }) => !verdict.startsWith('holds') && why === '')).toEqual([]);
    expect(rows.filter(({ why }) => why !== '').length).toBeGreaterThan(2);
  });

  it('are short enough to be read: each under 30 kB', () => {
    for (const { family } of PAPERS) {
      expect(Buffer.byteLength(textOf(`docs/claims-${family}.md`))).toBeLessThan(30_000);
    }
  });

  it('are linked from docs/claims.md in the order of the registry, by the titles of their papers', async () => {
    const pages = await Promise.all(
      PAPERS.map(async ({ family, load }) => ({ file: `claims-${family}.md`, paper: await load() })),
    );
    expect(textOf('docs/claims.md')).toBe(claimsIndex(pages));
    expect(
      [...claimsIndex(pages).matchAll(/^- \[(.*)\]\(claims-([\w-]+)\.md\)$/gm)].map(([, , family]) => family),
    ).toEqual(PAPERS.map(({ family }) => family));
    expect(claimsIndex(pages)).toContain('- [Chapter 2: robust bags of tasks](claims-robust.md)\n');
  });
});

describe('the part of a paper', () => {
  it('has every claim and every figure, and names what is missing', () => {
    const whole = page(...FIGURES);
    for (const { id, says, decidedBy } of CLAIMS) {
      const verdict = decidedBy === undefined ? 'holds' : `holds, by our reading (${decidedBy})`;
      expect(whole).toContain(`### ${id}: ${verdict}\n`);
      expect(whole).toContain(`| ${says} | ${verdict} | `);
    }
    expect(whole).not.toContain('not judged');
    const absent = CLAIMS.filter(({ figure }) => figure !== 'fig-3.3' && figure !== 'fig-3.7');
    const rows = page('fig-3.3', 'fig-3.7')
      .split('\n')
      .filter((line) => line.includes('| not judged |'));
    expect(rows.map((line) => tableCells(line)[0]).sort()).toEqual(absent.map(({ says }) => says).sort());
    expect(rows).toContain(
      `| ${absent[0]!.says} | not judged |  |  |  |  | \`plenum reproduce ${absent[0]!.figure}\` |`,
    );
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
      '| With isolated cold aisles all techniques earn more under the same cap. | holds | 6, 0, 0, 0 | contradicts | contradicts |  | `plenum reproduce fig-3.4` |',
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

  it('keeps the rows of figures without records as they stand, and no others', () => {
    const whole = (...figures: RewardRateFigure[]): ReadonlyMap<string, Records> =>
      new Map(figures.map((figure): [string, Records] => [figure, madeUpRecords(figure)]));
    const paper = anyPaper(CHAPTER_3);
    const all = claimsPage(paper, whole(...FIGURES));
    const before = all.replaceAll('| holds |', '| in part |');
    expect(claimsPage(paper, whole('fig-3.3'), before)).toBe(
      all
        .split('\n')
        .map((line) =>
          line.endsWith('`plenum reproduce fig-3.3` |') ? line : line.replaceAll('| holds |', '| in part |'),
        )
        .join('\n'),
    );
    const lost = claimsPage(paper, whole('fig-3.3'), before.replaceAll('fig-3.5', 'fig-3.9'));
    expect(lost.match(/ not judged .*$/gm)!.every((row) => row.endsWith('`plenum reproduce fig-3.5` |'))).toBe(true);
  });

  /** A paper of one figure with a claim that says this, and prints these gains. */
  const withClaim = (says: string, ...gains: readonly number[]): Paper => ({
    ...anyPaper(CHAPTER_3),
    figures: ['fig-3.3'],
    claims: [
      { id: 'one', figure: 'fig-3.3', says: 'first', rule: '', parts: () => [] },
      {
        id: 'two',
        figure: 'fig-3.3',
        says,
        rule: '',
        parts: ({ byCell }) =>
          gains.map((gain) =>
            ratio('here', new Map(byCell.size === 0 ? [] : [[0, 1.1]]), new Map([[0, 1]]), printedGain(gain, 'text')),
          ),
      },
      {
        id: 'three',
        figure: 'fig-3.3',
        says: 'third',
        rule: '',
        parts: () => [average('', new Map(), printedGain(1, 'text'))],
      },
    ],
  });

  it('keeps a row without records only of a claim that says the same and has the same windows', () => {
    const records = new Map([['fig-3.3', madeUpRecords('fig-3.3')]]);
    const before = claimsPage(withClaim('second', 0.1, 0.1, 0.2), records);
    expect(before).toContain('| second | undecided |');
    // 10 % more: a quarter of it is 2.5 points.
    expect(before).toContain(
      '| second | here | 10 % (text) | [7.5, 12.5] | 10.0 % (no interval), n = 1 | open | fig-3.3 |',
    );
    const without = (paper: Paper): string => claimsPage(paper, new Map(), before);
    expect(without(withClaim('second', 0.1, 0.2))).toBe(before);
    const lost = [
      withClaim('other', 0.1, 0.2),
      withClaim('second', 0.1, 0.3),
      withClaim('second', 0.1),
      withClaim('second'),
    ];
    for (const paper of lost) {
      const page = without(paper);
      expect(page).toContain(`| ${paper.claims[1]!.says} | not judged |  |  |  |  | \`plenum reproduce fig-3.3\` |`);
      expect(page).not.toContain('| here |');
      // Rows of claims before and behind stay.
      expect(page).toContain('| first | not tested |');
      expect(page).toContain('| third |  | 100 % (text) |');
    }
    const fewer = { ...withClaim('second', 0.1, 0.2), claims: withClaim('').claims.slice(0, 1) };
    expect(without(fewer)).not.toContain('second');
  });

  it('every committed page is as the program writes it: without records it stays to the last character', async () => {
    for (const { family, load } of PAPERS) {
      const page = textOf(`docs/claims-${family}.md`);
      expect(claimsPage(await load(), new Map(), page)).toBe(page);
    }
  });

  it('says that a row has no plan', () => {
    const none = madeUpRecords('fig-3.5');
    expect(partOf(new Map([['fig-3.5', none]]))).toContain('| nominal, open, 24 C | no plan | no plan |');
  });
});
