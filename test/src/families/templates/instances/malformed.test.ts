import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatFaults, type Fault } from '../../../../../src/instances/fault.js';
import { openTemplates } from '../../../../../src/families/templates/instances/open.js';
import { MALFORMED_TEMPLATES } from './malformed-paths.js';

const DIRECTORY = 'instances/malformed';
const known = new Map<string, readonly Fault[]>();

function faultsIn(name: string): readonly Fault[] {
  const told = known.get(name);
  if (told !== undefined) return told;
  const opened = openTemplates(`${DIRECTORY}/${name}.json`);
  const faults = opened.ok ? [] : opened.faults;
  known.set(name, faults);
  return faults;
}

describe('malformed templates instances', () => {
  it('every file of the corpus has its expectation and every expectation its file', () => {
    const files = readdirSync(DIRECTORY).filter((file) => /^templates-.*\.json$/.test(file));
    expect(files.map((file) => file.replace(/\.json$/, '')).sort()).toEqual(Object.keys(MALFORMED_TEMPLATES).sort());
    expect(files.length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(MALFORMED_TEMPLATES))('%s: exactly the faulty places are named', (name, paths) => {
    expect(
      faultsIn(name)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...paths].sort());
  });

  it.each(Object.keys(MALFORMED_TEMPLATES))('%s: every problem says what is allowed and what to do', (name) => {
    for (const fault of faultsIn(name)) {
      expect(fault.file).toMatch(/malformed\/templates-.*\.(json|csv)$/);
      expect(fault.allowed).toMatch(/\w/);
      expect(fault.allowed).not.toContain('another value');
      expect(fault.remedy).toMatch(/\w.*[.?]/);
      expect(`${fault.allowed} ${fault.remedy}`).not.toMatch(/undefined|NaN|\[object|workload\./);
    }
    expect(formatFaults(faultsIn(name))).toContain('remedy:');
  });
});
