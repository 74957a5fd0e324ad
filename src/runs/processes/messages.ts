/** Message to a process that makes runs, plain data. */
export interface RunRequest {
  readonly input: unknown;
}

/** Message of such a process: once that it is ready, then of each run how it ended. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  /** Nothing was begun: code that an earlier run loaded has failed since. */
  | { readonly kind: 'spoilt' }
  | { readonly kind: 'done'; readonly output: unknown; readonly use: ProcessUse }
  | { readonly kind: 'threw'; readonly message: string; readonly use: ProcessUse };

/** Means that a run took. */
export interface ProcessUse {
  /** Processor time of all threads of the process during the run, s; null where it is not known. */
  readonly cpuS: number | null;
  /** Greatest resident memory of the process during the run, MiB; null where it is not known. */
  readonly peakMemoryMiB: number | null;
}
