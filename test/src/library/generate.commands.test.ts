import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as plenum from '../../../src/library/index.js';
import type { Refused } from '../../../src/library/index.js';
import { plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

const TINY = 'tiny-two-node-types';

function accepted<Answer extends { readonly ok: true }>(answer: Answer | Refused): Answer {
  if (!answer.ok) throw new Error(plenum.formatFaults(answer.faults));
  return answer;
}

it('generate writes the instances that the command writes, and gives its record', async () => {
  const [own, theirs] = [temporaryDirectory(), temporaryDirectory()];
  const room = { racks: 60, airflow: 'nominal', coldAisles: 'isolated', powerCap: 2e5, redLine: 28, seed: 7 } as const;
  const made = accepted(await plenum.generate(null, { ...room, out: own }));
  const words = ['--racks', '60', '--airflow', 'nominal', '--cold-aisles', 'isolated', '--power-cap', '200000'];
  const { json } = await plenumJson('generate', ...words, '--red-line', '28', '--seed', '7', '--out', theirs);
  expect(JSON.parse(JSON.stringify(made.record).replaceAll(own, theirs))).toEqual(json);
  // What the thesis does not state: hot aisles share a ceiling, and isolated cold aisles mix with nothing.
  expect(JSON.parse(readFileSync(made.instances[0]!, 'utf8'))).toMatchObject({
    facility: { airflow: { hotMixing: 0.5, mixingFraction: 0 } },
  });
  const [varied] = accepted(await plenum.generate(made.instances[0]!, { seed: 3, out: own })).instances;
  await plenumJson('generate', made.instances[0]!, '--seed', '3', '--out', theirs);
  expect(readdirSync(own)).toEqual(readdirSync(theirs));
  for (const name of readdirSync(own)) {
    expect([name, readFileSync(join(own, name), 'utf8')]).toEqual([name, readFileSync(join(theirs, name), 'utf8')]);
  }
  expect(accepted(await plenum.open(varied!)).family).toBe('reward-rate');
});

it('generate states how air mixes between cells, with cells for it, unless that takes too long to draw', async () => {
  const airflowOf = async (racks: number): Promise<{ airflow: object; warnings: string }> => {
    const { instances, record } = accepted(await plenum.generate(null, { racks, out: temporaryDirectory() }));
    const { facility } = JSON.parse(readFileSync(instances[0]!, 'utf8')) as { facility: { airflow: object } };
    return { airflow: facility.airflow, warnings: record.warnings.join() };
  };
  const fine = await airflowOf(30);
  expect(fine.airflow).toMatchObject({ mixingM2PerS: 0.075, layout: { cellM: { x: 0.15, y: 0.15, z: 0.15 } } });
  expect(fine.warnings).not.toMatch(/cellM|grid/);
  const coarse = await airflowOf(60);
  expect(coarse.airflow).not.toHaveProperty('mixingM2PerS');
  expect(coarse.airflow).toMatchObject({ hotMixing: 0.5, layout: { cellM: { x: 0.3, y: 0.3, z: 0.35 } } });
  expect(coarse.warnings).toContain('hot spots depend on the grid');
});

it('generate refuses, as of the call, what asks for nothing, for two things, or has no place', async () => {
  const out = temporaryDirectory();
  const refusals = [
    [await plenum.generate(null, { out }), 'racks'],
    [await plenum.generate(TINY, { out, racks: 30 }), 'racks'],
    [await plenum.generate(null, { out, racks: 30, date: '2017-07-12' }), 'date'],
    [await plenum.generate(null, { racks: 30 } as unknown as plenum.GenerateOptions), 'out'],
    [await plenum.generate(TINY, { out, count: 0 }), 'count'],
  ] as const;
  expect(refusals.map(([answer]) => (answer.ok ? [] : answer.faults).map(({ file, path }) => [file, path]))).toEqual(
    refusals.map(([, option]) => [['call', option]]),
  );
  expect(readdirSync(out)).toEqual([]);
});
