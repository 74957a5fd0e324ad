import { describe, expect, it } from 'vitest';
import { CLAIRVOYANT } from '../../../../../src/families/utility/methods/registry.js';
import { choicesOn, type UtilityRequest } from '../../../../../src/families/utility/runs/choices.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';

const instance = (name: string) => bundledUtilityInstances().find((one) => one.instance.name === name)!.instance;

describe('--goal-rate arrivals', () => {
  it('is accepted where the work expected by the hour is known, and refused where it is not: nothing runs under a false label', () => {
    const of = instance('parallel-5000');
    const asked: UtilityRequest = { method: 'event-based', goalRate: 'arrivals' };
    expect(choicesOn(of, { workByHour: new Float64Array(24).fill(1 / 24) }, asked).ok).toBe(true);
    for (const model of [{}, null]) {
      expect(choicesOn(of, model, asked)).toMatchObject({ fault: { path: '--goal-rate', value: 'arrivals' } });
      expect(choicesOn(of, model, { ...asked, goalRate: 'constant' }).ok).toBe(true);
    }
  });
});

describe('the clairvoyant search', () => {
  const clairvoyant: UtilityRequest = { method: CLAIRVOYANT.name };

  it('is accepted for parallel tasks, refused for others, and never what runs by default', () => {
    expect(choicesOn(instance('parallel-5000'), null, clairvoyant).ok).toBe(true);
    expect(choicesOn(instance('serial-100'), null, clairvoyant)).toMatchObject({ fault: { path: '--method' } });
    const byDefault = choicesOn(instance('parallel-5000'), null, {});
    expect(byDefault.ok ? byDefault.choices.method.name : '').toBe('price');
  });

  it('heeds no filter, reservations or binding', () => {
    for (const [told, path] of [
      [{ filter: 'per-task' }, '--filter'],
      [{ reservations: 'permanent' }, '--reservations'],
      [{ binding: 'early' }, '--binding'],
    ] as const) {
      expect(choicesOn(instance('parallel-5000'), null, { ...clairvoyant, ...told })).toMatchObject({
        fault: { path },
      });
    }
  });
});
