import { z } from 'zod';
import type { PathSegment } from '../../../../instances/fault.js';

// The part of a WfCommons workflow record (WfFormat, github.com/wfcommons/WfFormat) from which a job type is made, and
// the fields that all versions have.

/** Upper limit of the cores of a recorded task. */
const MAX_CORES = 1_000_000;

export const cores = z.number().min(0).max(MAX_CORES).meta({ description: 'Cores it had.' }).optional();
export const avgCPU = z
  .number()
  .min(0)
  .max(1e9)
  .meta({ description: 'Use of the processor, per cent of one core.' })
  .optional();
export const fileBytes = z.number().min(0).max(1e18).meta({ description: 'Its size.', unit: 'bytes' });
export const speedInMHz = z
  .number()
  .min(1)
  .max(100_000)
  .meta({ description: 'Clock frequency.', unit: 'MHz' })
  .optional();
export const nodeName = z.string().meta({ description: 'Name of the machine.' });

export interface SpecifiedTask {
  readonly id: string;
  readonly parents: readonly string[];
  readonly children: readonly string[];
  readonly inputFiles?: readonly string[] | undefined;
  readonly outputFiles?: readonly string[] | undefined;
}

export interface ExecutedTask {
  readonly id: string;
  readonly runtimeInSeconds: number;
  readonly coreCount?: number | undefined;
  /** Average use of the processor, per cent of one core. */
  readonly avgCPU?: number | undefined;
  readonly machines?: readonly string[] | undefined;
}

export interface Machine {
  readonly nodeName: string;
  readonly cpu?: { readonly speedInMHz?: number | undefined } | undefined;
}

/** Paths of a record's parts, and names of its fields, for messages. */
export interface RecordPlaces {
  /** Path of the list of specified tasks. */
  readonly specified: readonly PathSegment[];
  /** Path of the list of task executions. */
  readonly executed: readonly PathSegment[];
  readonly coreCount: string;
  readonly machines: string;
  readonly inputFiles: string;
  /** Text for messages: where a record states a machine's frequency. */
  readonly speed: string;
  /** Text for messages: where a record states a file's size. */
  readonly size: string;
}

/** Workflow record in the form of WfFormat 1.5, whatever version it was. */
export interface WorkflowRecord {
  readonly workflow: {
    readonly specification: {
      readonly tasks: readonly SpecifiedTask[];
      readonly files?: readonly { readonly id: string; readonly sizeInBytes: number }[] | undefined;
    };
    readonly execution: { readonly tasks: readonly ExecutedTask[]; readonly machines?: readonly Machine[] | undefined };
  };
  readonly places: RecordPlaces;
  /** Notes on information that the record's format version does not state. */
  readonly notes: readonly string[];
}
