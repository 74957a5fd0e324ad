import { type Command, Option } from 'commander';
import type { Family } from '../families/family.js';
import { type SharedOption, sharedOptions } from '../families/options.js';
import { answering } from '../workbench/find-family.js';
import { choiceOption, numberOr, numberWithin, wholeNumber } from './options.js';

/** The options that families declare for a verb, added to its command. */
export function addFamilyOptions(command: Command, verb: string, families: readonly Family[]): Command {
  for (const shared of sharedOptions(verb, answering(verb, families))) command.addOption(optionOf(shared));
  return command;
}

/** The default method of each family that answers a verb: "config-lp; robust instances: lagrange". */
export function defaultMethods(verb: string, families: readonly Family[]): string {
  const presets = answering(verb, families).flatMap(({ name, methods: [first], defaultMethod }) => {
    return first === undefined ? [] : [{ family: name, method: defaultMethod ?? first.name }];
  });
  return presets.map(({ family, method }, n) => (n === 0 ? method : `${family} instances: ${method}`)).join('; ');
}

/** Files that families write beside the ones all of them write: " and of geo instances ledger.csv". */
export function furtherFiles(families: readonly Family[]): string {
  const own = families.filter(({ outputs = [] }) => outputs.length > 0);
  return own.map(({ name, outputs = [] }) => ` and of ${name} instances ${outputs.join(', ')}`).join('');
}

/** A declared option, as the command line's parser knows it. */
export function optionOf({ flags, help, kind, preset }: SharedOption): Option {
  const option = kind.is === 'choice' ? choiceOption(flags, help, kind.of) : new Option(flags, help);
  option.default(preset);
  if (kind.is !== 'whole' && kind.is !== 'number') return option;
  const name = flags.split(' ')[0]!;
  const parse = (kind.is === 'whole' ? wholeNumber : numberWithin)(name, kind.least, kind.most);
  const { words } = kind;
  return option.argParser(words === undefined ? parse : numberOr(words, parse));
}
