import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withFieldTable } from '../../../../../src/workbench/bundled.js';
import { rewardRateFiles } from '../../../../../src/families/reward-rate/instances/load.js';
import { branchesOf, isJsonSchemaNode, type JsonSchemaNode } from '../../../../../src/instances/schema-text.js';
import { rewardRateSchema } from '../../../../../models/families/reward-rate/instance.js';

/** Leaves of the schema that lack a meaning. */
function undescribed(node: JsonSchemaNode, path: string): string[] {
  const properties = isJsonSchemaNode(node['properties']) ? Object.entries(node['properties']) : [];
  const children = [
    ...properties,
    ['[]', node['items']] as const,
    ['*', node['additionalProperties']] as const,
    ...branchesOf(node).map((branch, i) => [`|${i}`, branch] as const),
  ].filter((child): child is [string, JsonSchemaNode] => isJsonSchemaNode(child[1]));
  const leaf = node['type'] === 'number' || node['type'] === 'integer' || node['type'] === 'string';
  const own = leaf && typeof node['description'] !== 'string' ? [path] : [];
  return [...own, ...children.flatMap(([key, child]) => undescribed(child, `${path}.${key}`))];
}

describe('the schema', () => {
  it('gives every number and text a meaning', () => {
    expect(undescribed(z.toJSONSchema(rewardRateSchema), '$')).toEqual([]);
  });

  it('says the unit that the name of a field says', () => {
    const text = JSON.stringify(z.toJSONSchema(rewardRateSchema));
    for (const [, name, unit] of text.matchAll(
      /"(\w+(?:W|M3PerS|C|GHz|PerS|S|M))":\{"type":"number"[^{}]*?"unit":"([^"]+)"/g,
    )) {
      const suffix = {
        W: 'W',
        'm3/s': 'M3PerS',
        C: 'C',
        GHz: 'GHz',
        '1/s': 'PerS',
        s: 'S',
        m: 'M',
        's/GHz': 'S',
        '1/C': 'PerC',
        'm2/s': 'M2PerS',
      }[unit!];
      expect(name).toMatch(new RegExp(`${suffix ?? 'a known unit'}$`));
    }
    expect(text).toContain('"unit":"m3/s"');
  });

  it('allows no unknown keys anywhere', () => {
    const text = JSON.stringify(z.toJSONSchema(rewardRateSchema));
    const objects = text.match(/"type":"object"/g)!.length;
    const closed = text.match(/"additionalProperties":(false|\{)/g)!.length;
    expect(closed).toBe(objects);
  });
});

describe('docs/reward-rate/instances.md', () => {
  const document = readFileSync('docs/reward-rate/instances.md', 'utf8');

  it('lists the fields as they are', () => {
    expect(withFieldTable(document, z.toJSONSchema(rewardRateSchema))).toBe(document);
  });

  it('shows an example that is accepted', () => {
    const example = /```json\n([\s\S]*?)```/.exec(document)![1]!;
    expect(rewardRateFiles.judgeText(example)).toMatchObject({ ok: true });
  });
});
