import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledInstances } from '../../../src/families/reward-rate/instances/bundled.js';
import { generatedOfAll } from '../../support/generated-files.js';
import { heldBy } from '../../../src/facility/held-facility.js';
import { influenceMatrixOf } from '../../../src/facility/influence.js';
import { loadRewardRateInstance } from '../../../src/families/reward-rate/instances/load.js';

const GENERATED = await generatedOfAll();

describe('bundled instances', () => {
  it.each(GENERATED)('$file is what the code writes (else run write-bundled)', ({ file, text }) => {
    expect(existsSync(file) && readFileSync(file, 'utf8') === text).toBe(true);
  });

  it('there are no files beside the generated ones', () => {
    const files = readdirSync('instances/reward-rate').map((file) => `instances/reward-rate/${file}`);
    expect(files.sort()).toEqual(
      bundledInstances()
        .map(({ file }) => file)
        .sort(),
    );
  });

  it.each(bundledInstances())('$file loads as the instance it was made from', ({ file, instance }) => {
    const loaded = loadRewardRateInstance(file);
    expect(loaded.ok ? loaded.instance : loaded.problems).toEqual(instance);
    expect(file).toBe(`instances/reward-rate/${instance.name}.json`);
  });

  it('every tiny instance states its optimum, no room does', () => {
    for (const { instance } of bundledInstances()) {
      expect(instance.knownOptimum !== undefined).toBe(instance.name.startsWith('tiny-'));
    }
  });

  it('an instance whose matrix file is absent or malformed names that file', () => {
    const { instance } = bundledInstances().find((bundled) => bundled.instance.name === 'tiny-unlimited')!;
    const airflow = {
      source: 'matrix',
      kind: 'influence',
      rowsPer: 'nodeGroup',
      nodeAirflowFactor: 1,
      provenance: 'test',
    } as const;
    const withFile = (file: string): typeof instance => ({
      ...instance,
      facility: { ...instance.facility, airflow: { ...airflow, file } },
    });
    const absent = influenceMatrixOf(heldBy(withFile('absent.csv')), 'instances/reward-rate');
    expect(absent).toMatchObject({ ok: false, problems: [{ value: 'no such file', path: 'facility.airflow.file' }] });
    const malformed = influenceMatrixOf(heldBy(withFile('tiny-unlimited.json')), 'instances/reward-rate');
    expect(malformed).toMatchObject({ ok: false, problems: [{ path: 'line 1, column 1' }] });
    expect(malformed.ok ? '' : malformed.problems[0]!.file).toMatch(/instances\/reward-rate\/tiny-unlimited\.json$/);
  });
});
