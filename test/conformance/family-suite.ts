import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family, Words } from '../../src/families/family.js';
import type { Envelope } from '../../src/workbench/envelope.js';
import type { SolveAnswer } from '../../src/workbench/solve.js';
import { workbench } from '../../src/workbench/workbench.js';
import { triesAll } from '../support/fuzz.js';
import { kept, spread } from './suite-pairs.js';
import {
  boundRequest,
  compareRequest,
  embeddedIn,
  explainRequest,
  figuresOn,
  type Json,
  never,
  nowS,
  request,
  SEED,
  series,
  simulation,
  solved,
  WORK_LIMIT,
} from './suite-requests.js';

/** What the suite must be told of a family; everything else is asked of its one object. */
export interface FamilyCase {
  readonly family: Family;
  /** Instances small enough for every method. */
  readonly files: readonly string[];
  /** Whether more is better. */
  readonly sense: 'max' | 'min';
  /** The best objective of an instance, by hand, from its file; null where it is not known or nothing is feasible. */
  readonly optimum: (written: Json) => number | null;
  /** A plan made to break a limit or to be none. */
  readonly spoilt: (plan: Json) => Json;
  readonly words?: Words;
  /** Whether a method is one for an instance, by its file; absent: all are for all. */
  readonly isFor?: (method: string, written: Json) => boolean;
  /** Flag: true if the first method need not meet the best plan, since it decides without knowing what comes. */
  readonly isOnline?: boolean;
  /** What it is asked to sweep over, its words for that and for a day, where it answers these. */
  readonly over?: readonly string[];
  readonly sweeping?: Words;
  /** Flag, true where a sweep takes no limit of its runs. */
  readonly sweepsWhole?: boolean;
  readonly day?: Words;
}

/** Rounding, of the greater of two figures. */
const ROUNDING = 1e-9;

interface Run {
  readonly file: string;
  readonly method: string;
  readonly answer: SolveAnswer;
}

/** Keys of what every family says of a plan in the details of solve and check alike (src/runs/plan-figures.ts). */
const PLAN_FIGURES = [
  'power',
  'energyByPart',
  'setPointsC',
  'setPointsFromS',
  'hottestInletC',
  'hottestInletAt',
  'completionsPerS',
  'completed',
];

