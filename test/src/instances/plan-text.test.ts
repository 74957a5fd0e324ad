import { describe, expect, it } from 'vitest';
import { readPlanText } from '../../../src/instances/plan-text.js';

describe('the text of a plan', () => {
  it('is refused, with their places, for numbers beyond what amounts can be computed of', () => {
    const text = '{"claimed": {"value": -1e31}, "runs": [{"atS": 1e30}, {"atS": 1e308, "cores": [1, 2e200]}]}';
    const read = readPlanText('p.json', text);
    expect(read.ok ? [] : read.faults.map(({ path, value }) => [path, value])).toEqual([
      ['claimed.value', -1e31],
      ['runs[1].atS', 1e308],
      ['runs[1].cores[1]', 2e200],
    ]);
  });

  it('is taken as it stands where its numbers are of any other size', () => {
    for (const text of [
      '{"a": 1e30, "b": -1e30, "c": [5e-324, -0, 0]}',
      '{"a": NaN}',
      '{"claimed": {"energyZ": -1e308}}',
      '[]',
      '1',
    ])
      expect(readPlanText('p.json', text)).toEqual({ ok: true, text });
  });
});
