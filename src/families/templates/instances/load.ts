import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import { TEMPLATES_FORMAT, TEMPLATES_FORMAT_VERSION } from '../../../../models/families/templates/format.js';
import { type TemplatesInstance, templatesSchema } from '../../../../models/families/templates/instance.js';
import { layoutFacility } from '../../../../models/families/templates/room.js';
import { layoutFaults } from '../../../facility/layout-faults.js';
import type { Refused } from '../../../instances/fault.js';
import { instanceReader, type ReadInstance, sha256Of } from '../../../instances/reader.js';
import { templatesConsistencyFaults } from './consistency.js';
import { templatesWarnings } from './warnings.js';

/** Reader of templates instance files. It does not open their air model. */
export const templatesFiles = instanceReader<TemplatesInstance, TemplatesInstance>({
  format: TEMPLATES_FORMAT,
  version: TEMPLATES_FORMAT_VERSION,
  kind: 'templates',
  page: 'docs/templates/instances.md',
  schema: templatesSchema,
  consistency: templatesConsistencyFaults,
  whole: (instance, known) => {
    const facility = layoutFacility(instance);
    return facility === null ? [] : layoutFaults(facility, FACILITY_WITH_WORKLOAD, known);
  },
  instanceOf: (written) => written,
});

export interface LoadedTemplates extends ReadInstance<TemplatesInstance> {
  /** SHA-256 of the file's bytes, hexadecimal. */
  readonly sha256: string;
  readonly warnings: string[];
}

/** Reads and checks an instance file, without opening its air model. Returns all faults at once. */
export function loadTemplatesInstance(file: string): LoadedTemplates | Refused {
  const read = templatesFiles.read(file);
  return read.ok ? { ...read, sha256: sha256Of(read.bytes), warnings: templatesWarnings(read.instance) } : read;
}
