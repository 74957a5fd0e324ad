import type { NonlinearProgram } from '../../../models/forms/nonlinear-program.js';

/**
 * Division of the rows by the blocks of variables that they contain. An inequality with all variables in one block is
 * `local`, and its slack is condensed into the block's Hessian. All other rows are `linking` and form the Schur
 * complement.
 */
export interface Structure {
  readonly variables: number;
  readonly rows: number;
  readonly blocks: number;
  /** Start of each block's square matrix in a common array; one more entry at the end is the array's length. */
  readonly squareStart: Int32Array;
  readonly largestBlock: number;
  /** Index of each row among the linking rows; -1 for local rows. */
  readonly linkOf: Int32Array;
  readonly linking: Int32Array;
  /** Indices of the local rows of each block. */
  readonly localRows: readonly Int32Array[];
  /**
   * Linking rows that contain variables of each block, as `link`. The row's entries in that block are at the positions
   * `from` .. `to` - 1 of the sparsity pattern.
   */
  readonly links: readonly { readonly link: Int32Array; readonly from: Int32Array; readonly to: Int32Array }[];
}

export function structureOf(program: NonlinearProgram): Structure {
  const { pattern, blockStart, rowLower, rowUpper } = program;
  const variables = program.lower.length;
  const rows = rowLower.length;
  const blocks = blockStart.length - 1;
  const blockOf = new Int32Array(variables);
  const squareStart = new Int32Array(blocks + 1);
  let largestBlock = 0;
  for (let b = 0; b < blocks; b++) {
    const size = blockStart[b + 1]! - blockStart[b]!;
    blockOf.fill(b, blockStart[b], blockStart[b + 1]);
    squareStart[b + 1] = squareStart[b]! + size * size;
    largestBlock = Math.max(largestBlock, size);
  }
  const linkOf = new Int32Array(rows).fill(-1);
  const linking: number[] = [];
  const localRows = Array.from({ length: blocks }, (): number[] => []);
  const links = Array.from({ length: blocks }, () => ({
    link: [] as number[],
    from: [] as number[],
    to: [] as number[],
  }));
  for (let i = 0; i < rows; i++) {
    const from = pattern.start[i]!;
    const to = pattern.start[i + 1]!;
    const first = from < to ? blockOf[pattern.column[from]!]! : 0;
    if (from < to && first === blockOf[pattern.column[to - 1]!]! && rowLower[i] !== rowUpper[i]) {
      localRows[first]!.push(i);
      continue;
    }
    linkOf[i] = linking.length;
    for (let e = from; e < to;) {
      const b = blockOf[pattern.column[e]!]!;
      let end = e;
      while (end < to && pattern.column[end]! < blockStart[b + 1]!) end++;
      links[b]!.link.push(linking.length);
      links[b]!.from.push(e);
      links[b]!.to.push(end);
      e = end;
    }
    linking.push(i);
  }
  return {
    variables,
    rows,
    blocks,
    squareStart,
    largestBlock,
    linkOf,
    linking: Int32Array.from(linking),
    localRows: localRows.map((list) => Int32Array.from(list)),
    links: links.map(({ link, from, to }) => ({
      link: Int32Array.from(link),
      from: Int32Array.from(from),
      to: Int32Array.from(to),
    })),
  };
}
