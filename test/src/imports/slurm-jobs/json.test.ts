import { describe, expect, it } from 'vitest';
import { imported, jobsOf, logText, type LogRow } from '../../../support/job-logs.js';

/** Time at which the jobs of these tests are submitted, s since 1970. */
const SUBMIT_S = Date.UTC(2024, 2, 5, 7) / 1000;

/** Forms in which versions of Slurm write a number. */
const FORMS: readonly (readonly [string, (value: number) => unknown])[] = [
  ['numbers', (value) => value],
  ['texts', String],
  ['objects', (number) => ({ set: true, infinite: false, number })],
];

/** Returns a job as `sacct --json` writes it. */
function jobOf(form: (value: number) => unknown, id: number, rest: Readonly<Record<string, unknown>> = {}) {
  const time = { submission: SUBMIT_S, start: SUBMIT_S + 60, end: SUBMIT_S + 3660, elapsed: 3600 };
  const cpu = { type: 'cpu', name: '', id: 1, count: form(4) };
  return {
    job_id: form(id),
    account: 'physics',
    partition: 'batch',
    user: 'ada',
    name: 'run',
    qos: 'normal',
    cluster: 'c',
    nodes: 'n[1-2]',
    allocation_nodes: form(2),
    state: { current: ['COMPLETED'], reason: 'None' },
    array: { job_id: form(0), task_id: { set: false, infinite: false, number: 0 }, task: '' },
    het: { job_id: form(0), job_offset: { set: false, infinite: false, number: 0 } },
    time: {
      ...Object.fromEntries(Object.entries(time).map(([name, value]) => [name, form(value)])),
      limit: form(90),
      total: { seconds: 7e3, microseconds: 5e5 },
    },
    tres: {
      allocated: [cpu, { type: 'gres', name: 'gpu', id: 1001, count: form(2) }, { type: 'energy', count: form(0) }],
    },
    steps: [],
    ...rest,
  };
}

describe('a job log as JSON', () => {
  it.each(FORMS)('is read with %s', async (_, form) => {
    const jobs = [
      jobOf(form, 1),
      jobOf(form, 2, {
        state: { current: 'CANCELLED' },
        nodes: 'None assigned',
        time: { submission: form(SUBMIT_S), start: form(0), end: form(SUBMIT_S + 5), elapsed: form(0) },
      }),
      jobOf(form, 3, {
        state: { current: ['RUNNING'] },
        time: {
          submission: form(SUBMIT_S),
          start: form(SUBMIT_S + 1),
          end: form(0),
          elapsed: form(99),
          limit: { set: true, infinite: true, number: 0 },
        },
      }),
      jobOf(form, 4, { array: { job_id: form(40), task_id: form(7), task: '' } }),
      jobOf(form, 5, { het: { job_id: form(5), job_offset: form(0) } }),
      jobOf(form, 6, { het: { job_id: form(5), job_offset: form(1) } }),
    ];
    const made = await imported([JSON.stringify({ meta: { plugin: {} }, jobs, errors: [] })], { zone: undefined });
    expect(made.counts).toMatchObject({
      rows: 6,
      ran: 3,
      neverStarted: 1,
      running: 1,
      arrays: 1,
      arrayTasks: 1,
      hetJobs: 1,
      hetParts: 2,
      gpuJobs: 3,
      coreS: 16 * 3600,
    });
    expect(jobsOf(made)[0]).toMatchObject({
      job: '1',
      cluster: 'c',
      user: 'ada',
      qos: 'normal',
      state: 'COMPLETED',
      cores: '4',
      gpus: '2',
      runTimeS: '3600',
      limitS: '5400',
      cpuTimeS: '7000.5',
      energyJ: '',
      hosts: 'n[1-2]',
    });
    expect(jobsOf(made).map(({ job, limitS }) => [job, limitS])).toContainEqual(['3', '']);
  });

  it('says the same as text of the same jobs', async () => {
    const cells = (id: string): LogRow => ({
      JobID: id,
      Submit: SUBMIT_S,
      Start: SUBMIT_S + 60,
      End: SUBMIT_S + 3660,
      Elapsed: '01:00:00',
      NNodes: 2,
      NCPUS: 4,
      AllocTRES: 'cpu=4,gres/gpu=2',
      Timelimit: '01:30:00',
      NodeList: 'n[1-2]',
    });
    const text = await imported([logText([cells('1'), cells('2')])], { zone: undefined });
    const job = (id: number) =>
      jobOf(Number, id, { cluster: '', qos: '', time: { ...jobOf(Number, id).time, total: {} } });
    const json = await imported([JSON.stringify({ jobs: [job(1), job(2)] }, null, 2)], { zone: undefined });
    expect(json.counts).toEqual(text.counts);
    expect(json.tables).toEqual(text.tables);
  });

  it('energy is that of the job, else of the step with most of it', async () => {
    const step = (joules: number) => ({ tres: { consumed: { total: [{ type: 'energy', count: joules }] } } });
    const allocated = [
      { type: 'cpu', count: 4 },
      { type: 'energy', count: 9000 },
    ];
    const jobs = [
      jobOf(Number, 1, { tres: { allocated } }),
      jobOf(Number, 2, { steps: [step(500), step(800), step(2 ** 64 - 2)] }),
      jobOf(Number, 3, { steps: [step(0)] }),
    ];
    const made = await imported([JSON.stringify({ jobs })], { zone: undefined });
    expect(made.counts).toMatchObject({ steps: 4, energyJobs: 2 });
    expect(jobsOf(made).map(({ energyJ }) => energyJ)).toEqual(['9000', '800', '']);
  });

  it('an element that is no job is listed with its line', async () => {
    const { quarantine, counts } = await imported([`{"jobs": [\n${JSON.stringify(jobOf(Number, 1))},\n3,\nnul]}`], {
      zone: undefined,
    });
    expect(counts.ran).toBe(1);
    expect(quarantine.list[0]!.places.map((place) => place.slice(-6))).toEqual(['line 3', 'line 4']);
  });
});
