import { describe, expect, it } from 'vitest';
import { DenseLu } from '../../../../../src/families/templates/check/lu.js';
import { type StatedTables, tableFaults } from '../../../../../src/families/templates/check/tables.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { tinyTemplates, ventMatricesOf } from '../../../../support/tiny-templates.js';

const INSTANCE = tinyTemplates('tiny-two-quadrants');
const [MATRIX] = ventMatricesOf(INSTANCE);
const block = (n: number, nodeType: string, nodeCount: number): StatedTables['blocks'][number] => ({
  name: `R${n}/L1`,
  rack: `R${n}`,
  level: 1,
  nodeType,
  quadrant: n - 1,
  nodeCount,
  coresPerNode: 4,
});
const TABLES: StatedTables = {
  blocks: [block(1, 'plain', 10), block(2, 'quick', 5)],
  quadrants: [
    { name: 'Q1', cores: 40 },
    { name: 'Q2', cores: 20 },
  ],
  ventOpenings: [
    [0.5, 0.5],
    [0.5, 1],
    [1, 0.5],
    [1, 1],
  ],
};

const faults = (stated: StatedTables): [string, number][] =>
  tableFaults(INSTANCE, MATRIX!, stated).map(({ constraint, where, amount }) => [`${constraint}: ${where}`, amount]);

describe('tables a scheduler reads templates by', () => {
  it('are those of the instance', () => {
    expect(faults(TABLES)).toEqual([]);
  });

  it('are refused with any entry changed', () => {
    const [first, second] = TABLES.blocks;
    const changed = (change: Partial<StatedTables['blocks'][number]>): StatedTables => ({
      ...TABLES,
      blocks: [first!, { ...second!, ...change }],
    });
    const wrongBlock = [['tables: blocks that are not those of the instance', 1]];
    for (const change of [{ name: 'x' }, { rack: 'R1' }, { level: 2 }, { nodeType: 'plain' }, { quadrant: 0 }]) {
      expect(faults(changed(change))).toEqual(wrongBlock);
    }
    expect(faults(changed({ nodeCount: 6 }))).toEqual(wrongBlock);
    expect(faults(changed({ coresPerNode: 5 }))).toEqual(wrongBlock);
    expect(faults({ ...TABLES, blocks: [second!, first!] })).toEqual([[wrongBlock[0]![0], 2]]);
    expect(faults({ ...TABLES, blocks: [first!] })).toEqual(wrongBlock);
    const [q1, q2] = TABLES.quadrants;
    expect(faults({ ...TABLES, quadrants: [q2!, q1!] })).toEqual([
      ['tables: quadrants that are not those of the instance', 2],
    ]);
    const [a, b, c, d] = TABLES.ventOpenings;
    expect(faults({ ...TABLES, ventOpenings: [a!, c!, b!, d!] })).toEqual([
      ['tables: vent combinations that are not those of the instance', 2],
    ]);
  });
});

describe('elimination', () => {
  it('solves what needs its rows exchanged', () => {
    const { uniform } = randomStream(1, 'matrices');
    for (const size of [1, 2, 5, 30]) {
      const matrix = Float64Array.from({ length: size * size }, (_, k) =>
        size > 1 && k % (size + 1) === 0 ? 0 : uniform(-1, 1),
      );
      const known = Float64Array.from({ length: size }, () => uniform(-1, 1));
      const right = known.map((_, i) => known.reduce((sum, x, j) => sum + matrix[i * size + j]! * x, 0));
      const found = DenseLu.of(matrix.slice(), size)!.solve(right);
      found.forEach((value, i) => {
        expect(value).toBeCloseTo(known[i]!, 9);
      });
    }
  });

  it('says that a matrix is singular', () => {
    expect(DenseLu.of(Float64Array.of(1, 2, 2, 4), 2)).toBeNull();
  });
});
