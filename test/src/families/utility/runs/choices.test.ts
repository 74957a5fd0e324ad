import { describe, expect, it } from 'vitest';
import { CLAIRVOYANT } from '../../../../../src/families/utility/methods/registry.js';
import { choicesOn, type UtilityRequest } from '../../../../../src/families/utility/runs/choices.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';

const instance = (name: string) => bundledUtilityInstances().find((one) => one.instance.name === name)!.instance;

describe('the clairvoyant search', () => {
  const clairvoyant: UtilityRequest = { method: CLAIRVOYANT.name };

  it('is accepted for parallel tasks, refused for others, and never what runs by default', () => {
    expect(choicesOn(instance('parallel-5000'), clairvoyant).ok).toBe(true);
    expect(choicesOn(instance('serial-100'), clairvoyant)).toMatchObject({ fault: { path: '--method' } });
    const byDefault = choicesOn(instance('parallel-5000'), {});
    expect(byDefault.ok ? byDefault.choices.method.name : '').toBe('price');
  });

  it('heeds no filter, reservations or binding', () => {
    for (const [told, path] of [
      [{ filter: 'per-task' }, '--filter'],
      [{ reservations: 'permanent' }, '--reservations'],
      [{ binding: 'early' }, '--binding'],
    ] as const) {
      expect(choicesOn(instance('parallel-5000'), { ...clairvoyant, ...told })).toMatchObject({ fault: { path } });
    }
  });
});
