/** Message from the parent to a child process that makes runs. */
export interface RunRequest {
  readonly input: unknown;
}

/** Message from a child process: first that it is ready, then how each run ended. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  /** The run was not made, because a user's module loaded in an earlier run has failed since. */
  | { readonly kind: 'spoilt' }
  | { readonly kind: 'done'; readonly output: unknown; readonly use: ProcessUse }
  | { readonly kind: 'threw'; readonly message: string; readonly use: ProcessUse };

/** Resources that a run used. */
export interface ProcessUse {
  /** Processor time of all threads of the process during the run, s; null if unknown. */
  readonly cpuS: number | null;
  /** Largest resident memory of the process during the run, MiB; null if unknown. */
  readonly peakMemoryMiB: number | null;
}
