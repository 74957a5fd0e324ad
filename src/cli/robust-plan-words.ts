import type { Problem } from '../instances/problem.js';

/** Same name and other bytes is a what-if and gets a note; another name is another instance, even where all tasks and nodes fit. */
export function madeForAnother(
  { instance }: { readonly instance: { readonly name: string } },
  name: string,
  planFile: string,
): Problem | null {
  if (instance.name === name) return null;
  return {
    file: planFile,
    path: 'instance.name',
    value: instance.name,
    allowed: `a plan for ${JSON.stringify(name)}`,
    remedy: 'The plan was made for another instance: name that one, or change the name in the plan to try it here.',
  };
}
