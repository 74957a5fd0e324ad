import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reproduce } from '../../../../src/reproduction/run/reproduce.js';
import { schemaFaults } from '../../../support/committed-schema.js';
import type { Paper } from '../../../../src/reproduction/paper.js';
import type { DeclaredPaper } from '../../../../src/reproduction/registry.js';
import { UnreadableInput } from '../../../../src/reproduction/figure-options.js';
import { TOY_PAPER } from '../../../fixtures/reproduction/toy-paper.js';
import { lastingDirectory } from '../../../support/small-instance.js';

const folder = lastingDirectory();

const reproduced = async (out: string, figure = 'van-1', docs = 'docs', papers = [TOY_PAPER]) =>
  reproduce(
    {
      figures: [figure],
      scale: 'reduced',
      trials: null,
      workers: 1,
      out: join(folder, out),
      writeDocs: join(folder, docs),
      judge: null,
      untilDecided: false,
      force: false,
      interrupted: () => false,
      watcher: { say: () => undefined, warn: () => undefined, progress: () => undefined },
    },
    papers,
  );

it('any paper is run, judged, drawn and written as those of the registry are, and its records repeat byte for byte', async () => {
  const answer = await reproduced('first');
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  // The dearest two are 4 + seed dollars ahead of the first with 10 kg, the dearest one of 5 kg is 1 ahead of the first.
  expect(answer.figures).toMatchObject([
    {
      figure: 'van-1',
      family: 'van',
      trials: 3,
      done: 12,
      total: 12,
      claims: [
        { id: 'van-1a', verdict: 'holds', parts: [{ where: '10 kg', answer: 'yes' }] },
        { id: 'van-1b', verdict: 'contradicts', parts: [{ where: '5 kg', answer: 'no' }] },
      ],
    },
  ]);
  expect(schemaFaults('reproduce', { ...answer.record })).toEqual([]);
  expect(answer.lines).toContain('  contradicts  the first that fits are the best');
  expect(readFileSync(join(folder, 'first/van-1-reduced.html'), 'utf8')).toContain('Worth by load');
  expect(readFileSync(join(folder, 'docs/claims.md'), 'utf8')).toContain('- [Vans](claims-van.md)\n');
  expect(readFileSync(join(folder, 'docs/claims.md'), 'utf8')).toContain(
    '| the first that fits are the best | contradicts |  | 3 | 0, 1, 0, 0 | 5 kg: -1.000 USD [-1.000, -1.000], greater in 0 of 3 | The first parcel that fits need not be the dearest. | `plenum reproduce van-1` |',
  );
  await reproduced('again');
  const records = (out: string): string => readFileSync(join(folder, out, 'van-1-reduced.records.jsonl'), 'utf8');
  expect(records('again')).toBe(records('first'));
});

it('an input of a figure that the environment names and that cannot be read is refused', async () => {
  const fault = {
    file: '/nowhere/log.swf',
    path: 'LOG',
    value: 'no such file',
    allowed: 'an existing file',
    remedy: 'Name another.',
  };
  const of = async (figures: readonly string[]): Promise<DeclaredPaper> => {
    const toy = await TOY_PAPER.load();
    const design: typeof toy.design = (figure, options) => {
      if (figure === 'log-1') throw new UnreadableInput(fault);
      return toy.design(figure, options);
    };
    const paper = { ...toy, figures, design, claims: [] };
    return { family: 'log', figures, load: () => Promise.resolve(paper) };
  };
  const papers = [await of(['van-1', 'log-1'])];
  expect(await reproduced('unread', 'log-1', 'none', papers)).toEqual({ ok: false, faults: [fault] });
});

it('a figure of no paper is refused', async () => {
  expect(await reproduced('refused', 'fig-3.3')).toMatchObject({ ok: false, faults: [{ value: 'fig-3.3' }] });
});

it('records that were written as CSV are judged without running anything, and a figure without them is refused', async () => {
  await reproduced('judged', 'van-1', 'judged-docs');
  const judged = (figures: string[], docs: string) =>
    reproduce(
      {
        figures,
        scale: 'reduced',
        trials: null,
        workers: 1,
        out: join(folder, 'again-judged'),
        writeDocs: null,
        judge: join(folder, docs),
        untilDecided: false,
        force: false,
        interrupted: () => false,
        watcher: { say: () => undefined, warn: () => undefined, progress: () => undefined },
      },
      [TOY_PAPER],
    );
  const answer = await judged(['all'], 'judged-docs');
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  expect(answer.figures[0]!.claims.map(({ verdict }) => verdict)).toEqual(['holds', 'contradicts']);
  expect(readFileSync(join(folder, 'again-judged/van-1-reduced.html'), 'utf8')).toContain('Worth by load');
  const all = readFileSync(join(folder, 'again-judged/claims.html'), 'utf8');
  expect(all).toContain('2 claims: 1 holds, 1 contradicts.');
  expect(all).toContain('<a href="van-1-reduced.html">van-1</a>');
  expect(await judged(['all'], 'no-docs')).toMatchObject({ ok: false, faults: [{ path: '--judge', value: 'van-1' }] });
  expect(await judged(['van-1'], 'no-docs')).toMatchObject({
    ok: false,
    faults: [{ path: '--judge', value: 'van-1' }],
  });
});

it('goes on to twice and four times the trials while a claim is undecided, and no further', async () => {
  const toy = await TOY_PAPER.load();
  // By hand: differences that alternate between 0 and 2 are open after 3 trials and decided by the wider interval after 12.
  const paper: Paper = {
    ...toy,
    claims: toy.claims.slice(0, 1),
    trial: ({ cell, trial }) => ({ values: { usd: cell['method'] === 'exhaustive' ? 2 * (trial % 2) : 0 }, times: {} }),
  };
  const asked = (untilDecided: boolean) =>
    reproduce(
      {
        figures: ['van-1'],
        scale: 'reduced',
        trials: null,
        workers: 1,
        out: join(folder, 'looks'),
        writeDocs: null,
        judge: null,
        untilDecided,
        force: false,
        interrupted: () => false,
        watcher: { say: () => undefined, warn: () => undefined, progress: () => undefined },
      },
      [{ ...TOY_PAPER, load: () => Promise.resolve(paper) }],
    );
  const seen = [await asked(false), await asked(true)];
  expect(
    seen.map((one) => (one.ok ? one.figures.map(({ trials, claims }) => [trials, claims[0]!.verdict]) : one)),
  ).toEqual([[[3, 'undecided']], [[12, 'holds']]]);
});
