import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/random/stream.js';
import { WriteFailure } from '../../../../src/runs/write-failure.js';
import { memoryRecordStore, type RecordStore } from '../../../../src/runs/store/record-store.js';
import type { EngineRequest, Executor } from '../../../../src/studies/engine/engine.js';
import { runStudy } from '../../../../src/studies/engine/run-study.js';
import type { RunRecord } from '../../../../src/studies/plan/record.js';
import type { StudyRun } from '../../../../src/studies/plan/run.js';
import { fuzzCount } from '../../../support/fuzz.js';
import { DRAWN_METHODS, drawnStudy } from '../../../support/study-records.js';

/** 24 runs, some of which fail. */
const STUDY = drawnStudy({ seeds: 4, methods: DRAWN_METHODS.map((method) => ({ ...method, failing: 0.3 })) });
const RECORD_OF = new Map(STUDY.records.map((record) => [record.key, record]));
const NO_LIMITS = { timeS: null, memoryMiB: null };

interface Ledger {
  readonly begun: string[];
  atOnce: number;
  aborted: boolean;
}

/** Executor that answers with the study's records after 0 to 4 turns of the event loop. */
function executor(workers: number, seed = 1, more: Partial<Executor> = {}): Executor & { readonly ledger: Ledger } {
  const stream = randomStream(seed, 'delays');
  const ledger: Ledger = { begun: [], atOnce: 0, aborted: false };
  let running = 0;
  return {
    ledger,
    workers,
    elsewhere: true,
    execute: async (run) => {
      ledger.begun.push(run.key);
      ledger.atOnce = Math.max(ledger.atOnce, ++running);
      for (let turns = stream.integer(0, 4); turns > 0; turns--) await turn();
      running--;
      return ledger.aborted ? null : RECORD_OF.get(run.key)!;
    },
    abort: () => {
      ledger.aborted = true;
    },
    close: () => Promise.resolve(),
    ...more,
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function request(more: Partial<EngineRequest> & Pick<EngineRequest, 'executor' | 'store'>): EngineRequest {
  return {
    runs: STUDY.runs,
    limits: NO_LIMITS,
    retry: 'none',
    interrupted: () => false,
    interruptedTwice: () => false,
    onRecord: () => undefined,
    ...more,
  };
}

/** Records by key, as texts. */
function held(store: RecordStore): readonly (readonly [string, string])[] {
  return [...store.keys()].sort().map((key) => [key, store.get(key)!] as const);
}

async function undisturbed(): Promise<readonly (readonly [string, string])[]> {
  const store = memoryRecordStore();
  await runStudy(request({ store, executor: executor(1) }));
  return held(store);
}

function failures(records: readonly RunRecord[]): number {
  return records.filter(({ outcome }) => outcome.failure !== null).length;
}

describe('a study', () => {
  it('has the same records for 1, 2 and 4 workers, and after any interruptions', async () => {
    const expected = await undisturbed();
    expect(expected).toHaveLength(STUDY.runs.length);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 2, 4),
        fc.nat(1000),
        fc.array(fc.nat(STUDY.runs.length), { maxLength: 4 }),
        async (workers, seed, stops) => {
          const store = memoryRecordStore();
          for (const stop of stops) {
            let made = 0;
            const interrupted = (): boolean => made >= stop;
            const onRecord = (): void => {
              made++;
            };
            await runStudy(request({ store, executor: executor(workers, seed), interrupted, onRecord }));
          }
          const last = executor(workers, seed);
          const outcome = await runStudy(request({ store, executor: last }));
          expect(held(store)).toEqual(expected);
          expect(outcome.records).toEqual(STUDY.records);
          expect(outcome).toMatchObject({ complete: true, done: 24, total: 24, failed: failures(STUDY.records) });
          expect(last.ledger.atOnce).toBeLessThanOrEqual(workers);
        },
      ),
      { numRuns: fuzzCount(50), seed: 1 },
    );
  });

  it('begins its runs in order, as many at a time as there are workers', async () => {
    const four = executor(4);
    await runStudy(request({ store: memoryRecordStore(), executor: four }));
    expect(four.ledger.begun).toEqual(STUDY.runs.map(({ key }) => key));
    expect(four.ledger.atOnce).toBe(4);
  });

  it('makes a run once that stands in it twice', async () => {
    const one = executor(2);
    const runs = [...STUDY.runs.slice(0, 3), ...STUDY.runs.slice(0, 3)];
    const outcome = await runStudy(request({ store: memoryRecordStore(), executor: one, runs }));
    expect(one.ledger.begun).toHaveLength(3);
    expect(outcome).toMatchObject({ complete: true, done: 3, total: 3, made: 3 });
    expect(outcome.records).toEqual(STUDY.records.slice(0, 3));
  });

  it('makes nothing that is there, and with retry what failed alone', async () => {
    const store = memoryRecordStore(await undisturbed());
    const idle = executor(2);
    expect(await runStudy(request({ store, executor: idle }))).toMatchObject({ complete: true, made: 0, done: 24 });
    expect(idle.ledger.begun).toEqual([]);
    const broken = STUDY.records.filter(({ outcome }) => outcome.failure !== null);
    expect(broken.length).toBeGreaterThan(0);
    const mended = { ...STUDY.records[0]!.outcome, failure: null };
    const again = executor(2, 1, {
      execute: (run) => Promise.resolve({ ...RECORD_OF.get(run.key)!, outcome: mended }),
    });
    const outcome = await runStudy(request({ store, executor: again, retry: 'failed' }));
    expect(outcome).toMatchObject({ complete: true, made: broken.length, failed: 0, done: 24 });
    for (const { key } of broken) expect(JSON.parse(store.get(key)!)).toMatchObject({ outcome: { failure: null } });
  });

  it('reports a record only once it is on disk', async () => {
    const memory = memoryRecordStore();
    const durable = new Set<string>();
    const store: RecordStore = {
      ...memory,
      keep: async (key, text) => {
        for (let turns = 0; turns < 3; turns++) await turn();
        durable.add(key);
        await memory.keep(key, text);
      },
    };
    const seen: string[] = [];
    const onRecord: EngineRequest['onRecord'] = ({ key }, { done, made, total }) => {
      expect(durable.has(key)).toBe(true);
      seen.push(key);
      expect([done, made, total]).toEqual([seen.length, seen.length, 24]);
    };
    await runStudy(request({ store, executor: executor(4), onRecord }));
    expect(seen.sort()).toEqual(STUDY.runs.map(({ key }) => key).sort());
  });

  it('has each record on disk before the next run, where the same process makes both', async () => {
    const memory = memoryRecordStore();
    const store: RecordStore = { ...memory, keep: (key, text) => turn().then(() => memory.keep(key, text)) };
    const here = executor(1, 1, { elsewhere: false });
    const execute: Executor['execute'] = (run, limits) => {
      expect(memory.keys().size).toBe(here.ledger.begun.length);
      return here.execute(run, limits);
    };
    await runStudy(request({ store, executor: { ...here, execute } }));
    expect(memory.keys().size).toBe(24);
  });

  it('begins nothing once it is interrupted, keeps what ran, and leaves out what was given up or cut short', async () => {
    const store = memoryRecordStore();
    let asked = false;
    const answers: ((run: StudyRun) => RunRecord | null)[] = [
      ({ key }) => RECORD_OF.get(key)!,
      () => null,
      ({ key }) => {
        const record = RECORD_OF.get(key)!;
        return { ...record, outcome: { ...record.outcome, termination: 'interrupted' } };
      },
    ];
    let begun = 0;
    const three = executor(3, 1, {
      execute: async (run) => {
        const answer = answers[begun++]!;
        await turn();
        asked = true;
        return answer(run);
      },
    });
    const outcome = await runStudy(request({ store, executor: three, interrupted: () => asked }));
    expect(begun).toBe(3);
    expect(outcome).toMatchObject({ complete: false, done: 1, made: 1, total: 24 });
    expect([...store.keys()]).toEqual([STUDY.runs[0]!.key]);
  });

  it('ends with the failure of its store, ends what runs, and holds what was on disk', async () => {
    const memory = memoryRecordStore();
    const fault = new WriteFailure('records/x', Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const store: RecordStore = {
      ...memory,
      keep: (key, text) => (memory.keys().size < 5 ? memory.keep(key, text) : Promise.reject(fault)),
    };
    const two = executor(2);
    await expect(runStudy(request({ store, executor: two }))).rejects.toBe(fault);
    expect(two.ledger.aborted).toBe(true);
    expect(two.ledger.begun.length).toBeLessThan(12);
    const resumed = await runStudy(request({ store: memory, executor: executor(2) }));
    expect(resumed).toMatchObject({ complete: true, made: 19 });
  });

  it('ends with the fault of an executor that cannot make runs at all', async () => {
    const lame = executor(2, 1, { execute: () => Promise.reject(new Error('no process')) });
    await expect(runStudy(request({ store: memoryRecordStore(), executor: lame }))).rejects.toThrow('no process');
  });

  it('takes over what another process stores meanwhile', async () => {
    const memory = memoryRecordStore();
    const all = await undisturbed();
    const one = executor(1);
    const execute: Executor['execute'] = async (run, limits) => {
      for (const [key, text] of all) await memory.keep(key, text);
      return one.execute(run, limits);
    };
    const outcome = await runStudy(request({ store: memory, executor: { ...one, execute } }));
    expect(one.ledger.begun).toHaveLength(1);
    expect(outcome).toMatchObject({ complete: true, done: 24, made: 1 });
  });

  it('asks for more runs when all are done, with all records in order, until there are none', async () => {
    const looks: (readonly RunRecord[])[] = [];
    const more = (records: readonly RunRecord[]): readonly StudyRun[] => {
      looks.push(records);
      return STUDY.runs.slice(records.length, records.length + 8);
    };
    const runs = STUDY.runs.slice(0, 8);
    const store = memoryRecordStore((await undisturbed()).slice(0, 10));
    const outcome = await runStudy(request({ store, executor: executor(4), runs, more }));
    expect(looks).toEqual([8, 16, 24].map((count) => STUDY.records.slice(0, count)));
    expect(outcome).toMatchObject({ complete: true, total: 24, made: 14 });
  });

  it('asks for no more once it is interrupted', async () => {
    const more = (): never => {
      throw new Error('asked');
    };
    const outcome = await runStudy(
      request({ store: memoryRecordStore(), executor: executor(2), more, interrupted: () => true }),
    );
    expect(outcome).toMatchObject({ complete: false, done: 0 });
  });
});
