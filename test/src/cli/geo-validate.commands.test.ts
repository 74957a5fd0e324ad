import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../../support/repository.js';
import { plenum, plenumJson } from '../../support/run-cli.js';

const TINY = join(repository, 'instances/geo/tiny-restricted.json');

describe('plenum validate', () => {
  test('geo instances are judged along with others', async () => {
    const { code, json } = await plenumJson('validate', TINY, join(repository, 'instances/robust/tiny-one-task.json'));
    expect(code).toBe(0);
    expect(json['instances']).toMatchObject([
      { family: 'geo', warnings: [], details: { dataCentres: 2, nodes: 4, epochs: 1, taskTypes: 2 } },
      { family: 'robust' },
    ]);
  });

  test('a faulty geo instance is refused', async () => {
    const file = join(repository, 'instances/malformed/geo-many-faults.json');
    const { code, stdout, stderr } = await plenum('validate', file);
    expect(code).toBe(2);
    expect(`${stdout}${stderr}`).toContain('dataCentres[1].name');
  });

  test('the format of an unknown family is refused with the families there are', async () => {
    const { code, json } = await plenumJson('validate', join(repository, 'instances/malformed/geo-other-format.json'));
    expect(code).toBe(2);
    expect(JSON.stringify(json['faults'])).toContain('plenum.geo');
  });
});
