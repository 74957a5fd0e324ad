/** Core and P-state of every task, as indices. */
export interface Mapping {
  readonly core: Int32Array;
  readonly pState: Uint8Array;
}

export function createMapping(taskCount: number): Mapping {
  return { core: new Int32Array(taskCount), pState: new Uint8Array(taskCount) };
}

export function cloneMapping(from: Mapping): Mapping {
  return { core: from.core.slice(), pState: from.pState.slice() };
}
