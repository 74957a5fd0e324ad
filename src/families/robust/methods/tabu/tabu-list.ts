import { cloneMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';

/**
 * Results of earlier long hops, before short hops changed them. A solution that is too similar to one of them is tabu
 * (2.5.5.1).
 */
export class TabuList {
  private readonly remembered: Mapping[] = [];
  /**
   * Minimum number of tasks that must have another core or P-state than in a remembered solution. A solution with fewer
   * such tasks is tabu.
   */
  private readonly leastDifferent: number;

  /**
   * Creates an empty list for the `most` latest solutions.
   *
   * @param share fraction of the tasks that must differ from every remembered solution
   */
  constructor(
    taskCount: number,
    share: number,
    private readonly most: number,
  ) {
    this.leastDifferent = share * taskCount;
  }

  remember(mapping: Mapping): void {
    this.remembered.push(cloneMapping(mapping));
    if (this.remembered.length > this.most) this.remembered.shift();
  }

  isTabu(mapping: Mapping): boolean {
    return this.remembered.some((other) => !this.isFar(mapping, other));
  }

  /** Returns true if enough tasks have another core or P-state in a than in b. */
  private isFar(a: Mapping, b: Mapping): boolean {
    let different = 0;
    for (let task = 0; task < a.core.length && different < this.leastDifferent; task++) {
      if (a.core[task] !== b.core[task] || a.pState[task] !== b.pState[task]) different++;
    }
    return different >= this.leastDifferent;
  }
}
