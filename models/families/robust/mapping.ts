/** Core and P-state of every task. */
export interface Mapping {
  /** Core of each task. */
  readonly core: Int32Array;
  /** P-state of each task. */
  readonly pState: Uint8Array;
}

export function createMapping(taskCount: number): Mapping {
  return { core: new Int32Array(taskCount), pState: new Uint8Array(taskCount) };
}

export function cloneMapping(from: Mapping): Mapping {
  return { core: from.core.slice(), pState: from.pState.slice() };
}
