import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { hasStandby, withAllNodesOn } from '../../../../models/families/templates/standby.js';
import { stateCount } from '../../../../models/families/templates/states.js';
import { type BuildAnswer, buildDatabase, type PartedBuild, type PartMaker } from '../../../runs/database/build.js';
import type { OpenedTemplates } from '../instances/open.js';
import { TemplatesSolver } from '../methods/solve-templates.js';
import { chunkLine, parseChunkLine } from './chunk-line.js';
import { type Chunk, chunksOf, solveChunk, type SolvedTemplate, statesOfChunk, VECTORS_PER_CHUNK } from './chunks.js';
import { templateDatabaseOf } from './database-schema.js';
import { openTemplateDatabase } from './open-database.js';
import type { RoundingRule, StandbyChoice } from './result.js';
import { databaseBytes } from './write-database.js';

export interface BuildRequest extends Pick<
  PartedBuild<Chunk>,
  'out' | 'workers' | 'force' | 'interrupted' | 'onWarning'
> {
  readonly opened: Extract<OpenedTemplates, { readonly ok: true }>;
  readonly rounding: RoundingRule;
  /** 'allowed' (default): nodes may be on standby where the instance allows it. 'never': all nodes stay on. */
  readonly standby?: StandbyChoice;
  readonly plenumVersion: string;
  readonly onChunk: PartedBuild<Chunk>['onPart'];
}

/** Builds a database. Its bytes depend only on instance, rounding rule, use of standby and version. */
export function buildTemplates(request: BuildRequest): Promise<BuildAnswer> {
  const { opened, out, workers, force, interrupted, onChunk, onWarning, rounding, plenumVersion } = request;
  const { sha256 } = opened;
  const model = modelOf(request);
  const { grid } = model.instance;
  const chunks = chunksOf(grid);
  const states = chunks.map((chunk) => statesOfChunk(grid, chunk));
  const solved: SolvedTemplate[] = Array<SolvedTemplate>(stateCount(grid));
  const design = {
    what: 'templates',
    sha256,
    plenumVersion,
    schema: templateDatabaseOf(model).schemaVersion,
    chunk: VECTORS_PER_CHUNK,
  };
  return buildDatabase({
    out,
    workers,
    force,
    interrupted,
    onPart: onChunk,
    onWarning,
    parts: chunks,
    design: JSON.stringify(design),
    otherJournal: 'the journal of another instance, or of another version of it or of Plenum',
    size: sizeOf(stateCount(grid), model.blocks.length),
    maker: makerOf(model),
    take: (line) => {
      const read = parseChunkLine(line, (chunk) => states[chunk] ?? null, model);
      for (const one of read?.solved ?? []) solved[one.template.state] = one;
      return read?.chunk ?? null;
    },
    existing: () => differenceOf(request),
    bytes: () => databaseBytes({ opened: { ...opened, model }, solved, rounding, plenumVersion }),
  });
}

function modelOf({ opened: { model }, standby }: BuildRequest): TemplatesModel {
  return standby === 'never' ? withAllNodesOn(model) : model;
}

/**
 * Returns the estimated size of a database file, bytes, with the words of a message that refuses a file of this size.
 */
function sizeOf(states: number, blocks: number): PartedBuild<Chunk>['size'] {
  return {
    bytes: states * (200 + blocks * 24),
    of: `${states} states of ${blocks} blocks`,
    remedy: 'Use fewer values in the lists of the grid, or fewer levels per rack.',
  };
}

/**
 * Returns a phrase on how the file at the output path differs from the requested database; null if it does not differ.
 */
async function differenceOf(request: BuildRequest): Promise<string | null> {
  const { opened, out, rounding, plenumVersion } = request;
  const found = await openTemplateDatabase(out, { name: opened.instance.name, sha256: opened.sha256 });
  if (!found.ok) {
    const { value } = found.faults[0]!;
    return typeof value === 'string' ? value : 'another file';
  }
  const { facts } = found;
  if (facts.rounding !== rounding) return `a database with the ${facts.rounding} rounding`;
  const mayBeOff = hasStandby(modelOf(request));
  if ((facts.nodesMayBeOff ?? false) !== mayBeOff) {
    return mayBeOff ? 'a database with all nodes on' : 'a database whose nodes may be on standby';
  }
  return facts.plenumVersion === plenumVersion ? null : `a database by Plenum ${facts.plenumVersion}`;
}

function makerOf(model: TemplatesModel): PartMaker<Chunk> {
  return {
    here: () => {
      const solver = new TemplatesSolver(model);
      return (chunk) => chunkLine(chunk.index, solveChunk(solver, chunk));
    },
    worker: {
      module: new URL('chunk-task.js', import.meta.url),
      name: 'solveChunkInWorker',
      // Threads share the matrices.
      data: () => ({ ...model, outletRiseKPerW: model.outletRiseKPerW.map(shared) }),
    },
  };
}

/** Returns a copy of the numbers in memory that all threads share. */
function shared(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
