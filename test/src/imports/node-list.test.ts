import { describe, expect, it } from 'vitest';
import { nodeNames } from '../../../src/imports/node-list.js';

describe('nodeNames', () => {
  it.each([
    ['a single name', 'gpu01', ['gpu01']],
    ['ranges with their zeros', 'n[001-003,7]', ['n001', 'n002', 'n003', 'n7']],
    ['a range over a change of digits', 'n[8-11]', ['n8', 'n9', 'n10', 'n11']],
    ['zeros kept over a change of digits', 'n[098-101]', ['n098', 'n099', 'n100', 'n101']],
    ['several items and text after a bracket', 'n[1-2],m[1-2,4]-ib,b1', ['n1', 'n2', 'm1-ib', 'm2-ib', 'm4-ib', 'b1']],
    ['several brackets, the last fastest', 'r[1-2]n[01-02]', ['r1n01', 'r1n02', 'r2n01', 'r2n02']],
    ['blanks and an empty item', 'a1, b[1, 3],', ['a1', 'b1', 'b3']],
    ['nothing', '', []],
    ['the words for no nodes', 'None assigned', []],
  ])('%s', (_, list, names) => {
    expect(nodeNames(list)).toEqual({ ok: true, names });
  });

  it.each([
    ['a range of more names than any machine has', 'n[1-999999999]', 'more than 200000 names'],
    ['brackets whose product is more', 'r[1-1000]n[1-1000]', 'more than 200000 names'],
    ['items that add up to more', 'n[1-150000],m[1-150000]', 'more than 200000 names'],
    ['a range that descends', 'n[9-3]', 'descends'],
    ['letters in a bracket', 'n[1-x]', 'no number'],
    ['an empty bracket', 'n[]', 'no number'],
    ['a bracket that is not closed', 'n[1-4', 'not closed'],
    ['a bracket in a bracket', 'n[1-[2]]', 'not closed'],
    ['a number too long to be exact', 'n[1-99999999999999999999]', 'more than 15 digits'],
  ])('%s is refused', (_, list, words) => {
    const read = nodeNames(list);
    expect(read.ok ? read.names.length : read.fault).toContain(words);
  });
});
