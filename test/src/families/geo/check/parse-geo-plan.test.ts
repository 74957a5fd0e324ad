import { describe, expect, it } from 'vitest';
import type { NodeLoad } from '../../../../../models/families/geo/plan.js';
import { parseGeoPlan } from '../../../../../src/families/geo/check/parse-geo-plan.js';
import { twoCentres } from '../../../../models/families/geo/two-centres.js';
import { planOf, SHA256, whole } from './hand-plan.js';

const HALL = twoCentres();

describe('parseGeoPlan', () => {
  it('reads what was written, and warns of another instance only', () => {
    const text = JSON.stringify(planOf());
    expect(parseGeoPlan(text, 'plan.json')).toEqual({ plan: planOf(), warnings: [] });
    const other = parseGeoPlan(text, 'plan.json', { instance: HALL.instance, sha256: '1'.repeat(64) });
    expect('warnings' in other && other.warnings).toHaveLength(1);
  });

  it('lists all that is wrong with the form at once', () => {
    const { method, ...rest } = planOf();
    const text = JSON.stringify({
      ...rest,
      claimedCostUsd: 'much',
      loads: [{ nodeType: 1, cores: [] }],
      epochs: [[{ setPointC: 20, nodes: [[1]] }]],
    });
    const parsed = parseGeoPlan(text, 'plan.json');
    expect(method).toBe('by hand');
    expect('faults' in parsed && parsed.faults.map(({ path }) => path).sort()).toEqual([
      'claimedCostUsd',
      'epochs[0][0].nodes[0]',
      'loads[0].nodeType',
      'method',
    ]);
  });

  it('lists all that does not fit the instance at once', () => {
    const loads: NodeLoad[] = [
      { nodeType: 'M', cores: [] },
      { nodeType: 'N', cores: [whole(1, 'c'), whole(9, 'a')] },
    ];
    const parsed = parseGeoPlan(JSON.stringify(planOf({ loads, epochs: [] })), 'plan.json', {
      instance: HALL.instance,
      sha256: SHA256,
    });
    expect('faults' in parsed && parsed.faults.map(({ path }) => path)).toEqual([
      'loads[0].nodeType',
      'loads[1].cores[0].slices[0]',
      'loads[1].cores',
      'epochs.length',
    ]);
  });
});
