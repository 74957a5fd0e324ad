// Templates of a room: all states solved into a database, one of them looked up, and a day with and without them.
import { join } from 'node:path';
import { formatFaults, memory, templates } from 'plenum';

const ROOM = 'templates/tiny-two-quadrants';
const [folder = 'out/templates'] = process.argv.slice(2);
const database = join(folder, 'room.sqlite');

const built = await templates.build(ROOM, { out: database });
if (!built.ok) throw new Error(formatFaults(built.faults));
console.log(built.text);

const state = await templates.query(database, { arriving: 1, running: [0, 4], power: 2000 });
if (!state.ok) throw new Error(formatFaults(state.faults));
console.log(`now: ${state.ended === 'done' ? 'set as follows' : 'nothing keeps the limits'}\n${state.text}`);

// With a memory the room is opened once for both days; without a database templates are solved when the day comes to them.
const room = memory();
for (const methods of ['greedy+throttling', 'greedy+templates']) {
  const day = await templates.day(ROOM, {
    memory: room,
    methods,
    asAsked: methods.endsWith('templates'),
    rate: 0.2,
    overcoolingC: 15,
    throttlingC: 24,
  });
  if (!day.ok) throw new Error(formatFaults(day.faults));
  console.log(`${methods}: ${day.ended}\n${day.text}`);
}
