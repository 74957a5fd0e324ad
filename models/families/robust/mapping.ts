/** Assignment of every task to a core and a P-state. */
export interface Mapping {
  /** Index of the core on which each task runs. */
  readonly core: Int32Array;
  /** Index of the P-state in which each task runs. */
  readonly pState: Uint8Array;
}

export function createMapping(taskCount: number): Mapping {
  return { core: new Int32Array(taskCount), pState: new Uint8Array(taskCount) };
}

export function cloneMapping(from: Mapping): Mapping {
  return { core: from.core.slice(), pState: from.pState.slice() };
}
