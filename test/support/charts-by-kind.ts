import { leaveOutChartsOfCommands } from './charts-drawn.js';

leaveOutChartsOfCommands();
