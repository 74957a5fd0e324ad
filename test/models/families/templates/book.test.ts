import { describe, expect, it } from 'vitest';
import { coresOfNode, templateBook } from '../../../../models/families/templates/book.js';
import type { Template } from '../../../../models/families/templates/template.js';

const GRID = { arrivingWorkPerS: [1, 2], runningCores: [[0]], powerLimitW: [100, 200] };

function template(state: number): Template {
  return {
    state,
    status: 'optimal',
    binding: 'work',
    vents: 0,
    setPointC: 20,
    workPerS: 1,
    powerW: 100,
    tasksPerJ: 0.01,
    boundTasksPerJ: 0.01,
    hottestOutletC: 25,
    utilisation: Float64Array.of(0.5),
    allowableCores: Int32Array.of(1),
  };
}

describe('templateBook', () => {
  it('keeps states apart, whatever order they come in', () => {
    const templates = [3, 0, 2, 1].map(template);
    const book = templateBook(GRID, templates);
    expect(book.template(2)).toBe(templates[2]);
    expect([0, 1, 2, 3].map((state) => book.template(state).state)).toEqual([0, 1, 2, 3]);
  });

  it('refuses a state too few, too many or twice, and to answer one it does not have', () => {
    expect(() => templateBook(GRID, [0, 1, 3].map(template))).toThrow('State 2 is missing');
    expect(() => templateBook(GRID, [0, 1, 2, 2, 3].map(template))).toThrow('State 2 is there twice');
    expect(() => templateBook(GRID, [0, 1, 2, 3, 4].map(template))).toThrow('There is no state 4');
    expect(() => templateBook(GRID, [0, 1, 2, 2.5].map(template))).toThrow('There is no state 2.5');
    const book = templateBook(GRID, [0, 1, 2, 3].map(template));
    for (const state of [-1, 4, 0.5, NaN]) expect(() => book.template(state)).toThrow(`There is no state ${state}`);
  });
});

describe('coresOfNode', () => {
  it('gives every core to a node, evenly', () => {
    for (let cores = 0; cores <= 25; cores++) {
      const nodes = [0, 1, 2, 3, 4, 5].map((node) => coresOfNode(cores, 6, node));
      expect(nodes.reduce((sum, count) => sum + count, 0)).toBe(cores);
      expect(nodes).toEqual([...nodes].sort((one, other) => other - one));
      expect(nodes[0]! - nodes[5]!).toBeLessThanOrEqual(1);
    }
  });
});
