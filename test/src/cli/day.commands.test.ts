import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { DayResult } from '../../../src/families/reward-rate/studies/day/result.js';
import { withOtherDigit } from '../../support/other-digit.js';
import { partFiles } from '../../support/part-files.js';
import { day, type DayOptions } from '../../../src/library/index.js';
import { accepted, faultsOf, jsonOf } from '../../support/accepted.js';
import { plenum } from '../../support/run-cli.js';
import { writeSmall } from '../../support/small-instance.js';

const CSV = 'epoch,a,b,powerCapW\nnight,0,0,\nmorning,0.5,0.2,\nnoon,1,0.3,150\nbroken,1,0.3,50\n';

function arrivals(directory: string, text = CSV): string {
  const file = join(directory, 'arrivals.csv');
  writeFileSync(file, text);
  return file;
}

/** Day of the library: its end, its record as JSON, and what was said on the way. */
async function dayOf(file: string, options: DayOptions) {
  const notes: string[] = [];
  const { ended, record } = accepted(await day(file, { ...options, onNote: (text) => notes.push(text) }));
  const json = jsonOf(record) as unknown as typeof record;
  return { ended, json, details: json.details as unknown as DayResult, said: notes.join('\n') };
}

describe('a day', () => {
  it('every file is there, day.json is what is printed, and a second run solves nothing again', async () => {
    const { file, directory, out } = writeSmall();
    const asked = { arrivals: arrivals(directory), out };
    const { ended, json, details: result } = await dayOf(file, asked);
    expect(ended).toBe('solved');
    expect(result.epochs.map(({ feasible }) => feasible)).toEqual([true, true, true, false]);
    expect(result.ledger.closure.closes).toBe(true);
    expect(readdirSync(out).sort()).toEqual([
      'day.csv',
      'day.html',
      'day.json',
      'parts',
      'plans.csv',
      'plenum.sha256',
      'records',
    ]);
    expect(JSON.parse(readFileSync(join(out, 'day.json'), 'utf8'))).toEqual(json);
    const plans = readFileSync(join(out, 'plans.csv'), 'utf8');
    expect(plans).toMatch(/^epoch,record,crac/);
    expect(plans).toContain('\r\nnoon,cores,');
    expect(plans).not.toContain('\r\nbroken,');
    const html = readFileSync(join(out, 'day.html'), 'utf8');
    for (const id of ['apply', 'worth', 'trust', 'course', 'epochs', 'energy', 'provenance']) {
      expect(html).toContain(`<section id="${id}"`);
    }
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
    const { json: second, details: again } = await dayOf(file, asked);
    expect(again.epochsResumed).toBe(4);
    expect({ ...again, epochsResumed: 0 }).toEqual(json.details);
    expect({ ...second, timeS: 0, details: 0 }).toEqual({ ...json, timeS: 0, details: 0 });
    // A day with an epoch that has no plan is worth what the others earn, and is not proven best.
    expect(json).toMatchObject({ feasible: false, objective: result.ledger.reward, objectiveUnit: 'reward' });
    expect(json).toMatchObject({ bound: result.ledger.rewardBound, gap: null });
    expect(json.gapReason).toBe('1 epoch without a feasible plan');
  });

  test('a stored epoch that was damaged is solved again', async () => {
    const { file, directory, out } = writeSmall();
    const asked = { arrivals: arrivals(directory), out };
    const { details: first } = await dayOf(file, asked);
    const [stored] = partFiles(out) as [string];
    const text = readFileSync(stored, 'utf8');
    const oneDigit = withOtherDigit(text, text.indexOf('"reward":'));
    const old = JSON.stringify({ digest: 'x', record: {} });
    for (const damaged of ['{"digest":', oneDigit, old]) {
      writeFileSync(stored, damaged);
      const { details: again, said } = await dayOf(file, asked);
      expect(again.epochsResumed).toBe(3);
      expect(again.ledger).toEqual(first.ledger);
      const kept = /It is kept as (\S+)\.\n/.exec(`${said}\n`)![1]!;
      expect(kept.startsWith(join(out, 'set-aside'))).toBe(true);
      expect(readFileSync(kept, 'utf8')).toBe(damaged);
    }
  });

  test('the built-in day needs no file', async () => {
    const { file } = writeSmall();
    const { code, stdout } = await plenum('day', file, '--profile', 'flat', '--method', 'greedy', '--no-bound');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^23:00/m);
    expect(stdout).toMatch(/^energy/m);
  });

  it('a day without any plan ends without one', async () => {
    const { file, directory, out } = writeSmall({ limits: { powerCapW: 20 } });
    const name = arrivals(directory, 'a,b\n1,1\n');
    expect((await dayOf(file, { arrivals: name, out })).ended).toBe('noFeasiblePlan');
    expect(readFileSync(join(out, 'day.html'), 'utf8')).not.toMatch(/NaN|undefined|Infinity/);
  });

  test.each([
    ['neither arrivals nor a profile', {}, 'either'],
    ['both', { arrivals: 'x.csv', profile: 'flat' }, 'either'],
    ['an unknown profile', { profile: 'weekly' }, 'diurnal'],
    ['a file that is not there', { arrivals: 'nowhere.csv' }, 'existing file'],
  ])('%s is refused', async (_, options, allowed) => {
    const { file, out } = writeSmall();
    const [fault] = faultsOf(await day(file, { ...options, out }));
    expect(fault!.allowed).toContain(allowed);
    expect(existsSync(out)).toBe(false);
  });

  it('a folder that holds the arrivals file under the name of an output is refused', async () => {
    const { file, directory } = writeSmall();
    const name = join(directory, 'day.csv');
    writeFileSync(name, CSV);
    expect(faultsOf(await day(file, { arrivals: name, out: directory }))).toMatchObject([{ path: 'out' }]);
    expect(readFileSync(name, 'utf8')).toBe(CSV);
  });
});
