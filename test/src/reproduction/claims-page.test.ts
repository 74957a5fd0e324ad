import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { trialsOf } from '../../../src/experiments/design.js';
import type { Records } from '../../../src/experiments/record.js';
import { claimsIndex, claimsPage } from '../../../src/reproduction/claims-page.js';
import { dataWith, trialSeries } from '../../../src/reproduction/data.js';
import type { Paper } from '../../../src/reproduction/paper.js';
import { parseRecordsCsv, recordsCsv } from '../../../src/reproduction/run/records-csv.js';
import { figureNames, paperOfFigure, PAPERS } from '../../../src/reproduction/registry.js';
import { average, greater, printedGain, ratio, within } from '../../../src/reproduction/rules.js';
import { TOY_PAPER } from '../../fixtures/reproduction/toy-paper.js';
import { textOf } from '../../architecture/source-files.js';
import { committedRows, partOf } from '../../support/claims.js';

const VERDICTS = ['holds', 'in part', 'contradicts', 'undecided', 'not tested', 'not judged', 'calibrated, not tested'];

/** Records that are committed as CSV, by figure. */
const COMMITTED = new Map(
  figureNames().flatMap((figure): [string, Records][] => {
    const file = `docs/records/${figure}.csv`;
    return existsSync(file) ? [[figure, parseRecordsCsv(readFileSync(file, 'utf8'))]] : [];
  }),
);
const pages = () =>
  Promise.all(PAPERS.map(async ({ family, load }) => ({ file: `claims-${family}.md`, paper: await load() })));

describe('the committed pages', () => {
  it('are to the last character what the committed records give', async () => {
    const all = await pages();
    expect(textOf('docs/claims.md')).toBe(claimsIndex(all, COMMITTED));
    for (const { file, paper } of all) expect(textOf(`docs/${file}`)).toBe(claimsPage(paper, COMMITTED));
  });

  it('have a row for every claim of every paper, with a verdict and a command that runs its figure', async () => {
    for (const { paper } of await pages()) {
      for (const { claim, verdict, command } of committedRows(paper)) {
        expect([
          claim.id,
          VERDICTS.some(
            (one) =>
              verdict === one || verdict.startsWith(`${one} (`) || verdict.startsWith(`${one}, by our reading (`),
          ),
        ]).toEqual([claim.id, true]);
        expect(command.replace(/ --(?:trials \d+|until-decided)/, '')).toBe(`\`plenum reproduce ${claim.figure}\``);
      }
    }
  });

  it('have a reason for every claim of chapter 4 that was judged and does not hold', async () => {
    const rows = committedRows(await paperOfFigure('fig-4.2').load());
    const open = rows.filter(
      ({ verdict, why }) => !/^(?:holds|not |calibrated, not tested \(holds\))/.test(verdict) && why === '',
    );
    expect(open).toEqual([]);
  });

  it('are short: a page of a paper under 45 kB, the table of all claims under 150 kB, all records under 2 MB', async () => {
    for (const { file } of await pages()) expect(Buffer.byteLength(textOf(`docs/${file}`))).toBeLessThan(45_000);
    expect(Buffer.byteLength(textOf('docs/claims.md'))).toBeLessThan(150_000);
    const bytes = [...COMMITTED.keys()].map((figure) => statSync(`docs/records/${figure}.csv`).size);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(2_000_000);
  });

  it('come in the order of the chapters, and of the papers after them', () => {
    expect(
      [...textOf('docs/claims.md').matchAll(/^- \[.*\]\(claims-([\w-]+)\.md\)$/gm)].map(([, family]) => family),
    ).toEqual(['robust', 'reward-rate', 'geo', 'templates', 'utility', 'jobs']);
  });
});

/** Vans of two sizes on two roads: the van is ahead by hand as the claims say, on a road that the source does not print. */
const van = async (change: Partial<Paper> = {}): Promise<Paper> => {
  const toy = await TOY_PAPER.load();
  return {
    ...toy,
    design: (figure, { scale, trials = 3 }) => ({
      name: `${figure} ${scale}`,
      version: 1,
      factors: [
        { name: 'road', levels: ['bumpy', 'dry', 'wet'] },
        { name: 'demand', levels: ['1', '2'] },
        { name: 'method', levels: ['van', 'cart'] },
      ],
      without: [],
      trials,
      seed: 1,
      settings: {},
    }),
    calibration: { factors: ['road', 'demand'], isAdmissible: ({ road }) => road !== 'bumpy' },
    claims: [
      {
        id: 'ahead',
        figure: 'van-1',
        says: 'The van is ahead.',
        rule: '',
        parts: (data) => {
          const of = (method: string) => trialSeries(data, { method }, 'way');
          return [greater('van over cart', of('van'), of('cart'), { factor: 1, digits: 1, unit: 'm' })];
        },
      },
      {
        id: 'chosen',
        figure: 'van-1',
        says: 'The cart goes 1 to 3 m.',
        rule: '',
        calibrated: 'Roads were chosen by it.',
        parts: (data) => [
          average('cart', trialSeries(data, { method: 'cart' }, 'way'), (interval) => within(interval, -9, 9), {
            factor: 1,
            digits: 1,
            unit: 'm',
          }),
        ],
      },
    ],
    reasons: { ahead: 'Wet roads slow vans down.' },
    views: [{ kind: 'thesis', words: '', key: '', data: (records) => dataWith(records, '', () => ({})) }],
    ...change,
  };
};

