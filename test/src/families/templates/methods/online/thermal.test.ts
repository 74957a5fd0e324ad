import { describe, expect, it } from 'vitest';
import type { TemplateBook } from '../../../../../../models/families/templates/online.js';
import type { Template } from '../../../../../../models/families/templates/template.js';
import {
  constantSetting,
  noLookups,
  templateSetting,
} from '../../../../../../src/families/templates/methods/online/thermal.js';

/** States: work 1, 2; cores of one quadrant 0, 4; limits 10, 20, 30 W. */
const grid = { arrivingWorkPerS: [1, 2], runningCores: [[0, 4]], powerLimitW: [10, 20, 30] };
const FEASIBLE = new Set([1, 2, 5, 6, 7, 8]);
const book: TemplateBook = {
  grid,
  template: (state) =>
    ({
      state,
      status: FEASIBLE.has(state) ? 'optimal' : 'infeasible',
      vents: state,
      setPointC: 15 + state,
      allowableCores: Int32Array.of(state),
    }) as Template,
};

describe('templates as thermal manager', () => {
  it('answers with the nearest state, or where it is infeasible with the smallest higher limit that is not', () => {
    const lookups = noLookups();
    const manager = templateSetting(book, 'next-limit', lookups);
    const at = (arrivingWorkPerS: number, cores: number, powerLimitW: number): number =>
      manager.atThermalEvent({ arrivingWorkPerS, runningCores: [cores], powerLimitW }).vents;
    expect(at(1.4, 1, 19)).toBe(1);
    expect(at(1, 0, 10)).toBe(1);
    expect(at(1, 4, 10)).toBe(5);
    expect(at(1.6, 0, 10)).toBe(6);
    expect(lookups).toEqual({ ...noLookups(), count: 4, infeasible: 2, nextLimit: 2 });
    // Nothing feasible with four cores and work 2.
    expect(at(2, 4, 20)).toBe(10);
    expect(lookups).toMatchObject({ infeasible: 3, nextLimit: 2, bestEffort: 1 });
    const cores = manager.allowableCores({ arrivingWorkPerS: 1, runningCores: [0], powerLimitW: 10 });
    expect(Array.from(cores!)).toEqual([1]);
    expect(lookups.count).toBe(6);
  });

  it('or with the largest limit', () => {
    const lookups = noLookups();
    const manager = templateSetting(book, 'largest-limit', lookups);
    const at = (arrivingWorkPerS: number, cores: number, powerLimitW: number): number =>
      manager.atThermalEvent({ arrivingWorkPerS, runningCores: [cores], powerLimitW }).vents;
    expect([at(1, 0, 10), at(1, 0, 20), at(1, 4, 20), at(2, 4, 30)]).toEqual([2, 1, 5, 11]);
    expect(lookups).toEqual({ ...noLookups(), count: 4, infeasible: 3, nextLimit: 2, bestEffort: 1 });
  });

  it('takes the best effort at once where asked to', () => {
    const lookups = noLookups();
    const manager = templateSetting(book, 'best-effort', lookups);
    const setting = manager.atThermalEvent({ arrivingWorkPerS: 1, runningCores: [0], powerLimitW: 10 });
    expect(setting).toMatchObject({ vents: 0, setPointC: 15 });
    expect(lookups).toEqual({ ...noLookups(), count: 1, infeasible: 1, bestEffort: 1 });
  });

  it('counts states outside the grid by the value that is, and energy without end as no limit', () => {
    const lookups = noLookups();
    const manager = templateSetting(book, 'next-limit', lookups);
    manager.atThermalEvent({ arrivingWorkPerS: 1, runningCores: [0], powerLimitW: Infinity });
    manager.atThermalEvent({ arrivingWorkPerS: 1, runningCores: [0], powerLimitW: 36 });
    manager.atThermalEvent({ arrivingWorkPerS: 0.4, runningCores: [0], powerLimitW: 20 });
    manager.atThermalEvent({ arrivingWorkPerS: 0.6, runningCores: [1], powerLimitW: 34 });
    manager.atThermalEvent({ arrivingWorkPerS: 2.6, runningCores: [7], powerLimitW: 20 });
    // Half a step is 0.5 of work, 2 cores and 5 W: 0.4 is within, 36 W, work 2.6 and 7 cores are not.
    const outside = { outsideGrid: 3, workOutside: 2, coresOutside: 1, powerLimitOutside: 1 };
    expect(lookups).toMatchObject(outside);
  });

  it('is not asked where set-points are constant', () => {
    const manager = constantSetting({ setPointC: 22, vents: 3 });
    const found = { arrivingWorkPerS: 1, runningCores: [0], powerLimitW: 10 };
    expect(manager.atThermalEvent(found)).toEqual({ setPointC: 22, vents: 3 });
    expect(manager.allowableCores(found)).toBeNull();
  });
});
