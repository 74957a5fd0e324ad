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
  const room = { racks: 30, airflow: 'nominal', coldAisles: 'isolated', powerCap: 2e5, redLine: 28, seed: 7 } as const;
  const made = accepted(await plenum.generate(null, { ...room, out: own }));
  const words = ['--racks', '30', '--airflow', 'nominal', '--cold-aisles', 'isolated', '--power-cap', '200000'];
  const { json } = await plenumJson('generate', ...words, '--red-line', '28', '--seed', '7', '--out', theirs);
  expect(JSON.parse(JSON.stringify(made.record).replaceAll(own, theirs))).toEqual(json);
  // What the thesis does not state: hot aisles share a ceiling, and isolated cold aisles mix with nothing.
  const cellM = { x: 0.15, y: 0.15, z: 0.15 };
  expect(JSON.parse(readFileSync(made.instances[0]!, 'utf8'))).toMatchObject({
    facility: { airflow: { hotMixing: 0.5, mixingFraction: 0, mixingM2PerS: 0.075, layout: { cellM } } },
  });
  expect(made.record.warnings.join()).not.toContain('facility.airflow.layout.cellM');
  const [varied] = accepted(await plenum.generate(made.instances[0]!, { seed: 3, out: own })).instances;
  await plenumJson('generate', made.instances[0]!, '--seed', '3', '--out', theirs);
  expect(readdirSync(own)).toEqual(readdirSync(theirs));
  for (const name of readdirSync(own)) {
    expect([name, readFileSync(join(own, name), 'utf8')]).toEqual([name, readFileSync(join(theirs, name), 'utf8')]);
  }
  expect(accepted(await plenum.open(varied!)).family).toBe('reward-rate');
});

it('generate states no mixing between cells in a room whose air takes too long to draw, and says so', async () => {
  const made = accepted(await plenum.generate(null, { racks: 60, out: temporaryDirectory() }));
  expect(made.record.warnings).toContainEqual(expect.stringContaining('hot spots depend on the grid'));
  const { facility } = JSON.parse(readFileSync(made.instances[0]!, 'utf8')) as { facility: { airflow: object } };
  expect(facility.airflow).not.toHaveProperty('mixingM2PerS');
  expect(facility.airflow).toMatchObject({ hotMixing: 0.5, layout: { cellM: { x: 0.3, y: 0.3, z: 0.35 } } });
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
