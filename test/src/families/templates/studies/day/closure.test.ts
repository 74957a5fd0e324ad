import { describe, expect, it } from 'vitest';
import type { DayOutcome } from '../../../../../../models/families/templates/online.js';
import { dayClosure } from '../../../../../../src/families/templates/studies/day/closure.js';

const outcome = (heatJ: Partial<DayOutcome['heatJ']>): DayOutcome => ({
  energyBudgetJ: Infinity,
  stoppedAtS: null,
  reward: 0,
  tasks: { arrived: 0, completedInTime: 0, completedLate: 0, dropped: 0, running: 0, waiting: 0, afterStop: 0 },
  energyJ: { cores: 0, idle: 0, crac: 0, total: 0 },
  heatJ: { nodes: 0, removed: 0, stored: 0, ventChanges: 0, ...heatJ },
  cracWithoutHeatS: 600,
  throttledCoreS: 0,
  throttlings: 0,
  hottestOutletC: 15,
  hottestInletC: 15,
  nodeSecondsTooHot: 0,
});

describe('closing the ledger of a day', () => {
  it('a day in which nodes draw nothing closes, for all the rounding of what the room stores', () => {
    // As found with idle nodes of 0 W and no task.
    const { heat, closes } = dayClosure(outcome({ removed: -3.2e-9, stored: -4.7e-10 }));
    expect(heat).toBeLessThan(1e-11);
    expect(closes).toBe(true);
  });

  it('heat that is lost is found, where nodes draw nothing and where they draw much', () => {
    expect(dayClosure(outcome({ removed: 1e-5 })).closes).toBe(false);
    expect(dayClosure(outcome({ nodes: 1e6, removed: 1e6 - 0.01 })).closes).toBe(false);
    expect(dayClosure(outcome({ nodes: 1e6, removed: 1e6 })).closes).toBe(true);
  });
});
