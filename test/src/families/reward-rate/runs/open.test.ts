import { describe, expect, it } from 'vitest';
import { openFacility, openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import {
  CRAC,
  mixedMatrix,
  NODE_TYPES,
  smallInstance,
  TASK_TYPES,
  writeInstance,
} from '../../../../support/small-instance.js';

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

describe('opening a file', () => {
  const file = (): string => writeInstance(smallInstance(), mixedMatrix(smallInstance())).file;
  const phasesOf = (open: typeof openFacility, ...[path, words]: readonly [string, object]) => {
    const phases: string[] = [];
    const { ok } = open(path, (phase) => phases.push(phase), undefined, words);
    return { ok, phases: [...new Set(phases)] };
  };

  it('tells the phases in order; the model is one of them only where it is compiled', () => {
    expect(phasesOf(openFacility, file(), {})).toEqual({ ok: true, phases: ['load', 'airflow'] });
    expect(phasesOf(openModel, file(), {})).toEqual({ ok: true, phases: ['load', 'airflow', 'model'] });
  });

  it('ends with the first stage that refuses, without the air of the room', () => {
    expect(phasesOf(openModel, file(), { reservePower: 1e12 })).toEqual({ ok: false, phases: [] });
    expect(phasesOf(openModel, file(), { setPointStep: 1e6 })).toEqual({ ok: false, phases: ['load'] });
    expect(phasesOf(openModel, '/nowhere/none.json', {})).toEqual({ ok: false, phases: [] });
  });

  it('refuses failures to be survived that leave a zone without cold air, by the name of the file', () => {
    const cracs = [
      { ...CRAC, name: 'one', airFlowM3PerS: 0.04 },
      { ...CRAC, name: 'other', airFlowM3PerS: 0.03 },
    ];
    const instance = smallInstance({ facility: { cracs } });
    // Each CRAC blows at the nodes of one rack and draws back their air.
    const apart = [
      [0, 0, 1, 0],
      [0, 0, 0, 1],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
    ];
    const { file: apartFile } = writeInstance(instance, apart);
    expect(phasesOf(openFacility, apartFile, {}).ok).toBe(true);
    const opened = openFacility(apartFile, undefined, undefined, { survive: 'any-crac' });
    expect(opened).toMatchObject({ ok: false, faults: [{ file: apartFile, path: 'limits.survive' }] });
    expect(phasesOf(openFacility, writeInstance(instance).file, { survive: 'any-crac' }).ok).toBe(true);
  });

  it('refuses nodes with too many combinations of tasks for methods, which the checker judges', () => {
    const [type, ...others] = NODE_TYPES;
    const tasks = [...type!.tasks, { ...type!.tasks[0]!, taskType: 'c' }];
    // 203 * 202 * 201 / 6 ways to share 200 cores between three task types and none.
    const interference = {
      M: {
        perNeighbourS: 0.1,
        perAverageIntensityS: 1,
        baseTimeFactor: 1,
        perGHzS: 0,
        perOwnIntensityS: 0,
        constantS: 0,
      },
    };
    const nodeTypes = [{ ...type!, cores: 200, tasks }, ...others].map((one) => ({ ...one, interference }));
    const taskTypes = [...TASK_TYPES, { ...TASK_TYPES[0]!, name: 'c' }];
    const many = smallInstance({ facility: { nodeTypes, colocation: { model: 'literal' } }, taskTypes });
    const { file: manyFile } = writeInstance(many);
    expect(openFacility(manyFile)).toMatchObject({ ok: true });
    expect(openModel(manyFile)).toMatchObject({ faults: [{ file: manyFile, path: 'facility.nodeTypes[0]' }] });
  });

  it('keeps what options replace, and nothing of how the file was read', () => {
    const opened = openModel(file(), undefined, undefined, { reservePower: 1, survive: 'none' });
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    expect(opened).toMatchObject({ reserve: { powerW: 1 }, survive: 'none' });
    expect(opened.instance.limits.reserve).toEqual({ powerW: 1 });
    expect(opened).not.toHaveProperty('directory');
  });
});
