import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Refused } from '../../../../src/instances/fault.js';
import { type OpenedStudy, openStudy } from '../../../../src/workbench/study/open.js';
import { ROOT } from '../../../architecture/source-files.js';
import { temporaryDirectory } from '../../../support/small-instance.js';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

function opened(uncertainty: object, out = 'study'): Promise<OpenedStudy | Refused> {
  const study = {
    format: 'plenum.study',
    formatVersion: 1,
    name: 'own',
    methods: ['greedy', 'config-lp'],
    budgets: [{ work: 5 }],
    instances: [{ variants: 'reward-rate/tiny-two-node-types', seeds: '1..3', uncertainty }],
  };
  const file = path.join(directory, 'own.json');
  writeFileSync(file, JSON.stringify(study));
  return openStudy({
    study: file,
    out: path.join(directory, out),
    yes: false,
    allowOutside: false,
    packageDirectory: ROOT,
    plenumVersion: '0.0.0',
  });
}

const texts = (out: string): string[] => {
  const folder = path.join(directory, out, 'instances');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
};

describe('variants of a study within a stated uncertainty', () => {
  it('are the same instances for all methods, one by seed, and the same in another folder', async () => {
    const answer = await opened({ powerCapW: '±10 %' });
    if (!answer.ok) throw new TypeError(JSON.stringify(answer.faults));
    const files = new Map<string, unknown[]>();
    for (const { file, identity } of answer.runs) files.set(file!, [...(files.get(file!) ?? []), identity.method]);
    expect([...files.values()]).toEqual([1, 2, 3].map(() => ['greedy', 'config-lp']));
    const caps = texts('study').map((text) => (JSON.parse(text) as { limits: { powerCapW: number } }).limits.powerCapW);
    expect(new Set(caps).size).toBe(3);
    await opened({ powerCapW: 0.1 }, 'other');
    expect(texts('other')).toEqual(texts('study'));
  });

  it('have other keys for another uncertainty', async () => {
    const [one, other] = [await opened({ powerCapW: 0.1 }), await opened({ powerCapW: 0.2 }, 'other')];
    const keys = [one, other].map((answer) => (answer.ok ? answer.runs.map(({ key }) => key) : []));
    expect(keys[0]).toHaveLength(6);
    expect(keys[0]!.filter((key) => keys[1]!.includes(key))).toEqual([]);
  });

  it('are refused with a field that is not there, a share that is none, and where the family refuses one', async () => {
    const fault = async (uncertainty: object): Promise<string> => {
      const answer = await opened(uncertainty);
      return answer.ok
        ? 'accepted'
        : answer.faults.map(({ path: where, allowed, remedy }) => `${where} ${allowed} ${remedy}`).join();
    };
    expect(await fault({ 'limits.powerCap': 0.1 })).toContain('the nearest name is "powerCapW"');
    expect(await fault({ powerCapW: '10 kW' })).toMatch(
      /instances\[0\]\.uncertainty\.powerCapW a share from 0 to below 1/,
    );
    // A rack of fewer slots does not hold its nodes.
    expect(await fault({ 'facility.airflow.layout.racks[*].slots': 0.99 })).toMatch(
      /Variant of seed \d.*make the field less uncertain/,
    );
  });
});
