import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatFaults, type Fault } from '../../../../../src/instances/fault.js';
import { loadRobustInstance } from '../../../../../src/families/robust/instances/load.js';
import { MALFORMED_ROBUST } from './malformed-paths.js';

const DIRECTORY = 'instances/malformed';

function faultsIn(name: string): readonly Fault[] {
  const loaded = loadRobustInstance(`${DIRECTORY}/${name}.json`);
  return loaded.ok ? [] : loaded.faults;
}

describe('malformed robust instances', () => {
  it('every file of the corpus has its expectation and every expectation its file', () => {
    const files = readdirSync(DIRECTORY).filter((file) => file.startsWith('robust-'));
    expect(files.map((file) => file.replace(/\.json$/, '')).sort()).toEqual(Object.keys(MALFORMED_ROBUST).sort());
    expect(files.length).toBeGreaterThanOrEqual(20);
  });

  it.each(Object.entries(MALFORMED_ROBUST))('%s: exactly the faulty places are named', (name, paths) => {
    expect(
      faultsIn(name)
        .map((fault) => fault.path)
        .sort(),
    ).toEqual([...paths].sort());
  });

  it.each(Object.keys(MALFORMED_ROBUST))('%s: every problem says what is allowed and what to do', (name) => {
    for (const fault of faultsIn(name)) {
      expect(fault.file).toMatch(/malformed\/(robust-.*\.json|no-such-file\.csv)$/);
      expect(fault.allowed).toMatch(/\w/);
      expect(fault.allowed).not.toContain('another value');
      expect(fault.remedy).toMatch(/\w.*[.]/);
    }
  });

  it('probabilities of exactly 0 and 1 are refused with the open interval', () => {
    expect(faultsIn('robust-probability-one')[0]).toMatchObject({ value: 1, allowed: 'a number above 0 and below 1' });
    expect(faultsIn('robust-probability-zero')[0]).toMatchObject({ value: 0 });
  });

  it('a source of times that does not exist is answered with those that do', () => {
    expect(faultsIn('robust-unknown-source')[0]?.allowed).toBe('source "table" or "csv" or "generated"');
  });

  it('a task that fits no node says so, and a column nobody reads is no node', () => {
    expect(faultsIn('robust-task-fits-no-node')[0]).toMatchObject({
      value: 'no columns',
      remedy: expect.stringContaining('fits no node') as string,
    });
    expect(faultsIn('robust-task-fits-absent-node')[0]?.value).toContain('only X');
  });

  it('an overhead above idle names the idle power', () => {
    expect(faultsIn('robust-overhead-above-idle')[0]?.allowed).toContain('idlePowerW, 8 (W)');
  });

  it('the name of a group is no column: its nodes are suggested', () => {
    expect(faultsIn('robust-unknown-column')[0]?.remedy).toContain('"slow-1"');
  });

  it('the report for people names file, count, path, value, range and remedy', () => {
    expect(formatFaults(faultsIn('robust-variance-negative'))).toBe(
      [
        'instances/malformed/robust-variance-negative.json: 1 fault',
        '  workload.tasks.tasks[0].varianceS2.S',
        '    found:   -900',
        '    allowed: a number at least 0 and at most 1e+18 (s2)',
        '    remedy:  Correct the value. Variance of the time in P-state 0.',
      ].join('\n'),
    );
  });
});
