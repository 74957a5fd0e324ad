import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TrialRequest } from '../../../../src/experiments/design.js';
import { usInstance } from '../../../../src/families/geo/instances/us.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import { inTemporaryFolder, writtenInstance } from '../../../../src/reproduction/library-calls.js';
import { geoTrial, instanceFor, searchOptions } from '../../../../src/reproduction/chapter-4/trial.js';
import { seal, unseal } from '../../../../src/runs/seal.js';

const SETTINGS = { 'gald-cl-4': 30, 'gald-cl-eq25-4': 30 };
const input = (instance: string, method: string, settings: TrialRequest['settings'] = SETTINGS): TrialRequest => ({
  cell: { instance, method },
  trial: 0,
  seed: 1,
  settings,
});

const instanceOf = (instance: string, seed: number): Promise<GeoInstance> =>
  inTemporaryFolder(async (folder) =>
    Promise.resolve(writtenInstance(await instanceFor({ instance }, seed, folder)) as GeoInstance),
  );

describe('geoTrial', () => {
  it('solves the day and group that cell and seed say, by the printed rule of surplus', async () => {
    const bundled = usInstance({ centres: 4, workload: 'hybrid' });
    const surplus = { ...bundled.rules, surplus: { rule: 'printed' } };
    const first = await instanceOf('us-4', 1);
    expect({ ...first, name: '', description: '' }).toEqual({ ...bundled, name: '', description: '', rules: surplus });
    const october = await instanceOf('us-4-cpu', 3);
    const own = usInstance({ centres: 4, workload: 'cpu', date: '2017-10-11' });
    expect(october).toEqual({ ...own, rules: surplus });
    expect((await instanceOf('us-8', 2)).dataCentres).toHaveLength(8);
    await expect(instanceOf('nowhere', 1)).rejects.toThrow('nowhere');
  });

  let proven: ReturnType<typeof geoTrial> | undefined;
  it.each(['fdld-so', 'fdld-tao', 'fdld-cl', 'gald-cl', 'gald-cl-eq25', 'gld-lp'])(
    '%s gives the same values the second time, and a plan above its bound',
    async (method) => {
      const { values } = await geoTrial(input('tiny-restricted', method));
      expect((await geoTrial(input('tiny-restricted', method))).values).toEqual(values);
      expect(values['outcome']).toBe('plan');
      const proof = await (proven ??= geoTrial(input('tiny-restricted', 'gld-lp')));
      expect(Number(values['costUsd'])).toBeGreaterThanOrEqual(Number(proof.values['boundUsd']));
      expect(Number(values['costByCupUsd'])).toBeGreaterThanOrEqual(Number(proof.values['boundByCupUsd']));
      expect(values['boundUsd'] === null).toBe(method !== 'gld-lp');
      expect(values['candidates'] === null).toBe(!method.startsWith('fdld'));
      expect(values['generations'] === null).toBe(!method.startsWith('gald'));
      expect(Object.keys(values)).toEqual(Object.keys(proof.values));
      expect(Number(values['servedOverArrivals'])).toBeGreaterThanOrEqual(1 - 1e-9);
      expect(Number(values['nodeHours'])).toBeGreaterThan(0);
    },
  );

  it('node hours and costs by epoch sum to those of the day', async () => {
    const { values } = await geoTrial(input('tiny-transition', 'gld-lp'));
    const sum = (of: (name: string) => boolean): number =>
      Object.entries(values).reduce((total, [name, value]) => (of(name) ? total + Number(value) : total), 0);
    const total = (name: string): number => (values[name] as number[]).reduce((all, one) => all + one, 0);
    expect(total('costByEpochUsd')).toBeCloseTo(Number(values['costUsd']), 6);
    expect(total('boundByEpochUsd')).toBeCloseTo(Number(values['boundUsd']), 6);
    expect(sum((name) => name.startsWith('hours '))).toBeCloseTo(Number(values['nodeHours']), 6);
  });

  it('the genetic search has the generations that the design gives, also where it gains nothing', async () => {
    const generations = async (count: number): Promise<unknown> => {
      const { values } = await geoTrial(input('tiny-arbitrage', 'gald-cl', { ...SETTINGS, 'gald-cl-4': count }));
      return values['generations'];
    };
    const epochs = (await instanceOf('tiny-arbitrage', 1)).horizon.epochs;
    expect(await generations(40)).toBe(40 * epochs);
    expect(await generations(700)).toBe(700 * epochs);
  });

  it("every level has the reading of efficiency that its name says, and its group's generations", () => {
    const options = (instance: string, method: string): unknown[] => {
      const settings = { 'gald-cl-4': 4, 'gald-cl-16': 16, 'gald-cl-eq25-4': 5, 'gald-cl-short-4': 1 };
      const { efficiency, generations } = searchOptions({ cell: { instance, method }, settings });
      return [efficiency, generations];
    };
    expect(options('us-4', 'gald-cl')).toEqual(['node', 4]);
    expect(options('us-16', 'gald-cl')).toEqual(['node', 16]);
    expect(options('us-4-cpu', 'gald-cl-eq25')).toEqual(['cores', 5]);
    expect(options('us-4', 'gald-cl-short')).toEqual(['node', 1]);
  });

  it('refuses what there is not', async () => {
    await expect(geoTrial(input('tiny-arbitrage', 'oracle'))).rejects.toThrow('oracle');
    await expect(geoTrial(input('tiny-arbitrage', 'gald-cl', {}))).rejects.toThrow('gives gald-cl no generations');
  });

  it('a killed run goes on with its epochs, and ends as one that was not', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'plenum-part-'));
    const partFile = path.join(directory, 'part.jsonl');
    try {
      const whole = await geoTrial(input('tiny-arbitrage', 'gald-cl'));
      expect((await geoTrial({ ...input('tiny-arbitrage', 'gald-cl'), partFile })).values).toEqual(whole.values);
      const [head, ...epochs] = readFileSync(partFile, 'utf8').trimEnd().split('\n');
      expect(epochs).toHaveLength((await instanceOf('tiny-arbitrage', 1)).horizon.epochs);
      expect(epochs.length).toBeGreaterThan(1);
      // Killed in the second epoch; the first is told apart by a count of work.
      const { designSha256 } = JSON.parse(head!) as { readonly designSha256: string };
      const entry = unseal(designSha256, epochs[0]!)!.replace(/"evaluations":\d+/, '"evaluations":1000000');
      const first = seal(designSha256, entry);
      writeFileSync(partFile, [head, first, epochs[1]!.slice(0, 9)].join('\n'));
      const { values } = await geoTrial({ ...input('tiny-arbitrage', 'gald-cl'), partFile });
      expect(Number(values['evaluations'])).toBeGreaterThan(1e6);
      expect({ ...values, evaluations: null }).toEqual({ ...whole.values, evaluations: null });
      // What another trial left is not taken for its own.
      const other = { ...input('tiny-arbitrage', 'gald-cl', { ...SETTINGS, 'gald-cl-4': 31 }), partFile };
      expect((await geoTrial(other)).values['generations']).toBe(31 * epochs.length);
      rmSync(partFile);
      await geoTrial({ ...input('tiny-arbitrage', 'fdld-cl'), partFile });
      expect(() => readFileSync(partFile)).toThrow('ENOENT');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
