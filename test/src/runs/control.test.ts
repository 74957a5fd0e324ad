import { describe, expect, test } from 'vitest';
import { type Limits, runDriver } from '../../../src/runs/control.js';

const POINT = { phase: 'test', bound: 2, incumbent: 1 };

/** A driver whose clock advances by one second with every look at it. */
function driver(limits: Partial<Limits>, interrupted: () => boolean = () => false): ReturnType<typeof runDriver> {
  let seconds = 0;
  return runDriver({
    limits: { timeLimitS: null, workLimit: null, ...limits },
    nowS: () => seconds++,
    interrupted,
    onProgress: () => undefined,
  });
}

describe('the driver of a run', () => {
  test('goes on for ever without limits', async () => {
    const control = driver({});
    for (let step = 0; step < 20; step++) expect(await control.step(POINT)).toBe(false);
    expect(control).toMatchObject({ steps: 20, stopReason: null });
  });

  test('stops at the step of the work limit, and keeps saying so', async () => {
    const control = driver({ workLimit: 3 });
    expect([await control.step(POINT), await control.step(POINT), await control.step(POINT)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await control.step(POINT)).toBe(true);
    expect(control.stopReason).toBe('workLimit');
  });

  test('counts no steps after the stop, or the count would not repeat the run as a work limit', async () => {
    const timed = driver({ timeLimitS: 5 });
    while (!(await timed.step(POINT)));
    const { steps } = timed;
    await timed.step(POINT);
    expect(timed).toMatchObject({ steps, stopReason: 'timeLimit' });
    const replayed = driver({ workLimit: steps });
    let replayedSteps = 1;
    while (!(await replayed.step(POINT))) replayedSteps++;
    expect(replayedSteps).toBe(steps);
  });

  test('puts an interrupt before every other reason', async () => {
    const control = driver({ workLimit: 1, timeLimitS: 0 }, () => true);
    await control.step(POINT);
    expect(control.stopReason).toBe('interrupted');
  });

  test('keeps the trajectory with times from its start', async () => {
    const control = driver({});
    await control.step(POINT);
    await control.step({ ...POINT, incumbent: 2 });
    expect(control.trajectory.map(({ work, incumbent }) => [work, incumbent])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(control.trajectory[0]!.timeS).toBeGreaterThan(0);
  });
});
