import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Epoch } from '../../../../../../src/families/reward-rate/instances/arrivals.js';
import { type Method, methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { renderDayReport } from '../../../../../../src/families/reward-rate/report/day-report.js';
import { dayText, dayWarnings } from '../../../../../../src/families/reward-rate/report/day-summary.js';
import { NO_PARTS, type PartStore, partStore } from '../../../../../../src/runs/store/part-store.js';
import { openModel } from '../../../../../../src/families/reward-rate/runs/open.js';
import type { Termination } from '../../../../../../src/runs/result.js';
import { rewardBoundOf } from '../../../../../../src/families/reward-rate/studies/day/epoch-result.js';
import { dayLedger } from '../../../../../../src/families/reward-rate/studies/day/ledger.js';
import {
  type Day,
  type DayRequest,
  prepareDay,
  runDay,
} from '../../../../../../src/families/reward-rate/studies/day/run.js';
import { answered } from '../../../../../../src/families/reward-rate/studies/runs-in-turn.js';
import { smallInstance, writeSmall, temporaryDirectory } from '../../../../../support/small-instance.js';

const epoch = (name: string, a: number, b: number, more: Partial<Epoch> = {}): Epoch => ({
  name,
  epochS: 1800,
  arrivalRatePerS: [a, b],
  ...more,
});

const EPOCHS = [
  epoch('busy', 1, 0.3),
  epoch('idle', 0, 0),
  epoch('hot', 1, 0.3, { powerCapW: 60 }),
  epoch('one', 0.4, 0, { epochS: 7200 }),
  epoch('late', 0.8, 0.2, { powerCapW: 140, redLineC: 36 }),
];

function request(changes: Partial<DayRequest> = {}): DayRequest {
  return {
    method: methodNamed('config-lp')!,
    naive: false,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null },
    engine: 'highs',
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
    arrivals: 'by hand',
    store: NO_PARTS,
    ...changes,
  };
}

async function day(
  changes: Partial<DayRequest> = {},
  epochs: readonly Epoch[] = EPOCHS,
  file = writeSmall().file,
): Promise<Day> {
  const opened = openModel(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const prepared = prepareDay(opened, dirname(file), epochs, 'epochs');
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.faults));
  return runDay(request(changes), prepared);
}

let solvedDay: Promise<Day> | undefined;

/** The day of EPOCHS by the default method, which several tests look at. */
/** A day without the plans of its epochs. */
const NO_PLANS: Parameters<typeof renderDayReport>[1] = { instance: smallInstance(), matrix: { zones: [] }, plans: [] };

const wholeDay = (): Promise<Day> => (solvedDay ??= day());

function store(): PartStore {
  const directory = temporaryDirectory();
  return partStore(directory, [], () => undefined);
}

const CONFIG = methodNamed('config-lp')!;

/** A method whose certificates are too low under some caps, as a fault in a bound would have it. */
function halvedBounds(under: (capW: number) => boolean): Method {
  return {
    ...CONFIG,
    solve: async (input) => {
      const outcome = await CONFIG.solve(input);
      const { certificate } = outcome;
      if (certificate === null || !under(input.model.budget.powerCapW)) return outcome;
      return { ...outcome, certificate: { ...certificate, boundRewardPerS: certificate.boundRewardPerS / 2 } };
    },
  };
}

/** A page without the record embedded in it. */
function shownText(html: string): string {
  return html.replace(/<script[\s\S]*?<\/script>/g, '');
}

/** What does not depend on when an epoch was solved. */
const content = ({ result, plans }: Day): unknown => [result.epochs, result.ledger, plans];

const close = (one: number, other: number): void => {
  expect(Math.abs(one - other)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(one), Math.abs(other)));
};

