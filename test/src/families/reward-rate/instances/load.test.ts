import { createHash } from 'node:crypto';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rewardRateFiles, loadRewardRateInstance } from '../../../../../src/families/reward-rate/instances/load.js';
import { jsonText } from '../../../../../src/instances/json-text.js';
import { tinyInstances } from '../../../../support/bundled.js';
import { instanceWarnings } from '../../../../../src/families/reward-rate/instances/warnings.js';
import { lastingDirectory } from '../../../../support/small-instance.js';

const directory = lastingDirectory();

const tiny = tinyInstances().find(({ name }) => name === 'tiny-unlimited')!;

function refusal(file: string): unknown {
  const loaded = loadRewardRateInstance(file);
  return loaded.ok ? 'accepted' : loaded.faults.map((fault) => fault.value);
}

describe('loadRewardRateInstance', () => {
  it('gives back exactly what was written, with the hash of the bytes and the directory', () => {
    const file = join(directory, 'good.json');
    writeFileSync(file, '\uFEFF' + jsonText(tiny));
    const loaded = loadRewardRateInstance(file);
    expect(loaded).toMatchObject({ ok: true, directory, warnings: [] });
    expect(loaded.ok && JSON.stringify(loaded.instance)).toBe(JSON.stringify(tiny));
    expect(loaded.ok && loaded.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('hashes the bytes of the file and not its text or its value', () => {
    const file = join(directory, 'marked.json');
    const text = '\uFEFF' + jsonText(tiny);
    writeFileSync(file, text);
    const loaded = loadRewardRateInstance(file);
    expect(loaded.ok && loaded.sha256).toBe(createHash('sha256').update(Buffer.from(text)).digest('hex'));
  });

  it('refuses a missing file, a file used as a directory and a directory', () => {
    writeFileSync(join(directory, 'plain'), '{}');
    mkdirSync(join(directory, 'folder.json'));
    expect(refusal(join(directory, 'absent.json'))).toEqual(['no such file']);
    expect(refusal(join(directory, 'plain', 'x.json'))).toEqual(['no such file']);
    expect(refusal(join(directory, 'folder.json'))).toEqual(['a directory']);
  });

  it('refuses a device without reading it', () => {
    expect(refusal('/dev/zero')).toEqual(['a device, pipe or socket']);
  });

  it('refuses a 1 GB file by its size, without reading it', () => {
    const file = join(directory, 'sparse.json');
    writeFileSync(file, '');
    truncateSync(file, 1 << 30);
    expect(refusal(file)).toEqual(['1073741824 bytes']);
  });

  it('refuses deep nesting instead of overflowing the stack', () => {
    const judged = rewardRateFiles.judgeText('['.repeat(1e6));
    expect(judged).toMatchObject({ ok: false, faults: [{ allowed: 'at most 64 levels of nesting' }] });
  });

  it('refuses an own key "__proto__" like any other unknown key', () => {
    const text = jsonText(tiny).replace('"limits": {', '"limits": { "__proto__": { "powerCapW": 1 },');
    const judged = rewardRateFiles.judgeText(text);
    expect(judged.ok ? [] : judged.faults.map((fault) => fault.path)).toEqual(['limits.__proto__']);
  });

  it('never throws, whatever JSON value takes the place of any field', () => {
    const replacements: unknown[] = [null, 7, -1, NaN, '', 'x', [], {}, [null], [[{}]], { a: null }, true];
    let refused = 0;
    let tried = 0;
    for (const path of paths(tiny)) {
      for (const replacement of replacements) {
        const judged = rewardRateFiles.judge(replaced(tiny, path, replacement));
        tried++;
        if (!judged.ok) refused++;
        for (const fault of judged.ok ? [] : judged.faults) expect(fault.remedy).not.toBe('');
      }
    }
    expect(refused).toBeGreaterThan(tried / 2);
  });
});

describe('instanceWarnings', () => {
  const { facility, limits } = tiny;

  it('is silent about an instance in order', () => {
    expect(instanceWarnings(tiny)).toEqual([]);
  });

  it('warns of a cap below idle power, a red line below the set-points and types without nodes', () => {
    const spare = { ...facility.nodeTypes[0]!, name: 'spare' };
    const warnings = instanceWarnings({
      ...tiny,
      facility: { ...facility, nodeTypes: [...facility.nodeTypes, spare] },
      limits: { ...limits, powerCapW: 19, redLineC: 10 },
    });
    expect(warnings.map((warning) => warning.split(':')[0])).toEqual([
      'limits.powerCapW',
      'limits.redLineC',
      'facility.nodeTypes',
    ]);
  });

  it('warns with the share of air that must recirculate when fans outdraw the CRACs', () => {
    // One node of 0.02 m3/s, CRAC of 0.05 m3/s: three times as many fans draw 0.06.
    const group = { ...facility.nodeGroups[0]!, count: 3 };
    const [warning] = instanceWarnings({ ...tiny, facility: { ...facility, nodeGroups: [group] } });
    expect(warning).toContain('at least 16.7 %');
  });

  it('warns of lists per P-state that run the wrong way', () => {
    const type = facility.nodeTypes[0]!;
    const task = { ...type.tasks[0]!, timeS: [10, 9], corePowerW: [4, 5] };
    const warnings = instanceWarnings({ ...tiny, facility: { ...facility, nodeTypes: [{ ...type, tasks: [task] }] } });
    expect(warnings).toHaveLength(2);
  });
});

/** Paths of all fields and elements. */
function paths(value: unknown): PropertyKey[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) => {
    const segment = Array.isArray(value) ? Number(key) : key;
    return [[segment], ...paths(child).map((rest) => [segment, ...rest])];
  });
}

function replaced(value: unknown, path: readonly PropertyKey[], replacement: unknown): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    PropertyKey,
    unknown
  >;
  copy[segment] = replaced(copy[segment], rest, replacement);
  return copy;
}
