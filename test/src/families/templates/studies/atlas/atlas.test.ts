import { describe, expect, it } from 'vitest';
import { denseRow } from '../../../../../../models/physics/thermal/sparse-rows.js';
import { evaluateSetting } from '../../../../../../models/families/templates/evaluate.js';
import { nearestState, stateAt, stateCount, statesOf } from '../../../../../../models/families/templates/states.js';
import { outletRises } from '../../../../../../src/families/templates/studies/atlas/outlet-rise.js';
import { thinnedGrid } from '../../../../../../src/families/templates/studies/atlas/thin.js';
import { atlasCase, oneState } from '../../../../../fixtures/report/templates-atlas.js';

const found = atlasCase('two-quadrants');

describe('an atlas of templates', () => {
  it('holds the figures of the templates', () => {
    const { states, bindings } = found.atlas;
    const blocks = found.model.blocks.length;
    found.templates.forEach((template, s) => {
      for (const name of [
        'setPointC',
        'workPerS',
        'powerW',
        'tasksPerJ',
        'boundTasksPerJ',
        'hottestOutletC',
      ] as const) {
        expect([s, name, states[name][s]]).toEqual([s, name, template[name]]);
      }
      expect([bindings[states.binding[s]!], states.vents[s]]).toEqual([template.binding, template.vents]);
      expect([states.coresWorkPerS[s], states.coresPowerW[s], states.coresHottestOutletC[s]]).toEqual([
        s + 0.5,
        1000 * s,
        20 + s / 8,
      ]);
      const own = (column: Uint16Array | Uint32Array): number[] => [...column.subarray(s * blocks, (s + 1) * blocks)];
      expect(own(states.allowableCores)).toEqual([...template.allowableCores]);
      expect(own(states.utilisation)).toEqual([...template.utilisation].map((share) => Math.round(1e4 * share)));
    });
  });

  it('shows inlets that are what the air brings, and the power of the nodes', () => {
    const { opened, model, templates, atlas } = found;
    const { states, room } = atlas;
    templates.forEach((template, s) => {
      const evaluation = evaluateSetting(model, stateAt(found.instance.grid, s), template);
      expect(states.nodePowerW[s]).toBeCloseTo(evaluation.nodePowerW, 6);
      const hottest = Math.max(...evaluation.outletC);
      expect(evaluation.outletC[states.hottestBlock[s]!]).toBe(hottest);
      const matrix = opened.air!.influence(template.vents);
      const cracs = matrix.cracNames.length;
      room.blocks.forEach(({ idleK, busyK }, b) => {
        const row = denseRow(matrix.weights, cracs + b);
        const inletC = row.reduce(
          (sum, w, source) => sum + w * (source < cracs ? template.setPointC : evaluation.outletC[source - cracs]!),
          0,
        );
        const shownC = states.inletBaseC + states.inletCentiK[s * room.blocks.length + b]! / 100;
        expect(Math.abs(shownC - inletC)).toBeLessThan(0.00501);
        expect(inletC + idleK + busyK * template.utilisation[b]!).toBeCloseTo(evaluation.outletC[b]!, 8);
      });
    });
  });

  it('makes of a database’s instance the air it was built with', () => {
    const rises = outletRises(found.instance)!;
    for (const vents of [0, 3]) expect(rises(vents)).toEqual(found.model.outletRiseKPerW[vents]);
    expect(outletRises(atlasCase('two-quadrants', { imported: true }).instance)).toBeNull();
  });

  it('counts states as the templates do', () => {
    const { summary } = found.atlas;
    const feasible = found.templates.filter(({ status }) => status === 'optimal');
    expect([summary.states, summary.feasible]).toEqual([24, feasible.length]);
    expect(feasible.length).toBeGreaterThan(0);
    expect(feasible.length).toBeLessThan(24);
    for (const { binding, states } of summary.bindings) {
      expect([binding, states]).toEqual([binding, found.templates.filter((one) => one.binding === binding).length]);
    }
    expect(summary.powerLimits.map(({ states }) => states)).toEqual([8, 8, 8]);
    expect(summary.powerLimits.reduce((sum, one) => sum + one.feasible, 0)).toBe(feasible.length);
    expect(summary.vents.reduce((sum, { states }) => sum + states, 0)).toBe(feasible.length);
    expect(summary.setPoints.reduce((sum, { states }) => sum + states, 0)).toBe(feasible.length);
    for (const { fromC, toC, states } of summary.setPoints) {
      expect(feasible.filter(({ setPointC }) => setPointC >= fromC - 1e-9 && setPointC < toC - 1e-9)).toHaveLength(
        states,
      );
    }
    const gaps = feasible.map(({ tasksPerJ, boundTasksPerJ }) => boundTasksPerJ / tasksPerJ - 1);
    expect(summary.feasibleOnly!.largestGap).toBe(Math.max(...gaps));
    expect(found.templates[summary.feasibleOnly!.largestGapState]).toBe(feasible[gaps.indexOf(Math.max(...gaps))]);
    expect(summary.feasibleOnly!.setPointC.least).toBe(Math.min(...feasible.map(({ setPointC }) => setPointC)));
  });

  it('has no figures where no state is feasible', () => {
    const { summary, states } = atlasCase('one-quadrant', { grid: oneState(1, [20], 10) }).atlas;
    expect([summary.feasible, summary.feasibleOnly, summary.setPoints, summary.vents]).toEqual([0, null, [], []]);
    expect(states.setPointC[0]).toBeGreaterThan(0);
  });

  it('shows every state under its own figures where only some fit', () => {
    const { atlas, instance, templates } = atlasCase('two-quadrants', { mostStates: 10 });
    expect(stateCount(atlas.grid)).toBeLessThan(24);
    expect(atlas.wholeGrid).toBe(instance.grid);
    expect(atlas.summary).toEqual(found.atlas.summary);
    statesOf(atlas.grid).forEach((state, s) => {
      expect(atlas.states.powerW[s]).toBe(templates[nearestState(instance.grid, state)]!.powerW);
    });
    expect(atlas.states.powerW).toHaveLength(stateCount(atlas.grid));
  });
});

describe('a thinned grid', () => {
  const grid = {
    arrivingWorkPerS: [1, 2, 3, 4, 5],
    runningCores: [[0, 1, 2, 3, 4, 5, 6, 7], [9]],
    powerLimitW: [10, 20, 30],
  };

  it('keeps its ends, and is small enough wherever it can be', () => {
    expect(thinnedGrid(grid, 120)).toEqual(grid);
    for (const most of [119, 60, 20, 8]) {
      const thinned = thinnedGrid(grid, most);
      expect(stateCount(thinned)).toBeLessThanOrEqual(most);
      expect([thinned.arrivingWorkPerS[0], thinned.arrivingWorkPerS.at(-1)]).toEqual([1, 5]);
      expect([thinned.runningCores[0]![0], thinned.runningCores[0]!.at(-1)]).toEqual([0, 7]);
      expect(thinned.runningCores[1]).toEqual([9]);
    }
    expect(thinnedGrid(grid, 119).runningCores[0]).toEqual([0, 2, 4, 6, 7]);
  });

  it('stops at lists of two where these are too many', () => {
    expect(stateCount(thinnedGrid(grid, 1))).toBe(8);
  });
});