describe('a day of epochs', () => {
  it('the ledger holds the joules and tasks that power times time and arrivals give', async () => {
    const { ledger, epochs } = (await wholeDay()).result;
    expect(ledger.closure.closes).toBe(true);
    expect(ledger.lengthS).toBe(4 * 1800 + 7200);
    let [totalJ, reward, idleJ] = [0, 0, 0];
    for (const { power, objective, epochS, energy, tasks } of epochs) {
      if (power === null) continue;
      const { idleW, coresW, coolingW, upsLossW, otherW, totalW } = power;
      close(energy!.totalJ, totalW * epochS);
      close(energy!.totalJ, (idleW + coresW + coolingW + upsLossW + otherW) * epochS);
      close(
        tasks.reduce((sum, entry) => sum + entry.reward, 0),
        objective! * epochS,
      );
      totalJ += energy!.totalJ;
      idleJ += energy!.idleJ;
      reward += objective! * epochS;
    }
    close(ledger.energy.totalJ, totalJ);
    close(ledger.energy.idleJ, idleJ);
    close(ledger.reward, reward);
    const { idleJ: idle, coresJ, coolingJ, upsLossJ, otherJ } = ledger.energy;
    close(ledger.energy.totalJ, idle + coresJ + coolingJ + upsLossJ + otherJ);
    const { workload } = smallInstance();
    ledger.tasks.forEach((entry, i) => {
      close(
        entry.arrived,
        EPOCHS.reduce((sum, one) => sum + one.arrivalRatePerS[i]! * one.epochS, 0),
      );
      close(entry.arrived, entry.completed + entry.lost);
      close(entry.reward, entry.completed * workload.taskTypes[i]!.rewardPerTask);
    });
    expect(ledger.rewardBound).toBeGreaterThanOrEqual(ledger.reward);
  });

  it('an epoch without work is planned, and uses idle power', async () => {
    const [, idle] = (await wholeDay()).result.epochs;
    expect(idle).toMatchObject({ feasible: true, objective: 0, bound: 0, gap: 0, reward: 0 });
    expect(idle!.power!.coresW).toBe(0);
    for (const name of ['greedy', 'greedy-power', 'lp']) {
      const { result } = await day({ method: methodNamed(name)! }, [epoch('idle', 0, 0)]);
      expect({ name, ...result.epochs[0] }).toMatchObject({ name, feasible: true, objective: 0 });
    }
  });

  it('an epoch that only seems to have no plan has no bound, one proven to have none a bound of 0', () => {
    const seems = { constraint: 'powerCap' as const, where: '', unit: 'W', amount: 1, message: '' };
    expect(rewardBoundOf({ bound: null, infeasibility: { ...seems, proven: true } }, 60)).toBe(0);
    expect(rewardBoundOf({ bound: null, infeasibility: { ...seems, proven: false } }, 60)).toBeNull();
    expect(rewardBoundOf({ bound: 2 }, 60)).toBe(120);
  });

  it('an infeasible epoch loses its arrivals, and the next is planned all the same', async () => {
    const { result, plans } = await wholeDay();
    const [, , hot, one] = result.epochs;
    expect(hot).toMatchObject({ termination: 'infeasible', feasible: false, energy: null, reward: 0, rewardBound: 0 });
    expect(hot!.infeasibility?.constraint).toBe('powerCap');
    expect(hot!.tasks.map(({ lost }) => lost)).toEqual([1800, 540]);
    expect(one!.feasible).toBe(true);
    expect(plans.map((plan) => plan === null)).toEqual([false, false, true, false, false]);
    expect(result.ledger.epochsWithPlan).toBe(4);
  });

  it('every epoch has the bound it has when solved by itself', async () => {
    const warm = (await wholeDay()).result;
    for (const [n, { bound, objective }] of warm.epochs.entries()) {
      const other = (await day({}, [EPOCHS[n]!])).result.epochs[0]!;
      if (bound === null) expect(other.bound).toBeNull();
      else expect(Math.abs(bound - other.bound!)).toBeLessThanOrEqual(1e-9 * Math.max(1, other.bound!));
      if (objective !== null) expect(objective).toBeLessThanOrEqual(bound! * (1 + 1e-9));
    }
    expect(warm.epochs.filter(({ objective }) => objective !== null)).toHaveLength(4);
  });

  it('bounds of one configuration per node are said to cover no plans whose nodes share time, which earn more', async () => {
    const file = 'instances/reward-rate/tiny-sleep.json';
    const once: Epoch[] = [{ name: 'x', epochS: 3600, arrivalRatePerS: [1] }];
    const { result: never } = await day({ sharing: 'never' }, once, file);
    const { result: always } = await day({ sharing: 'always' }, once, file);
    // 1.25 reward/s by the derivation in the instance; between four cores at 1 GHz and one at 2 GHz a node with 21 W does 5/6 of the way from 0.25 to 0.2875 tasks/s.
    expect(never.ledger.rewardBound).toBeCloseTo(3600 * 1.25, 4);
    expect(always.ledger.reward).toBeCloseTo(3600 * 5 * (0.25 + (5 / 6) * 0.0375), 2);
    expect(never.boundScope).toContain('one configuration');
    expect(never.boundScope).not.toContain('time-sliced');
    expect(always.boundScope).toContain('time-sliced');
  });

  it('one epoch that breaks down loses no other', async () => {
    const config = methodNamed('config-lp')!;
    const breaks: Method = {
      ...config,
      solve: (input) => {
        if (input.model.arrivalRatePerS[0] === 0.4) throw new RangeError('broken on purpose');
        return config.solve(input);
      },
    };
    const { result } = await day({ method: breaks });
    expect(result.epochs.map(({ feasible }) => feasible)).toEqual([true, true, false, false, true]);
    expect(result.epochs[3]).toMatchObject({ termination: 'failed', failure: 'broken on purpose', rewardBound: null });
    expect(result.ledger).toMatchObject({ rewardBound: null, gap: null });
    expect(result.ledger.closure.closes).toBe(true);
  });

  it('a plan above the bound of its epoch is told: by the gap of the day, in its warnings and in its page', async () => {
    const { result } = await day({ method: halvedBounds((cap) => cap === 140) });
    const [late] = result.epochs.slice(-1);
    expect(late!.objective).toBeGreaterThan(late!.bound!);
    expect(result.ledger).toMatchObject({ gap: null, closure: { closes: true } });
    expect(result.ledger.rewardBound).not.toBeNull();
    expect(result.warnings.join()).toContain('in 1 of 5 epochs, the first of them late: one of the two is wrong');
    expect(dayText(result)).toContain('(gap none)');
    for (const text of [shownText(renderDayReport(result, NO_PLANS)), dayWarnings(result).join('\n')]) {
      expect(text).toMatch(/Epoch late: The plan earns .* one of them is wrong/);
      expect(text).toContain('the day has no gap');
    }
    // Slack in another epoch makes the sums agree; the two still do not.
    const slack = result.epochs.map((one, n) => (n === 0 ? { ...one, rewardBound: 1e9 } : one));
    expect(dayLedger(slack, 2).gap).toBeNull();
    expect((await wholeDay()).result.warnings.join()).not.toContain('wrong');
  });

  it('an epoch whose method gives no answer is tried again, and those that have one are taken', async () => {
    const { file } = writeSmall();
    const kept = store();
    let broken = true;
    const fails: Method = {
      ...CONFIG,
      solve: async (input) => {
        const outcome = await CONFIG.solve(input);
        if (!broken || input.model.arrivalRatePerS[0] !== 0.4) return outcome;
        return { ...outcome, plan: null, certificate: null, failure: 'engine', warnings: ['The engine gave up.'] };
      },
    };
    const first = (await day({ method: fails, store: kept }, EPOCHS, file)).result;
    expect(first.epochs[3]!.termination).toBe('failed');
    expect(first.epochs[3]!.failure).toContain('gave up');
    const again = (await day({ method: fails, store: kept }, EPOCHS, file)).result;
    expect([again.epochsResumed, again.epochs[3]!.termination]).toEqual([4, 'failed']);
    broken = false;
    const mended = await day({ method: fails, store: kept }, EPOCHS, file);
    expect(mended.result.epochsResumed).toBe(4);
    expect(content(mended)).toEqual(content(await day({}, EPOCHS, file)));
  });

  it('an epoch without the bound that was asked for is solved anew, one that nobody asked a bound of is kept', () => {
    const kept = (withBound: boolean, termination: Termination, bound: number | null): boolean =>
      answered({ withBound }, { termination, bound });
    expect([kept(true, 'failed', 1), kept(true, 'finished', null)]).toEqual([false, false]);
    expect([kept(true, 'finished', 1), kept(false, 'finished', null)]).toEqual([true, true]);
    expect([kept(true, 'infeasible', null), kept(true, 'timeLimit', null)]).toEqual([true, true]);
  });

  it('mean power is that of the epochs with a plan', async () => {
    const without = ['two', 'three', 'four'].map((name) => epoch(name, 1, 0.3, { powerCapW: 50 }));
    const { result } = await day({}, [epoch('one', 1, 0.3), ...without]);
    expect(result.ledger.epochsWithPlan).toBe(1);
    const [, total] = /Total(.*?)<\/tr>/.exec(renderDayReport(result, NO_PLANS))!;
    const cells = total!.split('</td>').map((cell) => cell.replace(/<[^>]+>/g, ''));
    expect(cells[2]).toBe(`${result.epochs[0]!.power!.totalW.toFixed(1)}\u00a0W`);
  });

  it('a day cut short and taken up again is the same day', async () => {
    const { file } = writeSmall();
    const whole = await day({}, EPOCHS, file);
    const kept = store();
    let asked = 0;
    const cut = await day({ store: kept, interrupted: () => ++asked > 16 }, EPOCHS, file);
    expect(cut.result.epochsLeft).toBeGreaterThan(0);
    expect(cut.result.epochs.length).toBeGreaterThan(0);
    const resumed = await day({ store: kept }, EPOCHS, file);
    expect(resumed.result.epochsResumed).toBe(cut.result.epochs.length);
    expect(content(resumed)).toEqual(content(whole));
    const again = await day({ store: kept }, EPOCHS, file);
    expect(again.result.epochsResumed).toBe(EPOCHS.length);
    expect(content(again)).toEqual(content(whole));
  });

  it('nothing stored is used for other inputs', async () => {
    const { file } = writeSmall();
    const kept = store();
    const swift = { method: methodNamed('greedy')!, withBound: false };
    const used = async (changes: Partial<DayRequest>, epochs = EPOCHS, from = file): Promise<number> =>
      (await day({ ...swift, ...changes, store: kept }, epochs, from)).result.epochsResumed;
    await used({});
    expect(await used({ method: methodNamed('greedy-power')! })).toBe(0);
    await used({});
    expect(await used({ naive: true })).toBe(0);
    await used({});
    const later = EPOCHS.map((one, n) => (n === 2 ? { ...one, epochS: 900 } : one));
    expect(await used({}, later)).toBe(2);
    expect(await used({}, later, writeSmall({ limits: { powerCapW: 150 } }).file)).toBe(0);
  });

  it('epochs of which an instance is refused are not begun', () => {
    const { file } = writeSmall();
    const opened = openModel(file);
    if (!opened.ok) throw new Error('refused');
    const wrong = [epoch('fine', 1, 1), epoch('wrong', 1, 1, { powerCapW: -5 })];
    const prepared = prepareDay(opened, dirname(file), wrong, 'day.csv');
    expect(prepared).toMatchObject({ ok: false, faults: [{ file: 'day.csv', path: 'epoch wrong, limits.powerCapW' }] });
  });
});