/** By hand: the van is 1 m ahead on dry roads, and 1 m behind on others. */
const recordsFor = (paper: Paper, trials = 3): Records => {
  const design = paper.design('van-1', { scale: 'reduced', trials });
  return {
    design,
    records: trialsOf(design).map(({ cell, trial, seed }) => {
      const ahead = cell['method'] === 'van' ? (cell['road'] === 'dry' ? 1 : -1) : 0;
      return { cell, trial, seed, values: { way: 2 + 0.1 * trial + ahead } };
    }),
  };
};
const of = (paper: Paper, records: Records | null) =>
  partOf(paper, new Map(records === null ? [] : [['van-1', records]]));

describe('the pages of a paper', () => {
  it('count the admissible settings in which a claim holds, and show where', async () => {
    const paper = await van();
    const text = of(paper, recordsFor(paper));
    expect(text).toContain(
      '| The van is ahead. | in part | holds in 2 of 4, contradicts in 2; always with dry; never with wet | 3 | 2, 2, 0, 0 | wet, demand 1: van over cart: -1.0 m [-1.0, -1.0], greater in 0 of 3 | Wet roads slow vans down. | `plenum reproduce van-1` |',
    );
    expect(text).toContain('\nvan-1, in each cell road bumpy, dry, wet:\n');
    expect(text).toContain('| The van is ahead. | X H X | X H X |');
  });

  it('a setting that is not admissible is in parentheses and in no count', async () => {
    const paper = await van({
      calibration: { factors: ['demand', 'road'], isAdmissible: ({ demand }) => demand === '1' },
    });
    const text = of(paper, recordsFor(paper));
    expect(text).toContain('| Claim | demand 1 | (demand 2) |');
    expect(text).toContain(
      '| The van is ahead. | in part | holds in 1 of 3, contradicts in 2; always with dry; never with bumpy, wet | 3 | 1, 2, 0, 0 |',
    );
  });

  it('a claim whose number chose the settings tests nothing', async () => {
    const paper = await van();
    const text = of(paper, recordsFor(paper));
    expect(text).toContain('| The cart goes 1 to 3 m. | calibrated, not tested (holds) | holds in 4 of 4 | 3 |');
    expect(text).toContain(
      '### chosen: calibrated, not tested (holds)\n\nholds in 4 of 4.\n\nRoads were chosen by it.\n',
    );
  });

  it('records of too few trials, of another design, or none get no verdict', async () => {
    const paper = await van();
    expect(of(paper, recordsFor(paper, 2))).toContain('| The van is ahead. | not judged (2 of 3 trials) |');
    const older = recordsFor(paper);
    const text = of(paper, { ...older, design: { ...older.design, version: 0 } });
    expect(text).toContain('| The van is ahead. | not judged (records of another design) |');
    const other = recordsFor(paper);
    const steps = of(paper, { ...other, design: { ...other.design, settings: { steps: 5 } } });
    expect(steps).toContain('| The van is ahead. | not judged (records of another design) |');
    expect(of(paper, null)).toContain(
      '| The van is ahead. | not judged (no records) |  |  |  |  |  | `plenum reproduce van-1` |',
    );
  });

  it('more trials than usual are judged by wider intervals, and the command says that they were asked for', async () => {
    // By hand: of 6 trials the van is ahead by 0, 2, 0, 2, 0, 2 m: 1 -+ t sd / sqrt 6 with sd 1.0954 and t 2.5706 at 95 %
    // is [-0.15, 2.15]; at 98.33 % t is 3.5341 and the interval [-0.58, 2.58].
    const paper = await van({ calibration: undefined as never, claims: (await van()).claims.slice(0, 1) });
    const design = { ...paper.design('van-1', { scale: 'reduced', trials: 6 }) };
    const wide: Records = {
      design,
      records: trialsOf(design).map(({ cell, trial, seed }) => ({
        cell,
        trial,
        seed,
        values: { way: cell['method'] === 'van' ? 2 * (trial % 2) : 0 },
      })),
    };
    const [claim] = paper.claims;
    const own = {
      ...paper,
      claims: [
        {
          ...claim!,
          parts: (data: Parameters<NonNullable<typeof claim>['parts']>[0]) => {
            const way = (method: string) => trialSeries(data, { road: 'dry', demand: '1', method }, 'way');
            return [greater('van over cart', way('van'), way('cart'), { factor: 1, digits: 2, unit: 'm' })];
          },
        },
      ],
    };
    expect(of(own, wide)).toContain(
      '| The van is ahead. | undecided |  | 6 | 0, 0, 1, 0 | van over cart: +1.00 m [-0.58, 2.58], greater in 3 of 6 | Wet roads slow vans down. | `plenum reproduce van-1 --until-decided` |',
    );
  });

  it('show printed numbers beside ours', async () => {
    const one = new Map([
      [0, 1.1],
      [1, 1.1],
    ]);
    const paper = await van({
      claims: [
        {
          id: 'p',
          figure: 'van-1',
          says: 'A tenth more.',
          rule: '',
          parts: () => [
            ratio(
              'here',
              one,
              new Map([
                [0, 1],
                [1, 1],
              ]),
              printedGain(0.1, 'text'),
            ),
          ],
        },
      ],
    });
    // 10 % more: a quarter of it is 2.5 points.
    expect(of(paper, recordsFor(paper))).toContain(
      '| A tenth more. | dry, demand 1: here | 10 % (text) | [7.5, 12.5] | 10.0 % [10.0, 10.0], n = 2 | yes | van-1 |',
    );
  });

  it('are the same from records that were written as CSV and read', async () => {
    const paper = await van();
    const records = recordsFor(paper);
    expect(of(paper, parseRecordsCsv(recordsCsv(records)))).toBe(of(paper, records));
  });
});
