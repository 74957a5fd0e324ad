import type { JobsInstance } from '../../../models/families/jobs/instance.js';
import { type CompiledMonth, compileMonth } from '../../../src/families/jobs/instances/compile.js';
import { jobsInside, jobTypesOf } from '../../../src/families/jobs/instances/model.js';

/** Compiles a valid instance whose jobs are listed in it or generated. */
export function monthOf(instance: JobsInstance): Extract<CompiledMonth, { readonly ok: true }> {
  const types = jobTypesOf(instance);
  const compiled = compileMonth(instance, types, jobsInside(instance, types));
  if (!compiled.ok) throw new RangeError(compiled.faults.map(({ path, remedy }) => `${path}: ${remedy}`).join('; '));
  return compiled;
}
