import { describe, expect, it } from 'vitest';
import { loadUtilityInstance } from '../../../../../src/families/utility/instances/load.js';
import { FILTERS, makePolicy, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { choicesOn } from '../../../../../src/families/utility/runs/choices.js';

const loaded = loadUtilityInstance('instances/utility/tiny-facility.json');
if (!loaded.ok || loaded.model === null) throw new Error(JSON.stringify(loaded));
const { model, instance } = loaded;
const named = (name: string) => POLICIES.find((policy) => policy.name === name)!;

/** Starts (s) by task and P-state of a simulation without an energy budget. */
function starts(method: string): readonly (readonly [string, number, number])[] {
  const unbudgeted = { ...model, days: model.days.map((day) => ({ ...day, budgetJ: Infinity })) };
  const { schedule } = simulate(
    unbudgeted,
    makePolicy(named(method), unbudgeted, { seed: 1 }),
    FILTERS[0]!.make(unbudgeted, 1),
  );
  return [...schedule.task].map((task, r) => [
    ...([model.tasks.name(task), schedule.pieceStartS[r]!] as const),
    model.options.pState[schedule.option[r]!]!,
  ]);
}

describe('policies in a room with a red line', () => {
  it('start two fast tasks and the slow one at once, and the third fast one never: 25.4 W are left', () => {
    // Per time the third urgent task is next, refused; the patient one fast (10 W) is refused as well, slowly (4 W) it fits.
    expect(starts('upt')).toEqual([
      ['urgent-1', 0, 0],
      ['urgent-2', 0, 0],
      ['patient', 0, 1],
    ]);
  });

  it('wait for the room to cool where only the fastest P-state is looked at', () => {
    // fcfs knows P-state 0 alone: at 10 s two tasks end, and the patient one still earns its utility at 20 s.
    expect(starts('fcfs')).toEqual([
      ['urgent-1', 0, 0],
      ['urgent-2', 0, 0],
      ['patient', 10, 0],
    ]);
  });

  it('may not reserve later starts, whatever asks for it', () => {
    for (const method of ['conservative', 'easy', 'multi-queue']) {
      const chosen = choicesOn(instance, null, { method });
      expect(chosen.ok ? null : chosen.fault.path).toBe('--method');
    }
    const permanent = choicesOn(instance, null, { method: 'upt', reservations: 'permanent' });
    expect(permanent.ok ? null : permanent.fault.path).toBe('--reservations');
    const unlimited = { ...instance, operation: { setPointsC: instance.operation!.setPointsC } };
    expect(choicesOn(unlimited, null, { method: 'easy' }).ok).toBe(true);
  });
});