/** What holds for every family, whatever it plans. */
export function familySuite(families: readonly Family[], cases: readonly FamilyCase[]): void {
  const bench = workbench({ families });
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plenum-families-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('every family is held to these rules', () => {
    expect(cases.map(({ family }) => family.name).sort()).toEqual(families.map(({ name }) => name).sort());
  });

  const written = (name: string, value: unknown): string => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(value));
    return file;
  };

  describe.each(cases)('$family.name', (one) => {
    const {
      family,
      files,
      sense,
      optimum,
      spoilt,
      words = {},
      over = [],
      sweeping = {},
      sweepsWhole = false,
      day = {},
      isFor = () => true,
    } = one;
    const runs: Run[] = [];
    const methods = family.methods.map(({ name }) => name);
    const instanceOf = (file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json;
    const pairs = spread(files, methods, (file, method) => isFor(method, instanceOf(file)));
    const bounded = kept(async (file) => bench.bound(boundRequest(file, words)));
    const better = (a: number, b: number): boolean =>
      (sense === 'max' ? a - b : b - a) > ROUNDING * Math.max(Math.abs(a), Math.abs(b), 1);

    beforeAll(async () => {
      if (!family.verbs.includes('solve')) return;
      for (const { file, method } of pairs) {
        runs.push({ file, method, answer: await solved(bench, file, { ...words, method }) });
      }
    });

    it('opens its instances, and says what is in them', async () => {
      const answer = await bench.validate(files);
      expect(answer.ok && answer.instances.map(({ record }) => [record.file, record.family])).toEqual(
        files.map((file) => [file, family.name]),
      );
      for (const { record, text } of answer.ok ? answer.instances : []) {
        expect(text).not.toBe('');
        expect(Object.keys(record.details).length).toBeGreaterThan(0);
      }
    });

    it('refuses an instance with a field too many, or with one of another kind', async () => {
      for (const file of files) {
        const instance = instanceOf(file);
        const changed = [
          { ...instance, nobodyKnowsThis: 1 },
          ...Object.entries(instance).map(([key, value]) => ({
            ...instance,
            [key]: typeof value === 'object' ? 'text' : { of: 'another kind' },
          })),
        ];
        for (const one of changed) {
          const answer = await bench.validate([written('changed.json', one)]);
          expect([one, answer.ok]).toEqual([one, false]);
          for (const { path, allowed, remedy } of answer.ok ? [] : answer.faults) {
            expect([path, allowed, remedy].every((text) => typeof text === 'string')).toBe(true);
          }
        }
      }
    });

    it('verbs that it does not declare are refused in a sentence', async () => {
      const file = files[0]!;
      const asked = {
        solve: () => bench.solve(request(file, words)),
        check: () => bench.check({ file, planFile: file, words, nowS }),
        generate: () =>
          bench.generate({ file, words: {}, isGiven: never, seed: 1, count: 1, out: folder, force: false }),
        bound: () => bench.bound(boundRequest(file, words)),
        explain: () => bench.explain(explainRequest(file, words)),
        sweep: () => bench.sweep({ ...series(file, words), over: ['any=1'] }),
        day: () => bench.day(series(file, words)),
        simulate: () => bench.simulate(simulation(file, [file], words)),
        compare: () => bench.compare(compareRequest(file, words, [])),
      };
      for (const [verb, ask] of Object.entries(asked)) {
        if (family.verbs.includes(verb)) continue;
        const answer = await ask();
        expect(answer.ok ? [] : answer.faults).toMatchObject([{ path: 'format', value: family.kind }]);
      }
    });

    it('a plan of every method passes the checker with the figure of its result, or breaks limits that are named', async () => {
      for (const { file, method, answer } of runs) {
        const { record, plan } = answer;
        expect([method, record.feasible]).toEqual([method, answer.ended === 'solved']);
        if (plan === null) {
          expect([method, record.gapReason]).not.toEqual([method, null]);
          continue;
        }
        const checked = await bench.check({ file, planFile: written('plan.json', plan), words, nowS });
        const { feasible, objective, objectiveUnit, violations } = record;
        expect(checked).toMatchObject({ ok: true, record: { feasible, objective, objectiveUnit, violations } });
        expect(violations!.length > 0).toBe(feasible === false);
        const { details } = (checked as { readonly record: Envelope }).record;
        for (const key of PLAN_FIGURES) expect([method, key, record.details[key]]).toEqual([method, key, details[key]]);
        for (const { amount, unit } of violations!) expect([amount > 0, unit]).toEqual([true, expect.any(String)]);
      }
    });

    it('no feasible plan is better than its bound, and no bound than the best plan', async () => {
      for (const { file, method, answer } of runs) {
        const { feasible, objective, bound } = answer.record;
        if (bound === null || objective === null) continue;
        const isBeaten = feasible === true && better(objective, bound);
        expect([method, objective, bound, isBeaten]).toEqual([method, objective, bound, false]);
        const best = optimum(instanceOf(file));
        if (best !== null) expect([method, best, bound, better(best, bound)]).toContain(false);
      }
      if (!family.verbs.includes('bound')) return;
      for (const file of files) {
        const answer = await bounded(file);
        const best = optimum(instanceOf(file));
        const bound = answer.ok ? answer.record.bound : null;
        if (best !== null && bound !== null)
          expect([basename(file), best, bound, better(best, bound)]).toContain(false);
      }
    });

    it('the first method meets the best plan', async () => {
      const [first] = family.methods;
      if (first === undefined || !family.verbs.includes('solve') || one.isOnline === true) return;
      for (const file of files) {
        const best = optimum(instanceOf(file));
        if (best === null) continue;
        const { record } = await solved(bench, file, { ...words, method: first.name }, null);
        expect([basename(file), record.objective, best, better(best, record.objective!)]).toContain(false);
      }
    });

    it('a report shows the figures of its result', async () => {
      if (!family.verbs.includes('solve')) return;
      // Every method once, each on another instance: charts take longer to draw than these runs take.
      for (const [n, { name: method }] of family.methods.entries()) {
        const able = files.filter((file) => isFor(method, instanceOf(file)));
        const file = able[n % able.length]!;
        const out = join(folder, 'report');
        const { record } = await solved(bench, file, { ...words, method }, WORK_LIMIT, out);
        const page = readFileSync(record.files['report']!, 'utf8');
        expect([method, figuresOn(page, record)]).toEqual([method, []]);
        if (record.objective !== null && record.feasible === true) {
          expect([method, page]).toEqual([method, expect.stringContaining('data-field="objective" value=')]);
        }
        expect(embeddedIn(page)).toMatchObject({ result: { objective: record.objective, bound: record.bound } });
        rmSync(out, { recursive: true });
      }
    });

    it('the same request gives the same bytes', async () => {
      // An everyday run repeats one run of each method.
      const repeated = runs.filter(
        (run, n) => triesAll() || runs.findIndex(({ method }) => method === run.method) === n,
      );
      for (const { file, method, answer } of repeated) {
        const again = await solved(bench, file, { ...words, method });
        expect(JSON.stringify([again.record, again.plan])).toBe(JSON.stringify([answer.record, answer.plan]));
      }
    });

    it('a run of a comparison has the figures of the same run by itself', async () => {
      if (!family.verbs.includes('compare')) return;
      const two = methods.slice(0, 2);
      // Each of them by itself: of two instances, or of all.
      for (const file of triesAll() ? files : files.slice(0, 2)) {
        const answer = await bench.compare(compareRequest(file, words, two));
        if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
        expect(Object.keys(answer.record).join(' ')).toBe(ENVELOPE);
        const made = answer.record.details['runs'] as readonly Json[];
        expect(made.map(({ method }) => method)).toEqual(two);
        for (const { method, feasible, objective } of made) {
          const run = runs.find((one) => one.file === file && one.method === method);
          const { record } = run?.answer ?? (await solved(bench, file, { ...words, method }));
          const own = record.feasible === true ? record.objective : null;
          expect([method, feasible, objective]).toEqual([method, record.feasible, own]);
        }
      }
    });

    it('a plan that was tampered with is refused or broken', async () => {
      for (const [n, { file, method, answer }] of runs.filter(({ answer: { plan } }) => plan !== null).entries()) {
        const plan = answer.plan as unknown as Json;
        // What names no plan of the instance is refused before it is judged: one fault for each run in turn.
        const forged = [
          { ...plan, format: 'another format' },
          { ...plan, instance: { name: 'elsewhere', sha256: '0'.repeat(64) } },
          { ...plan, method: 7 },
        ][n % 3];
        const refused = await bench.check({ file, planFile: written('forged.json', forged), words, nowS });
        expect([method, refused.ok]).toEqual([method, false]);
        const planFile = written('spoilt.json', spoilt(plan));
        const checked = await bench.check({ file, planFile, words, nowS });
        expect([method, checked.ok && checked.record.feasible]).toEqual([method, false]);
      }
    });

    it('variants of an instance are instances, and the same bytes for the same seed', async () => {
      if (!family.verbs.includes('generate')) return;
      const given = { words: {}, isGiven: never, seed: SEED, count: 2, force: false };
      for (const file of files) {
        const made = await Promise.all(
          ['once', 'again'].map((name) => bench.generate({ ...given, file, out: join(folder, 'variants', name) })),
        );
        const [texts, same] = made.map((answer) => {
          return answer.ok ? answer.instances.map((path) => readFileSync(path, 'utf8')) : answer.faults;
        });
        expect(same).toEqual(texts);
        for (const answer of made) {
          if (!answer.ok) continue;
          expect([answer.record.family, answer.instances.length]).toEqual([family.name, 2]);
          expect(await bench.validate(answer.instances)).toMatchObject({ ok: true });
        }
      }
    });

    it('exports what it declares, and nothing else', async () => {
      const declared = (family.exports ?? []).map(({ name }) => name);
      const all = families.flatMap(({ exports = [] }) => exports.map(({ name }) => name));
      for (const what of new Set(all)) {
        const out = join(folder, `${family.name}-${what}.csv`);
        const answer = await bench.exportPart({ what, file: files[0]!, out, force: false });
        expect([what, answer.ok]).toEqual([what, declared.includes(what)]);
        if (!answer.ok) {
          expect(answer.faults).toMatchObject([{ path: 'format', value: family.name }]);
          continue;
        }
        expect(answer.record).toMatchObject({ family: family.name, files: { csv: out }, details: { exported: what } });
        const [head, ...rows] = readFileSync(out, 'utf8').trimEnd().split('\r\n');
        const columns = new Set([head, ...rows].map((row) => row!.split(',').length));
        expect([what, rows.length > 0, columns.size]).toEqual([what, true, 1]);
      }
    });

    const studied = async (file: string): Promise<readonly Envelope[]> => {
      const { verbs } = family;
      const found = runs.find((one) => one.file === file && one.answer.plan !== null);
      const planFiles = found === undefined ? [] : [written('simulated.json', found.answer.plan)];
      const swept = series(file, { ...words, ...sweeping }, sweepsWhole ? null : undefined);
      const answers = [
        ...(verbs.includes('sweep') ? [await bench.sweep({ ...swept, over })] : []),
        ...(verbs.includes('day') ? [await bench.day(series(file, { ...words, ...day }))] : []),
        ...(verbs.includes('simulate') ? [await bench.simulate(simulation(file, planFiles, words))] : []),
      ];
      return answers.map((answer) => {
        if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
        return answer.record;
      });
    };

    const studiedFirst = kept(studied);

    it('studies give the same bytes again, and a gap or the reason why there is none', async () => {
      const records = await studiedFirst(files[0]!);
      expect(JSON.stringify(await studied(files[0]!))).toBe(JSON.stringify(records));
      for (const { family: name, objective, bound, gapReason, gap } of records) {
        expect([name, gap === null]).toEqual([family.name, gapReason !== null]);
        if (objective !== null && bound !== null) expect(better(objective, bound)).toBe(false);
      }
    });

    it('every verb keeps the envelope', async () => {
      const keys = new Set(runs.map(({ answer }) => Object.keys(answer.record).join(' ')));
      for (const file of files) {
        if (family.verbs.includes('bound')) {
          const answer = await bounded(file);
          if (answer.ok) keys.add(Object.keys(answer.record).join(' '));
        }
        if (family.verbs.includes('explain')) {
          const answer = await bench.explain(explainRequest(file, words));
          if (answer.ok) keys.add(Object.keys(answer.record).join(' '));
        }
        const run = runs.find((one) => one.file === file && one.answer.plan !== null);
        if (run === undefined) continue;
        const planFile = written('kept.json', run.answer.plan);
        const checked = await bench.check({ file, planFile, words, nowS });
        if (checked.ok) keys.add(Object.keys(checked.record).join(' '));
      }
      for (const record of await studiedFirst(files[0]!)) keys.add(Object.keys(record).join(' '));
      expect([...keys]).toEqual(family.verbs.every((verb) => verb === 'generate') ? [] : [ENVELOPE]);
    });
  });
}

const ENVELOPE =
  'envelopeVersion instance family method planFrom seed termination feasible objective objectiveUnit bound boundScope ' +
  'gap gapReason infeasibility binding violations warnings timeS work files details';
