/** Message to a process that makes runs; plain data. */
export interface RunRequest {
  readonly input: unknown;
}

/** Message from a process that makes runs: first that it is ready, then how each run ended. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  /** The run was not begun, because code that an earlier run loaded has failed since. */
  | { readonly kind: 'spoilt' }
  | { readonly kind: 'done'; readonly output: unknown; readonly use: ProcessUse }
  | { readonly kind: 'threw'; readonly message: string; readonly use: ProcessUse };

/** Resources that a run used. */
export interface ProcessUse {
  /** Processor time of all threads of the process during the run, s; null if it is not known. */
  readonly cpuS: number | null;
  /** Largest resident memory of the process during the run, MiB; null if it is not known. */
  readonly peakMemoryMiB: number | null;
}
