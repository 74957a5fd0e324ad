import { TEMPLATES_FORMAT } from '../../../models/families/templates/format.js';
import { TEMPLATES_COMMANDS } from './command-group.js';
import type { FamilyOf } from '../family.js';

/** Command-line options of the family; it has none. */
const NO_OPTIONS = {} as const;

/** The templates family (Chapter 5 of the thesis): the best setting of a room for every state of a scheduler. */
export const TEMPLATES: FamilyOf<typeof NO_OPTIONS> = {
  name: 'templates',
  format: TEMPLATES_FORMAT,
  page: 'docs/templates/instances.md',
  kind: 'a templates instance',
  better: 'more',
  listHeading: 'Templates instances',
  example: 'room-1080',
  methods: [],
  studyMethods: [
    { name: 'safe', summary: 'whole cores never beyond a limit (default)' },
    { name: 'ceiling', summary: "each node's cores rounded up, as in the thesis: may break limits" },
  ],
  verbs: [],
  options: NO_OPTIONS,
  instead: { otherwise: 'Name another instance, or use plenum templates (docs/templates/instances.md).' },
  commands: [TEMPLATES_COMMANDS],
  load: async () => (await import('./parts.js')).templatesParts(),
};
