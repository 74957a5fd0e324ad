import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reproduce } from '../../../../src/reproduction/run/reproduce.js';
import { schemaFaults } from '../../../support/committed-schema.js';
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
  expect(readFileSync(join(folder, 'docs/claims-van.md'), 'utf8')).toContain(
    '| the first that fits are the best | contradicts | 0, 1, 0, 0 | The first parcel that fits need not be the dearest. | `plenum reproduce van-1` |',
  );
  await reproduced('again');
  const records = (out: string): string => readFileSync(join(folder, out, 'van-1-reduced.records.jsonl'), 'utf8');
  expect(records('again')).toBe(records('first'));
});

it('links lead to the pages that are there, written now or before, and to no others', async () => {
  const of = (family: string): DeclaredPaper => ({
    family,
    figures: [`${family}-1`],
    load: async () => ({ ...(await TOY_PAPER.load()), figures: [`${family}-1`], introduction: `## Of ${family}\n` }),
  });
  mkdirSync(join(folder, 'some'));
  writeFileSync(join(folder, 'some/claims-cart.md'), 'as it was');
  await reproduced('links', 'van-1', 'some', [TOY_PAPER, of('cart'), of('ship')]);
  expect(readFileSync(join(folder, 'some/claims.md'), 'utf8').match(/^- .*$/gm)).toEqual([
    '- [Vans](claims-van.md)',
    '- [Of cart](claims-cart.md)',
  ]);
  expect(readFileSync(join(folder, 'some/claims-cart.md'), 'utf8')).toBe('as it was');
});

it('an input of a figure that the environment names and that cannot be read is refused, also where pages alone need it', async () => {
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
  expect(await reproduced('unread', 'van-1', 'none', papers)).toEqual({ ok: false, faults: [fault] });
});

it('a figure of no paper is refused', async () => {
  expect(await reproduced('refused', 'fig-3.3')).toMatchObject({ ok: false, faults: [{ value: 'fig-3.3' }] });
});
