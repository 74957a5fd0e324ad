import type { GeoMethod } from '../../methods/registry.js';
import { geoSummaryText } from '../../reports/geo-summary.js';
import type { Problem } from '../../instances/problem.js';
import { type ReadyGeo, type SolvedGeo, solveGeoInstance } from '../../runs/geo/solve.js';
import { type GeoFront, geoFront, knowsCarbon } from '../../studies/geo-front/front.js';
import { geoOutputFiles } from '../geo-words.js';
import { solveRun, type SolveRunOptions } from './solve-run.js';

export interface SolveGeoOptions extends SolveRunOptions {
  readonly method: GeoMethod;
}

/** `plenum solve` of a geo instance: returns the exit code. */
export function solveGeoCommand(file: string, options: SolveGeoOptions): Promise<number> {
  const { method, front: points } = options;
  return solveRun<SolvedGeo, GeoFront>(options, {
    progressUnit: '',
    inputs: [file],
    outputs: geoOutputFiles,
    solve: async (asked) => {
      const request = { ...asked, method };
      const refuses = (opened: ReadyGeo): readonly Problem[] =>
        points === undefined || knowsCarbon(opened) ? [] : [withoutCarbon(file)];
      const answer = await solveGeoInstance({ ...request, file, refuses });
      if (!answer.ok) return answer;
      const { solved } = answer;
      return { ...answer, front: points === undefined ? null : await geoFront(solved.opened, request, points, solved) };
    },
    write: async (solved, front, out) => (await import('./geo-files.js')).writeGeoRun(solved, front, out),
    text: ({ opened, record }) => geoSummaryText(opened.instance, record),
    unknownToSome: [
      ...['unservedRate', 'powerCap', 'carbonCap', 'redLine', 'setPointRange', 'coolingCapacity', 'coolingPerformance'],
    ],
  });
}

function withoutCarbon(file: string): Problem {
  return {
    file,
    path: 'dataCentres[0].carbon',
    value: undefined,
    allowed: 'with --front, carbon intensities above 0 at some data centre',
    remedy: 'Give the carbon intensity of the grid (docs/geo-instances.md), or leave --front out.',
  };
}
