import { optimizeEnginesLater } from '../../src/runs/processes/wasm-tiering.js';

optimizeEnginesLater();
