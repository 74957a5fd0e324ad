import { describe, expect, it } from 'vitest';
import { bundledUtilityInstances } from '../../../../support/bundled.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';
import { utilitySchema } from '../../../../../models/families/utility/instance.js';

const bundled = bundledUtilityInstances();

const named = (name: string) => bundled.find(({ instance }) => instance.name === name)!.instance;

describe('bundled utility instances', () => {
  it.each(bundled)('$file fits the schema', ({ instance }) => {
    const { error } = utilitySchema.safeParse(JSON.parse(JSON.stringify(instance)));
    expect(error).toBeUndefined();
  });

  it.each([
    ['serial-100', 50_000, 100],
    ['parallel-5000', 5000, 100],
    ['parallel-10000', 10_000, 100],
    ['preemptive-64', 60_000, 100],
  ])('%s has about %i tasks of %i types in the measured day', (name, perDay, types) => {
    const { tasks, measuredFromS } = utilityModel(named(name));
    const measured = tasks.arrivalS.filter((atS) => atS >= measuredFromS).length;
    // Bursts of 64 widen the Poisson law by 8.
    expect(Math.abs(measured - perDay)).toBeLessThan(5 * 8.5 * Math.sqrt(perDay));
    expect(new Set(tasks.type).size).toBe(types);
  });

  it('the first midnight of 28 h is after four hours, and only the day after it has a budget', () => {
    expect(utilityModel(named('parallel-5000')).days).toEqual([
      { startS: 0, endS: 14_400, budgetJ: Infinity },
      { startS: 14_400, endS: 100_800, budgetJ: 12e9 },
    ]);
  });
});
