import type { LimitName } from '../../../models/facility/limits.js';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Violation } from '../../../models/families/violation.js';
import { solveCommand } from '../../../src/cli/commands/solve.js';
import type { CommonValues } from '../../../src/families/common-options.js';
import { type Family, familyParts, type SolvedByFamily, type SolveOfFamily } from '../../../src/families/family.js';
import type { FamilyRunResult } from '../../../src/runs/result.js';

const FLAGS = { bound: false, force: false, allowOutside: false, json: true };
const OPTIONS: CommonValues<'solve'> = { seed: 7, timeLimit: 3, ...FLAGS };
const ANSWER = { feasible: true, termination: 'finished', violations: [] } as const;

let directory = '';
let file = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'plenum-any-'));
  file = join(directory, 'instance.json');
  writeFileSync(file, '{ "format": "test.any" }');
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function breaks(constraint: LimitName): Violation {
  return { constraint, where: '', unit: 'W', value: 2, limit: 1, amount: 1 };
}

type Ended = Pick<FamilyRunResult, 'feasible' | 'termination' | 'violations'>;

function solved(ended: Ended, change: Partial<SolvedByFamily> = {}): SolvedByFamily {
  const result: FamilyRunResult = {
    instance: 'i',
    method: 'm',
    seed: 7,
    objective: 2,
    objectiveUnit: 'W',
    bound: null,
    gap: null,
    boundScope: '',
    warnings: [],
    timeS: {},
    work: {},
    files: {},
    ...ended,
  };
  const texts = { plan: { json: '{}\n', csv: 'a\n' }, page: () => '<html>', report: { kept: true } };
  return { ok: true, result, plan: null, summary: () => 'in words', texts: () => texts, ...change };
}

/** A family that does nothing but answer. */
function answering(answer: SolvedByFamily, change: Partial<SolveOfFamily> = {}): readonly Family[] {
  const solve: SolveOfFamily = {
    progressUnit: '',
    readWords: (words) => words,
    solve: () => Promise.resolve(answer),
    unknownToSome: ['powerCap'],
    ...change,
  };
  const unasked = (): never => {
    throw new Error('nobody asked');
  };
  return [
    {
      name: 'any',
      format: 'test.any',
      page: '',
      kind: 'a test',
      better: 'more',
      listHeading: '',
      methods: [],
      options: {},
      verbs: ['solve'],
      load: () => Promise.resolve(familyParts({ open: unasked, describe: unasked, row: unasked, solve })),
    },
  ];
}

describe('a solve of any family', () => {
  afterEach(() => void vi.restoreAllMocks());
  const quiet = () => [
    vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];

  it.each([
    [0, { ...ANSWER }],
    [0, { ...ANSWER, termination: 'timeLimit' as const }],
    [3, { ...ANSWER, feasible: false }],
    [3, { ...ANSWER, feasible: false, violations: [breaks('powerCap')] }],
    [1, { ...ANSWER, feasible: false, violations: [breaks('powerCap'), breaks('nodeCount')] }],
    [4, { ...ANSWER, feasible: false, termination: 'timeLimit' as const }],
    [4, { ...ANSWER, feasible: false, termination: 'workLimit' as const }],
    [4, { ...ANSWER, feasible: false, termination: 'interrupted' as const, violations: [breaks('powerCap')] }],
    [3, { ...ANSWER, feasible: false, termination: 'infeasible' as const }],
    [1, { ...ANSWER, feasible: false, termination: 'failed' as const }],
  ])('ends with %i: %j', async (code, result) => {
    quiet();
    expect(await solveCommand(file, OPTIONS, answering(solved(result)))).toBe(code);
  });

  it('result.json is the envelope and the report part; its own fields are details', async () => {
    const [stdout] = quiet();
    const out = join(directory, 'out');
    const withLaps = { ...ANSWER, laps: 3 };
    expect(await solveCommand(file, { ...OPTIONS, out }, answering(solved(withLaps)))).toBe(0);
    const printed = JSON.parse(stdout!.mock.calls.join('')) as Record<string, unknown>;
    expect(printed).toMatchObject({ envelopeVersion: 1, family: 'any', gapReason: null, details: { laps: 3 } });
    const stored = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Record<string, unknown>;
    expect(stored).toEqual({ ...printed, report: { kept: true } });
    expect(Object.keys(printed['files'] as object)).toEqual(['plan', 'planCsv', 'result', 'report']);
  });

  it('a page that cannot be made costs neither the answer nor the other files, and is a mistake in the program', async () => {
    const [stdout, stderr] = quiet();
    const page = (): never => {
      throw new Error('no ink');
    };
    const answer = solved(ANSWER, { texts: () => ({ plan: null, page, report: {} }) });
    expect(await solveCommand(file, { ...OPTIONS, out: join(directory, 'no-page') }, answering(answer))).toBe(1);
    expect(JSON.parse(stdout!.mock.calls.join(''))).toMatchObject({
      feasible: true,
      files: { result: expect.stringContaining('no-page') as string },
    });
    expect(stderr!.mock.calls.join('')).toContain('no ink');
  });

  it('limits and words reach the search, and what is refused is not solved', async () => {
    quiet();
    const asked: unknown[] = [];
    const answer = solved(ANSWER);
    const words = { ...OPTIONS, boundTimeLimit: 5, front: 3 };
    const families = answering(answer, { solve: (request) => (asked.push(request), Promise.resolve(answer)) });
    expect(await solveCommand(file, words, families)).toBe(0);
    expect(asked).toMatchObject([
      {
        seed: 7,
        limits: { timeLimitS: 3, workLimit: null },
        withBound: false,
        words: { boundTimeLimit: 5, front: 3, bound: false },
      },
    ]);
    const fault = { file: 'x', path: '', value: 1, allowed: '', remedy: '' };
    const refused = { ok: false, faults: [fault] } as const;
    expect(await solveCommand(file, OPTIONS, answering(answer, { solve: () => Promise.resolve(refused) }))).toBe(2);
    expect(await solveCommand(file, OPTIONS, answering(answer, { readWords: () => refused }))).toBe(2);
    await expect(solveCommand(file, { ...OPTIONS, out: ' ' }, answering(answer))).rejects.toThrow('--out');
  });

  it('stops listening for Ctrl-C', async () => {
    quiet();
    const before = process.listenerCount('SIGINT');
    await solveCommand(file, OPTIONS, answering(solved(ANSWER)));
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
