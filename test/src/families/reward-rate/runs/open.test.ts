import { describe, expect, it } from 'vitest';
import { openFacility } from '../../../../../src/families/reward-rate/runs/open.js';
import { mixedMatrix, smallInstance, writeInstance } from '../../../../support/small-instance.js';

function warningsFor(noise: number): readonly string[] {
  const instance = smallInstance();
  // Moves weight between two sources of the first sink: rows still sum to 1, heat is no longer conserved.
  const matrix = mixedMatrix(instance).map((row, sink) => {
    const changed = [...row];
    if (sink === 0) {
      changed[0]! += noise;
      changed[1]! -= noise;
    }
    return changed;
  });
  const opened = openFacility(writeInstance(instance, matrix).file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened.warnings;
}

describe('openFacility', () => {
  it('never repairs an imported matrix silently: a change that matters is a warning in kelvins', () => {
    expect(warningsFor(0.02).join()).toMatch(/the matrix was repaired before use: .* moves inlets by up to [\d.]+ K/);
  });

  it('does not warn of an exact matrix, nor of rounding in its digits', () => {
    expect(warningsFor(0).join()).not.toContain('repaired');
    expect(warningsFor(1e-5).join()).not.toContain('repaired');
  });

  it('takes the step of set-points of the option instead of that of the file', () => {
    const { file } = writeInstance(smallInstance());
    const opened = openFacility(file, undefined, undefined, { setPointStep: 4 });
    expect(opened).toMatchObject({ ok: true, setPointStepC: 4 });
    expect(opened.ok && opened.instance.facility.cracs.map(({ setPointStepC }) => setPointStepC)).toEqual([4]);
    expect(openFacility(file)).not.toHaveProperty('setPointStepC');
    // No multiple lies between 10 and 30 C.
    const refused = openFacility(file, undefined, undefined, { setPointStep: 40 });
    expect(refused).toMatchObject({ ok: false, faults: [{ path: '--set-point-step' }] });
  });
});
