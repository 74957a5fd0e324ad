import type { TemplatesProblem } from '../../../../models/problems/templates/problem.js';
import { stateCount } from '../../../../models/problems/templates/states.js';
import { type BuildAnswer, buildDatabase, type PartedBuild, type PartMaker } from '../../../runs/database/build.js';
import type { OpenedTemplates } from '../instances/open.js';
import { TemplatesSolver } from '../methods/solve-templates.js';
import { chunkLine, parseChunkLine } from './chunk-line.js';
import { type Chunk, chunksOf, solveChunk, type SolvedTemplate, statesOfChunk, VECTORS_PER_CHUNK } from './chunks.js';
import { SCHEMA_VERSION } from './database-schema.js';
import { openTemplateDatabase } from './open-database.js';
import type { RoundingRule } from './result.js';
import { databaseBytes } from './write-database.js';

export interface BuildRequest extends Pick<
  PartedBuild<Chunk>,
  'out' | 'workers' | 'force' | 'interrupted' | 'onWarning'
> {
  readonly opened: Extract<OpenedTemplates, { readonly ok: true }>;
  readonly rounding: RoundingRule;
  readonly plenumVersion: string;
  readonly onChunk: PartedBuild<Chunk>['onPart'];
}

/** Database with every state solved. Its bytes depend on the instance, the rounding and the version alone. */
export function buildTemplates(request: BuildRequest): Promise<BuildAnswer> {
  const { opened, out, workers, force, interrupted, onChunk, onWarning, rounding, plenumVersion } = request;
  const { problem, sha256 } = opened;
  const { grid } = problem.instance;
  const chunks = chunksOf(grid);
  const states = chunks.map((chunk) => statesOfChunk(grid, chunk));
  const solved: SolvedTemplate[] = Array<SolvedTemplate>(stateCount(grid));
  const design = { what: 'templates', sha256, plenumVersion, schema: SCHEMA_VERSION, chunk: VECTORS_PER_CHUNK };
  return buildDatabase({
    ...{ out, workers, force, interrupted, onPart: onChunk, onWarning, parts: chunks },
    design: JSON.stringify(design),
    otherJournal: 'the journal of another instance, or of another version of it or of Plenum',
    size: sizeOf(stateCount(grid), problem.blocks.length),
    maker: makerOf(problem),
    take: (line) => {
      const read = parseChunkLine(line, (chunk) => states[chunk] ?? null, problem.blocks.length);
      for (const one of read?.solved ?? []) solved[one.template.state] = one;
      return read?.chunk ?? null;
    },
    existing: () => differenceOf(request),
    bytes: () => databaseBytes({ opened, solved, rounding, plenumVersion }),
  });
}

/** Size of a database. Per template: figures and rests of pages, then utilisation and cores by block. */
function sizeOf(states: number, blocks: number): PartedBuild<Chunk>['size'] {
  return {
    bytes: states * (200 + blocks * 12),
    of: `${states} states of ${blocks} blocks`,
    remedy: 'Use fewer values in the lists of the grid, or fewer levels per rack.',
  };
}

/** Words for what the existing file is instead of what was asked for; null where it is that. */
async function differenceOf({ opened, out, rounding, plenumVersion }: BuildRequest): Promise<string | null> {
  const found = await openTemplateDatabase(out, { name: opened.instance.name, sha256: opened.sha256 });
  if (!found.ok) {
    const { value } = found.problems[0]!;
    return typeof value === 'string' ? value : 'another file';
  }
  const { facts } = found;
  if (facts.rounding !== rounding) return `a database with the ${facts.rounding} rounding`;
  return facts.plenumVersion === plenumVersion ? null : `a database by Plenum ${facts.plenumVersion}`;
}

function makerOf(problem: TemplatesProblem): PartMaker<Chunk> {
  return {
    here: () => {
      const solver = new TemplatesSolver(problem);
      return (chunk) => chunkLine(chunk.index, solveChunk(solver, chunk));
    },
    worker: {
      module: new URL('chunk-task.js', import.meta.url),
      name: 'solveChunkInWorker',
      // Threads share the matrices.
      data: () => ({ ...problem, outletRiseKPerW: problem.outletRiseKPerW.map(shared) }),
    },
  };
}

/** Copy of numbers that all threads see. */
function shared(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
