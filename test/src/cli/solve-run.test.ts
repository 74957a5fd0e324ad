import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Violation } from '../../../models/problems/violation.js';
import { type SolveOfFamily, solveRun, type SolveRunOptions } from '../../../src/cli/commands/solve-run.js';
import type { Termination } from '../../../src/runs/result.js';

interface Ended {
  readonly record: {
    readonly result: {
      readonly feasible: boolean;
      readonly termination: Termination;
      readonly violations: readonly Violation[];
    };
  };
}

const OPTIONS: SolveRunOptions = { seed: 7, timeLimit: 3, bound: false, json: true };
const ANSWER = { feasible: true, termination: 'finished', violations: [] } as const;

function breaks(constraint: string): Violation {
  return { constraint, where: '', unit: 'W', value: 2, limit: 1, amount: 1 };
}

function family(
  result: Ended['record']['result'],
  change: Partial<SolveOfFamily<Ended, string>> = {},
): SolveOfFamily<Ended, string> {
  return {
    progressUnit: '',
    inputs: [],
    outputs: (directory: string) => [join(directory, 'plan.json')],
    solve: () => Promise.resolve({ ok: true, solved: { record: { result } }, front: null }),
    write: (solved) => Promise.resolve({ solved, fault: null }),
    text: () => '',
    unknownToSome: ['powerCap'],
    ...change,
  };
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
  ])('would not end with %i: %j', async (code, result) => {
    quiet();
    expect(await solveRun(OPTIONS, family(result))).toBe(code);
  });

  it('a fault in writing would cost the answer, or its exit code', async () => {
    const [stdout, stderr] = quiet();
    const fault = { message: 'disk full', exitCode: 2 };
    const code = await solveRun(
      { ...OPTIONS, out: tmpdir() },
      family(ANSWER, { write: (solved) => Promise.resolve({ solved, fault }) }),
    );
    expect(code).toBe(2);
    expect(stdout!.mock.calls.join('')).toContain('"feasible": true');
    expect(stderr!.mock.calls.join('')).toContain('disk full');
  });

  it('limits would not reach the search; what is refused would be solved', async () => {
    quiet();
    const asked: unknown[] = [];
    const { solve } = family(ANSWER);
    await solveRun(
      { ...OPTIONS, boundTimeLimit: 5 },
      family(ANSWER, { solve: (request) => (asked.push(request), solve(request)) }),
    );
    expect(asked).toMatchObject([
      { seed: 7, limits: { timeLimitS: 3, workLimit: null }, withBound: false, boundTimeLimitS: 5 },
    ]);
    const problem = { file: 'x', path: '', value: 1, allowed: '', remedy: '' };
    const refused = family(ANSWER, { solve: () => Promise.resolve({ ok: false, problems: [problem] }) });
    expect(await solveRun(OPTIONS, refused)).toBe(2);
    await expect(solveRun({ ...OPTIONS, out: ' ' }, family(ANSWER))).rejects.toThrow('--out');
    await expect(solveRun({ ...OPTIONS, front: 3 }, family(ANSWER))).rejects.toThrow('--front');
  });

  it('would go on listening for Ctrl-C', async () => {
    quiet();
    const before = process.listenerCount('SIGINT');
    await solveRun(OPTIONS, family(ANSWER));
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
