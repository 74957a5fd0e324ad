import { describe, expect, it } from 'vitest';
import { runTimesOf } from '../../../../src/imports/slurm-jobs/job-row.js';
import { LocalDays, LogClock } from '../../../../src/imports/slurm-jobs/log-clock.js';
import {
  durationS,
  gpusOfGres,
  gpusOfTres,
  jobNumber,
  measuredJ,
  stateOf,
  tresCount,
} from '../../../../src/imports/slurm-jobs/words.js';

describe('words of Slurm', () => {
  it.each([
    ['125-00:00:00', 10_800_000],
    ['1-06:51:32', 111_092],
    ['00:05.908', 5.908],
    ['29:30', 1770],
    ['3-04', 273_600],
    ['3-04:15', 274_500],
    ['00:07:00', 420],
    ['90', 5400],
    ['UNLIMITED', null],
    ['Partition_Limit', null],
    ['INVALID', null],
    ['', null],
  ])('duration %s is %s s', (text, seconds) => {
    expect(durationS(text)).toBe(seconds);
  });

  it('a state ends before what follows it', () => {
    expect(['CANCELLED by 480053', 'CANCELLED+', 'COMPLETED'].map(stateOf)).toEqual([
      'CANCELLED',
      'CANCELLED',
      'COMPLETED',
    ]);
  });

  it.each([
    ['billing=12,cpu=12,gres/gpu=2,gres/gpu:a100=2,node=1', 12, 2],
    ['cpu=4,gres/gpu:a100=1,gres/gpu:v100=2', 4, 3],
    ['billing=3,node=1', null, 0],
    ['gres/gpu=4', null, 4],
    ['', null, 0],
  ])('resources %s are %s CPUs and %s GPUs', (tres, cpus, gpus) => {
    expect([tresCount(tres, 'cpu'), gpusOfTres(tres)]).toEqual([cpus, gpus]);
  });

  it.each([
    ['gpu:2', 2],
    ['gpu', 1],
    ['gpu:a100:4(S:0-3)', 4],
    ['gres:gpu:1', 1],
    ['gpu:a100', 1],
    ['craynetwork:1,gpu:v100:2', 2],
    ['tmpgpus:5', 0],
    ['', 0],
  ])('generic resources %s have %s GPUs', (gres, gpus) => {
    expect(gpusOfGres(gres)).toBe(gpus);
  });

  it('an energy of 0 and the greatest value of the counter are no readings', () => {
    expect([0, 2 ** 64 - 2, null, 5_000_000].map(measuredJ)).toEqual([null, null, null, 5_000_000]);
  });

  it.each([
    ['12', {}],
    ['12_3', { array: '12' }],
    ['12_[4-9%2]', { array: '12', isWaitingArray: true }],
    ['12+1', { hetJob: '12', part: 1 }],
    ['12.batch', { isStep: true }],
    ['12_3.0', { isStep: true }],
    ['12+1.extern', { isStep: true }],
  ])('number %s of a job says %o', (id, said) => {
    expect(jobNumber(id)).toMatchObject({
      array: '',
      isWaitingArray: false,
      hetJob: '',
      part: 0,
      isStep: false,
      ...said,
    });
  });
});

/** Returns the seconds since 1970 of a time in UTC, by month 1 to 12. */
function utcS(year: number, month: number, day: number, hour: number, minute = 0): number {
  return Date.UTC(year, month - 1, day, hour, minute) / 1000;
}

describe('LogClock', () => {
  const amsterdam = new LogClock('Europe/Amsterdam');

  it.each([
    ['2021-07-02T10:27:56', [utcS(2021, 7, 2, 8, 27) + 56]],
    ['1700000000', [1_700_000_000]],
    ['Unknown', []],
    ['None', []],
    ['2021-10-31T02:10:00', [utcS(2021, 10, 31, 0, 10), utcS(2021, 10, 31, 1, 10)]],
    ['2021-10-31T03:00:00', [utcS(2021, 10, 31, 2)]],
    ['2021-03-28T03:30:00', [utcS(2021, 3, 28, 1, 30)]],
    ['2021-03-28T01:30:00', [utcS(2021, 3, 28, 0, 30)]],
    // The clocks skip from 2 to 3 h.
    ['2021-03-28T02:30:00', [utcS(2021, 3, 28, 1, 30)]],
    ['2021-02-30T02:30:00', null],
    ['yesterday', null],
    ['2021-07-02', null],
  ])('%s on the clocks of Amsterdam is %o', (text, instants) => {
    expect(amsterdam.instants(text)).toEqual(instants);
  });

  it('an hour that the clocks of New York show twice has two meanings, the hours beside it have one', () => {
    const clock = new LogClock('America/New_York');
    const times = ['2021-11-07T00:59:59', '2021-11-07T01:30:00', '2021-11-07T02:00:00'];
    expect(times.map((time) => clock.instants(time)!.length)).toEqual([1, 2, 1]);
  });

  it('a time with an offset needs no zone, one without it does', () => {
    const clock = new LogClock(undefined);
    expect(clock.instants('2021-07-02T10:27:00+02:00')).toEqual([utcS(2021, 7, 2, 8, 27)]);
    expect(clock.fault).toBeNull();
    clock.instants('2021-07-02T10:27:00');
    expect(clock.fault!.remedy).toContain('--zone');
  });

  it('times with and without an offset in one log are refused', () => {
    const clock = new LogClock('UTC');
    clock.instants('2021-07-02T10:27:00Z');
    clock.instants('2021-07-02T10:28:00');
    expect(clock.fault!.allowed).toContain('all have an offset');
  });

  it('days begin at midnight of the zone, and have 23 or 25 hours at changes', () => {
    const days = new LocalDays('Europe/Amsterdam');
    const hours = [utcS(2021, 3, 28, 12), utcS(2021, 7, 1, 22), utcS(2021, 10, 31, 12)].map((noonS) => {
      const day = days.dayOf(noonS);
      return (days.startS(day + 1) - days.startS(day)) / 3600;
    });
    expect(hours).toEqual([23, 24, 25]);
    expect(days.startS(days.dayOf(utcS(2021, 7, 1, 22)))).toBe(utcS(2021, 7, 1, 22));
  });
});

describe('runTimesOf', () => {
  const [starts, ends] = [
    [1000, 4600],
    [2800, 6400],
  ];

  it.each([
    // From the first pass of the hour to the second: an hour and a half.
    [5400, 1000, 6400, false],
    // Within one pass, either of the two.
    [1800, 1000, 2800, true],
  ])('a run of %s s goes from %s to %s', (runTimeS, startS, endS, isClockOpen) => {
    expect(runTimesOf(starts, ends, runTimeS)).toEqual({ startS, endS, runTimeS, isClockOpen });
  });

  it('without a run time it is end minus start, unless a clock leaves that open', () => {
    expect(runTimesOf([1000], [1700], null)).toMatchObject({ runTimeS: 700, isClockOpen: false });
    expect(runTimesOf(starts, [6400], null)).toMatchObject({ runTimeS: null, isClockOpen: true });
    expect(runTimesOf([1000], [], null)).toMatchObject({ endS: null, runTimeS: null });
  });
});
