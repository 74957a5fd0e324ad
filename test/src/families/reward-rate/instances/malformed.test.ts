import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatFaults, type Fault } from '../../../../../src/instances/fault.js';
import { loadRewardRateInstance } from '../../../../../src/families/reward-rate/instances/load.js';
import { MALFORMED } from './malformed-paths.js';

const DIRECTORY = 'instances/malformed';

function faultsIn(name: string): readonly Fault[] {
  const loaded = loadRewardRateInstance(`${DIRECTORY}/${name}.json`);
  return loaded.ok ? [] : loaded.faults;
}

describe('malformed instances', () => {
  it('every file of the corpus has its expectation and every expectation its file', () => {
    const files = readdirSync(DIRECTORY)
      .filter((file) => !/^(robust|geo|templates|utility|jobs|study)-/.test(file))
      .map((file) => file.replace(/\.json$/, ''));
    expect(files.sort()).toEqual(Object.keys(MALFORMED).sort());
  });

  it.each(Object.entries(MALFORMED))('%s: exactly the faulty places are named', (name, paths) => {
    expect(
      faultsIn(name)
        .map((fault) => fault.path)
        .sort(),
    ).toEqual([...paths].sort());
  });

  it.each(Object.keys(MALFORMED))('%s: every problem says what is allowed and what to do', (name) => {
    for (const fault of faultsIn(name)) {
      expect(fault.file).toBe(`${DIRECTORY}/${name}.json`);
      expect(fault.allowed).toMatch(/\w/);
      expect(fault.allowed).not.toContain('another value');
      expect(fault.remedy).toMatch(/\w.*[.]/);
    }
  });

  it('a misspelt key is answered with the nearest known one', () => {
    expect(faultsIn('unknown-key').find((fault) => fault.path.endsWith('coers'))?.remedy).toContain('"cores"');
    expect(faultsIn('unknown-key-end-points')[0]?.remedy).toContain('"atLowestFrequency"');
    expect(faultsIn('unknown-node-type')[0]?.remedy).toContain('"E"');
  });

  it('a type no P-state can finish in time names type, deadline and fastest time', () => {
    const [fault] = faultsIn('deadline-never-met');
    expect(fault).toMatchObject({ value: 5, allowed: expect.stringMatching(/above 5 \(s\).*"a"/) as string });
    expect(fault?.remedy).toMatch(/"a".*5 s.*raise the deadline or remove/);
  });

  it('times too far apart are told with the ratio found, the longest and the ratio supported', () => {
    const [fault] = faultsIn('times-too-far-apart');
    // 12.5 s over 9 ns.
    expect(fault).toMatchObject({
      value: 9e-9,
      allowed: expect.stringMatching(/1e\+9 times.*12\.5 s.*1390000000/) as string,
    });
  });

  it('a newer version is refused as such and not by its unknown keys', () => {
    expect(faultsIn('newer-version')[0]?.allowed).toBe('this Plenum reads up to version 1');
  });

  it('NaN is shown as NaN, a missing field as nothing', () => {
    expect(formatFaults(faultsIn('nan'))).toContain('found:   NaN');
    expect(formatFaults(faultsIn('missing-cores'))).toContain('found:   nothing');
  });

  it('the report for people names file, count, path, value, range and remedy', () => {
    expect(formatFaults(faultsIn('negative-idle-power'))).toBe(
      [
        'instances/malformed/negative-idle-power.json: 1 fault',
        '  facility.nodeTypes[0].idlePowerW',
        '    found:   -10',
        '    allowed: a number at least 0 and at most 1000000 (W)',
        '    remedy:  Correct the value. Power drawn whether or not any core works.',
      ].join('\n'),
    );
  });
});
