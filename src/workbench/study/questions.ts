import type { Family } from '../../families/family.js';
import { allowedBy, isOfKind, type NamedOption, optionsOf } from '../../families/options.js';
import { didYouMean } from '../../instances/nearest-name.js';
import type { Fault } from '../../instances/fault.js';
import type { FamilyWords } from '../../studies/plan/expand.js';
import type { Study, StudyVerb } from '../../studies/plan/study.js';
import { untaken } from '../find-family.js';
import { methodsOf } from '../judged-words.js';
import type { FoundInstance } from './found-instance.js';

/** Returns the options of a family that a study may set for its runs. */
export function studyOptions(family: Family, verb: StudyVerb): readonly NamedOption[] {
  return optionsOf(family, verb);
}

/** Returns the names of a command's options whose value is the path of an input file. */
export function inputOptions(family: Family, verb: StudyVerb): readonly string[] {
  return studyOptions(family, verb).flatMap(({ name, isInput }) => (isInput === true ? [name] : []));
}

/**
 * Returns a fault for each option that names a code module. Such a study needs a permission, because its runs execute
 * the module.
 */
export function moduleFaults(study: Study, instances: readonly FoundInstance[], file: string): Fault[] {
  const specs = instances.flatMap(({ of }) => studyOptions(of, study.verb));
  const modules = new Set(specs.flatMap(({ name, isModule }) => (isModule === true ? [name] : [])));
  return Object.entries(study.options).flatMap(([name, values]) => {
    if (!modules.has(name)) return [];
    return values.map((value): Fault => {
      const allowed = 'no module, whose code every run runs with your rights, unless that is allowed';
      const remedy =
        'Read the module, and allow it with --allow-modules if you trust it and the study; or remove the option.';
      return { file, path: `options.${name}`, value, allowed, remedy };
    });
  });
}

/** Returns the default method, option names and input options of a study's families, by name. */
export function familyWords(verb: StudyVerb, instances: readonly FoundInstance[]): ReadonlyMap<string, FamilyWords> {
  return new Map(
    instances.map(({ of }) => [
      of.name,
      {
        // Where the default depends on the instance, the family chooses it when it is asked.
        defaultMethod: of.defaultMethod === undefined ? (methodsOf(of)[0]?.name ?? null) : null,
        options: studyOptions(of, verb).map(({ name }) => name),
        inputs: inputOptions(of, verb),
      },
    ]),
  );
}

/** Returns faults for what the families of a study's instances do not support: command, method or option. */
export function questionFaults(
  study: Study,
  instances: readonly FoundInstance[],
  families: readonly Family[],
  file: string,
): Fault[] {
  const own = [...new Map(instances.map((one) => [one.of.name, one])).values()];
  const faults: Fault[] = own.flatMap(({ of, label }) => {
    if (of.verbs.includes(study.verb) || (study.verb === 'solve' && of.studyMethods !== undefined)) return [];
    return [{ ...untaken(file, of, study.verb, families), path: `instances: ${label}` }];
  });
  for (const { of } of own) {
    const methods = study.methods?.[of.name];
    if (study.methods !== null && (methods === undefined || methods.length === 0)) {
      const allowed = methodsOf(of)
        .map(({ name }) => name)
        .join(', ');
      const remedy = `Name at least one: the study has ${of.name} instances.`;
      faults.push({ file, path: `methods.${of.name}`, value: methods, allowed, remedy });
    }
    for (const name of methods ?? []) {
      const known = methodsOf(of).map((one) => one.name);
      if (known.includes(name.split(':')[0]!) && (study.verb !== 'solve' || known.includes(name))) continue;
      const other = families.find((one) => methodsOf(one).some((method) => method.name === name));
      const whose =
        other === undefined ? didYouMean(name, known) : `"${name}" is a method for ${other.name} instances. `;
      const remedy = `${whose}Choose a method for ${of.name} instances, or list methods by family.`;
      faults.push({ file, path: `methods.${of.name}`, value: name, allowed: known.join(', '), remedy });
    }
  }
  const options = own.flatMap(({ of }) => studyOptions(of, study.verb));
  for (const [name, values] of Object.entries(study.options)) {
    const spec = options.filter((one) => one.name === name);
    if (spec.length === 0) {
      const known = [...new Set(options.map((one) => one.name))];
      const allowed = known.length === 0 ? `no options: these families take none for ${study.verb}` : known.join(', ');
      const remedy = `${didYouMean(name, known)}Rename or remove it: no family of the study takes it.`;
      faults.push({ file, path: `options.${name}`, value: name, allowed, remedy });
      continue;
    }
    for (const value of values) {
      if (spec.some(({ kind }) => isOfKind(kind, value))) continue;
      const allowed = spec.map(({ kind }) => allowedBy(kind)).join('; ');
      faults.push({ file, path: `options.${name}`, value, allowed, remedy: 'Correct the value.' });
    }
  }
  return faults;
}
