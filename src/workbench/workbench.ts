import type { Family } from '../families/family.js';
import { FAMILIES } from '../families/registry.js';
import { bound, type BoundAnswer, type BoundRequest } from './bound.js';
import { check, type CheckAnswer, type CheckRequest } from './check.js';
import { compare, type CompareRequest } from './compare.js';
import { type ChainRequest, runChain } from './chain.js';
import { explain, type ExplainAnswer, type ExplainRequest } from './explain.js';
import { type ExportAnswer, exportPart, type ExportRequest } from './export.js';
import { generate, type GenerateAnswer, type GenerateRequest } from './generate.js';
import { list, type Listing } from './list.js';
import { simulate, type SimulateRequest } from './simulate.js';
import { solve, type SolveAnswer, type SolveRequest } from './solve.js';
import type { StudyAnswer } from './study.js';
import { validate, type ValidateAnswer } from './validate.js';
import type { Refused } from '../instances/fault.js';

/** Fields that requests for sweeps and days share, without those that only studies set. */
type SeriesOfChain = Omit<ChainRequest, 'over' | 'kept' | 'instance'>;

/** All commands for a set of families, as functions that neither use a terminal nor end the process. */
export interface Workbench {
  readonly families: readonly Family[];
  /** Returns the listing with the instances in the families' folders below `directory`. */
  readonly list: (directory: string) => Promise<Listing>;
  readonly validate: (files: readonly string[]) => Promise<ValidateAnswer>;
  readonly solve: (request: SolveRequest) => Promise<SolveAnswer | Refused>;
  readonly check: (request: CheckRequest) => Promise<CheckAnswer>;
  readonly bound: (request: BoundRequest) => Promise<BoundAnswer | Refused>;
  readonly explain: (request: ExplainRequest) => Promise<ExplainAnswer | Refused>;
  readonly compare: (request: CompareRequest) => Promise<StudyAnswer | Refused>;
  readonly sweep: (request: SeriesOfChain & Pick<ChainRequest, 'over'>) => Promise<StudyAnswer | Refused>;
  readonly day: (request: SeriesOfChain) => Promise<StudyAnswer | Refused>;
  readonly simulate: (request: SimulateRequest) => Promise<StudyAnswer | Refused>;
  readonly generate: (request: GenerateRequest) => Promise<GenerateAnswer>;
  readonly exportPart: (request: ExportRequest) => Promise<ExportAnswer>;
}

/** Returns the commands for the given families, such as `[...FAMILIES, yours]`. */
export function workbench({ families }: { readonly families: readonly Family[] } = { families: FAMILIES }): Workbench {
  return {
    families,
    list: (directory) => list(directory, families),
    validate: (files) => validate(files, families),
    solve: (request) => solve(request, families),
    check: (request) => check(request, families),
    bound: (request) => bound(request, families),
    explain: (request) => explain(request, families),
    compare: (request) => compare(request, families),
    sweep: (request) => runChain('sweep', request, families),
    day: (request) => runChain('day', { ...request, over: [] }, families),
    simulate: (request) => simulate(request, families),
    generate: (request) => generate(request, families),
    exportPart: (request) => exportPart(request, families),
  };
}
