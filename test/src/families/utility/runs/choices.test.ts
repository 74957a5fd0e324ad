import { describe, expect, it } from 'vitest';
import { FILTERS, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { choicesOn, type UtilityAsked } from '../../../../../src/families/utility/runs/choices.js';
import { bundledUtilityInstances } from '../../../../../src/families/utility/instances/bundled.js';

const asked = (method: string): UtilityAsked => ({
  method: POLICIES.find(({ name }) => name === method)!,
  filter: FILTERS[0]!,
  capacityPrices: 'previous-day',
});
const instance = (name: string) => bundledUtilityInstances().find((one) => one.instance.name === name)!.instance;

describe('prices of nodes from the day before', () => {
  it('are accepted where a whole day lies before the measured time', () => {
    expect(choicesOn(instance('serial-100'), asked('price')).ok).toBe(true);
  });

  it('are refused where less time does, with what there is', () => {
    const answer = choicesOn(instance('parallel-5000'), asked('price'));
    expect(answer).toMatchObject({
      ok: false,
      problem: { path: '--capacity-prices', allowed: 'with a whole day before the measured time' },
    });
    expect(answer.ok ? '' : answer.problem.remedy).toContain('has 4 h before it');
  });

  it('are refused with a policy that charges none', () => {
    expect(choicesOn(instance('serial-100'), asked('upe'))).toMatchObject({
      ok: false,
      problem: { path: '--capacity-prices', allowed: 'with --method price' },
    });
  });
});
