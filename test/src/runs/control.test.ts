import { describe, expect, test } from 'vitest';
import { type Limits, MAX_POINTS, runDriver } from '../../../src/runs/control.js';

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

  test('counts no steps after the stop, so that the count as a work limit repeats the run', async () => {
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

  test('an interrupt comes before every other reason', async () => {
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

  test('a run of hours keeps only the points that say something new', async () => {
    const control = driver({});
    const steps = 3000;
    for (let step = 1; step <= steps; step++) await control.step({ ...POINT, incumbent: step < 1000 ? 1 : 2 });
    expect(control.trajectory.map(({ work, incumbent }) => [work, incumbent])).toEqual([
      [1, 1],
      [999, 1],
      [1000, 2],
      [3000, 2],
    ]);
  });

  test('a run that improves all the time keeps a limited number, with its first and its last point', async () => {
    const control = driver({});
    const steps = 2 * MAX_POINTS + 1234;
    for (let step = 1; step <= steps; step++) await control.step({ ...POINT, incumbent: step });
    const works = control.trajectory.map(({ work }) => work);
    expect(works.length).toBeLessThanOrEqual(MAX_POINTS);
    expect(works.length).toBeGreaterThanOrEqual(MAX_POINTS / 2);
    expect([works[0], works.at(-1)]).toEqual([1, steps]);
    expect(works).toEqual([...works].sort((one, other) => one - other));
  });

  test('which points are kept does not depend on the clock', async () => {
    const kept = await Promise.all(
      [1, 100].map(async (secondsPerLook) => {
        let seconds = 0;
        const limits = { timeLimitS: null, workLimit: null };
        const nowS = (): number => (seconds += secondsPerLook);
        const control = runDriver({ limits, nowS, interrupted: () => false, onProgress: () => undefined });
        for (let step = 1; step <= 500; step++) await control.step({ ...POINT, incumbent: Math.floor(step / 7) });
        return control.trajectory.map(({ work }) => work);
      }),
    );
    expect(kept[1]).toEqual(kept[0]);
  });
});
